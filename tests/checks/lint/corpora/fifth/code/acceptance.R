# Acceptance analysis of the speculative decoding experiment (weekly job)
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
})

args <- commandArgs(trailingOnly = TRUE)
path <- if (length(args)) args[[1]] else "data/verifications.csv"

# one row per verification: drafter, k, tested, accepted (testing stops at the first rejection)
ver <- fread(path)
stopifnot(all(ver$accepted <= ver$tested), all(ver$tested <= ver$k))

by_drafter <- ver[, .(
  drafts   = .N,
  drafted  = sum(k),
  tested   = sum(tested),
  accepted = sum(accepted)
), by = .(drafter, k)]

by_drafter[, ratio := accepted / drafted]
by_drafter[, p_token := accepted / tested]
by_drafter[, mean_len := 1 + accepted / drafts]
by_drafter[, len_from_ratio := 1 + k * ratio]

# model: constant acceptance probability per token
by_drafter[, len_geometric := (1 - p_token^(k + 1)) / (1 - p_token)]
by_drafter[, len_linear := 1 + k * p_token]
by_drafter[, len_ratio_model := (1 - ratio^(k + 1)) / (1 - ratio)]

# standard error of the token-level probability
by_drafter[, se := sqrt(p_token * (1 - p_token) / tested)]

survival <- function(acc, k) {
  vapply(seq_len(k), function(i) mean(acc >= i), numeric(1))
}

check <- ver[, .(len = 1 + sum(survival(accepted, k[1]))), by = .(drafter, k)]
print(check)

plot_fit <- function(d) {
  long <- melt(d,
    id.vars = c("drafter", "k"),
    measure.vars = c("mean_len", "len_geometric", "len_linear")
  )
  ggplot(long, aes(k, value, colour = variable)) +
    geom_point(size = 2, alpha = 0.8) +
    geom_line(alpha = 0.5) +
    facet_wrap(~drafter) +
    labs(x = "draft length", y = "tokens per verification", colour = NULL) +
    theme_minimal()
}

if (interactive()) {
  print(plot_fit(by_drafter))
} else {
  ggsave("acceptance.pdf", plot_fit(by_drafter), width = 8, height = 4)
}

# Bayesian smoothing for drafters with little traffic, Beta(2, 2) prior
smooth_p <- function(accepted, tested, a = 2, b = 2) {
  (accepted + a) / (tested + a + b)
}
by_drafter[, p_smooth := smooth_p(accepted, tested)]

fwrite(by_drafter, "acceptance_summary.csv")
