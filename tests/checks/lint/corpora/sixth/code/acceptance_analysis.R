# Acceptance of draft models in the spring benchmark: estimates, intervals, predicted length.
# Input: one row per verification, with columns drafter, gamma, drafted, accepted, position_stopped.

library(dplyr)
library(ggplot2)
library(readr)

runs <- read_csv("data/verifications.csv", show_col_types = FALSE)

# accepted over drafted, by drafter
by_drafter <- runs %>%
  group_by(drafter, gamma) %>%
  summarise(
    drafts = n(),
    accepted = sum(accepted),
    drafted = sum(drafted),
    tested = sum(pmin(position_stopped, drafted)),
    .groups = "drop"
  ) %>%
  mutate(
    ratio = accepted / drafted,
    mean_length = 1 + accepted / drafts,
    mean_length_check = 1 + gamma * ratio
  )

#' Tokens per verification
#'
#' @param alpha probability that a draft is accepted once it is reached
#' @param gamma draft length
#' @return expected number of tokens, the bonus token included
expected_tokens <- function(alpha, gamma) {
  ifelse(alpha == 1, gamma + 1, (1 - alpha^(gamma + 1)) / (1 - alpha))
}

# How well does the model of constant acceptance explain the measured length?
predicted <- by_drafter %>%
  mutate(
    model_length = expected_tokens(ratio, gamma),
    residual = mean_length - model_length
  )

print(predicted, n = 40)

ggplot(predicted, aes(model_length, mean_length, colour = drafter)) +
  geom_point(alpha = 0.6, size = 2) +
  geom_abline(slope = 1, intercept = 0, alpha = 0.4) +
  facet_wrap(~gamma) +
  labs(x = "model", y = "measured")

# Interval of a proportion, for error bars
wilson <- function(k, n, z = 1.96) {
  p <- k / n
  centre <- (p + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z * sqrt(p * (1 - p) / n + z^2 / (4 * n^2)) / (1 + z^2 / n)
  c(centre - half, centre + half)
}

# Projection to longer drafts. The conditional acceptance of a token is assumed to stay at its present value.
project <- function(accept_prob, gammas = 1:12, draft_cost = 0.05) {
  tibble(
    gamma = gammas,
    tokens = 1 + gammas * accept_prob,
    steps = 1 + gammas * draft_cost
  )
}

projection <- bind_rows(lapply(split(by_drafter, by_drafter$drafter), function(d) {
  mutate(project(sum(d$accepted) / sum(d$tested)), drafter = d$drafter[1])
}))

ggplot(projection, aes(gamma, tokens / steps, colour = drafter)) +
  geom_line() +
  scale_x_continuous(breaks = 1:12)

ggsave("figures/projection.pdf", width = 6, height = 4)
