"""Monte Carlo of speculative sampling over toy distributions.

    python simulate_sd.py --vocab 64 --gamma 5 --rounds 20000
"""

import argparse

import numpy as np


def random_law(rng, vocab, temperature):
    logits = rng.normal(size=vocab) / temperature
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()


def overlap(p, q):
    """Chance that one draft from q survives the test against p."""
    return float(np.minimum(p, q).sum())


def one_round(rng, p, q, gamma):
    """Draft gamma tokens, verify left to right, return (accepted, tested, emitted)."""
    accepted = tested = 0
    for _ in range(gamma):
        x = rng.choice(len(q), p=q)
        tested += 1
        if rng.random() >= min(1.0, p[x] / q[x]):
            break
        accepted += 1
    return accepted, tested, accepted + 1


def truncated_geometric(alpha, gamma):
    """Expected tokens per round for an acceptance probability alpha: 1 + gamma * alpha."""
    total, survive = 0.0, 1.0
    for _ in range(gamma + 1):
        total += survive
        survive *= alpha
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vocab", type=int, default=64)
    parser.add_argument("--gamma", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    rng = np.random.default_rng(args.seed)
    p = random_law(rng, args.vocab, 0.8)
    q = random_law(rng, args.vocab, 1.2)
    accepted = tested = emitted = 0
    for _ in range(args.rounds):
        a, t, e = one_round(rng, p, q, args.gamma)
        accepted += a
        tested += t
        emitted += e

    drafted = args.rounds * args.gamma
    measured = emitted / args.rounds
    acc_rate = accepted / drafted
    from_tests = accepted / tested
    gamma = args.gamma

    print(f"tokens per round, simulated   {measured:.4f}")
    print(f"tokens per round, identity    {1 + gamma * acc_rate:.4f}")
    theory = (1 - acc_rate ** (gamma + 1)) / (1 - acc_rate)
    print(f"tokens per round, theory      {theory:.4f}")
    fitted = (1 - from_tests ** (gamma + 1)) / (1 - from_tests)
    print(f"tokens per round, fitted      {fitted:.4f}")
    print(f"tokens per round, from p, q   {truncated_geometric(overlap(p, q), gamma):.4f}")
    print(f"acceptance {acc_rate:.3f} of drafted, {from_tests:.3f} of tested")


if __name__ == "__main__":
    main()
