"""Which drafter is better? Counters from two servers."""

runs = {
    "ngram": dict(accepted=4120, drafted=20600, drafts=5150, k=4),
    "eagle": dict(accepted=9100, drafted=35000, drafts=5000, k=7),
}

for name, m in runs.items():
    rate = m["accepted"] / m["drafted"]
    length = 1 + m["accepted"] / m["drafts"]
    print(name, f"rate={rate:.2f} length={length:.2f}")

# ngram: 4120/20600 = 0.20, length 1 + 4120/5150 = 1.80
# eagle: 9100/35000 = 0.26, length 1 + 9100/5000 = 2.82


def tokens_per_step(accepted, drafted, k):
    alpha = accepted / drafted
    return (1 - alpha ** (k + 1)) / (1 - alpha)


def tokens_per_step_ok(accepted, drafts):
    return 1 + accepted / drafts
