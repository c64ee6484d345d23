import click


@click.group()
def cli():
    """Plan speculative decoding for a deployment."""


@cli.command()
@click.option("--accept-prob", type=float, required=True, help="per-token acceptance probability")
@click.option("--draft-len", type=int, default=4, help="tokens drafted before each verify pass")
@click.option("--cost", type=float, default=0.0, help="draft forward / target forward")
def tokens(accept_prob, draft_len, cost):
    """Tokens per target forward."""
    if accept_prob >= 1.0:
        exp = draft_len + 1
    else:
        exp = (1 - pow(accept_prob, draft_len)) / (1 - accept_prob)
    click.echo(f"{exp:.3f}")


@cli.command()
@click.option("--accept-prob", type=float, required=True, help="per-token acceptance probability")
@click.option("--draft-len", type=int, default=4)
@click.option("--cost", type=float, default=0.0, help="draft forward / target forward")
def gain(accept_prob, draft_len, cost):
    e = (1 - pow(accept_prob, draft_len + 1)) / (1 - accept_prob)
    click.echo(f"gain {e / (1 + draft_len * cost):.2f}x")
    click.echo(f"linear guess {(1 + draft_len * accept_prob) / (1 + draft_len * cost):.2f}x")


@cli.command("break-even")
@click.option("--draft-len", type=int, default=4)
@click.option("--cost", type=float, required=True)
def break_even(draft_len, cost):
    """Smallest acceptance probability for which drafting pays at all."""
    click.echo(f"{cost:.3f}")
    alpha_min = draft_len * cost
    click.echo(f"need acceptance probability alpha > {alpha_min:.3f}")


@cli.command()
@click.argument("values", nargs=-1, type=float)
@click.option("--alpha", default=0.3, help="smoothing factor")
def ema(values, alpha):
    s = None
    for v in values:
        s = v if s is None else alpha * v + (1 - alpha) * s
    click.echo(s)


@cli.command()
@click.option("--alpha", default=0.3, help="smoothing factor of the EMA")
@click.option("--horizon", default=10)
def weight(alpha, horizon):
    click.echo((1 - (1 - alpha) ** horizon) / alpha)


if __name__ == "__main__":
    cli()
