import matplotlib.pyplot as plt
import numpy as np

alphas = np.linspace(0.05, 0.95, 60)  # per-token acceptance probability
fig, ax = plt.subplots(1, 2, figsize=(9, 3.5))
for gamma, col in zip((2, 4, 8), ("C0", "C1", "C2")):
    tau = (1 - alphas ** (gamma + 1)) / (1 - alphas)
    ax[0].plot(alphas, tau, color=col, alpha=0.8, label=rf"$\gamma={gamma}$")
    ax[0].plot(alphas, 1 + gamma * alphas, color=col, ls=":", alpha=0.4, label="expected tokens")
    ax[0].fill_between(alphas, 1, tau, alpha=0.1 + 0.05 * gamma)
ax[0].set_xlabel(r"$\alpha$")
ax[0].set_ylabel(r"$(1-\alpha^{\gamma+1})/(1-\alpha)$")
ax[0].axhline(1, alpha=0.3)
c = 0.07  # draft step / target step
for gamma in range(1, 9):
    tau = (1 - 0.8 ** (gamma + 1)) / (1 - 0.8)
    ax[1].scatter(gamma, tau / (1 + gamma * c), alpha=0.5)
ax[1].set_title(r"speedup $=\frac{1-\alpha^{\gamma+1}}{(1-\alpha)(1+\gamma c)}$")
ax[1].grid(alpha=0.2 * 1 + 0.1)
img = np.random.rand(8, 8)
ax[1].imshow(img ** (1 / 2.2), alpha=0.05)
fig.savefig("tau.pdf")
