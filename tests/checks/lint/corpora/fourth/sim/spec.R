# Speculative decoding: theory against measurement
# alpha: probability that a draft token is accepted

tokens <- function(alpha, gamma) (1 - alpha^(gamma + 1)) / (1 - alpha)
tokens_lin <- function(alpha, gamma) 1 + alpha * gamma

# drafts cost c target steps each
gain <- function(alpha, gamma, c) tokens(alpha, gamma) / (1 + gamma * c)
gain_total <- function(alpha, gamma, c) tokens(alpha, gamma) / (1 + c)

runs <- data.frame(gamma = c(3, 5, 7), accepted = c(6120, 8130, 9100), drafted = c(9000, 15000, 21000))
runs$rate <- runs$accepted / runs$drafted
runs$len <- 1 + runs$gamma * runs$rate
runs$theory <- tokens(runs$rate, runs$gamma)

beta_mean <- function(alpha, beta) alpha / (alpha + beta)
discount <- function(delta, n) (1 - delta^n) / (1 - delta)
plot(runs$gamma, runs$len, col = rgb(0, 0, 0, alpha = 0.5))
