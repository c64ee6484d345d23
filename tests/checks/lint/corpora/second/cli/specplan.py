import click
import numpy as np


@click.command()
@click.option("--alpha", type=click.FloatRange(0, 1), required=True, help="per-token acceptance probability")
@click.option("--gamma", type=int, default=4, help="number of speculative tokens")
@click.option("--cost", type=float, default=0.05, help="draft/target latency ratio")
@click.option("--fast/--exact", default=False)
def plan(alpha, gamma, cost, fast):
    """Predict the speedup of speculative decoding."""
    if fast:
        toks = 1 + alpha * gamma
    else:
        toks = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    speed = toks / (1 + gamma * cost)
    click.echo(f"{toks:.2f} tokens per target step, {speed:.2f}x")
    gains = [(1 - alpha ** (g + 1)) / ((1 - alpha) * (1 + g * cost)) for g in range(1, 17)]
    click.echo(f"best gamma: {1 + int(np.argmax(gains))}")


@click.command()
@click.argument("accepted", type=int)
@click.argument("drafted", type=int)
@click.argument("rounds", type=int)
def invert(accepted, drafted, rounds):
    """Solve for alpha given what the server counted."""
    k = drafted / rounds
    lo, hi = 0.0, 1.0
    for _ in range(60):
        mid = (lo + hi) / 2
        e = sum(mid ** i for i in range(1, round(k) + 1))
        lo, hi = (mid, hi) if e < accepted / rounds else (lo, mid)
    click.echo(f"alpha={lo:.3f} tokens/step={1 + accepted / rounds:.2f}")


if __name__ == "__main__":
    plan()
