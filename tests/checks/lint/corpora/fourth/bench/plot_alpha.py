"""Figure 2: expected tokens for several acceptance probabilities."""

import matplotlib.pyplot as plt
import numpy as np

gammas = np.arange(1, 13)
fig, ax = plt.subplots(figsize=(5, 3))
for alpha in (0.5, 0.7, 0.9):
    exact = (1 - alpha ** (gammas + 1)) / (1 - alpha)
    # linear curve kept as a naive upper bound: it ignores that one rejection drops the rest
    bound = 1 + alpha * gammas
    ax.plot(gammas, exact, label=f"p={alpha}")
    ax.plot(gammas, bound, ls="--", alpha=0.3, color="grey")
ax.fill_between(gammas, 1, gammas + 1, alpha=0.1)
ax.axhline(1 / (1 - 0.9), ls=":", alpha=0.5, label="limit for long drafts")
ax.set_xlabel("draft length")
ax.set_ylabel("tokens per verification")
ax.legend(frameon=False)
fig.tight_layout()
fig.savefig("tokens.pdf")
