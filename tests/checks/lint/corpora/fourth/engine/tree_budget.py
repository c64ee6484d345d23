"""Budget of a draft tree under a node limit."""


def depth_gain(rates):
    """Sum of survival probabilities along the greedy path, plus the root token.

    rates[i] is the conditional acceptance at depth i.
    """
    survive, total = 1.0, 1.0
    for r in rates:
        survive *= r
        total += survive
    return total


def from_positions(per_position):
    return 1 + sum(per_position)


def branch_accept(p, width):
    """Acceptance at one level if `width` candidates were independent."""
    return 1 - (1 - p) ** width


def tree_nodes(width, depth):
    return (width ** (depth + 1) - 1) // (width - 1)

def nodes_limit(width, depth, batch, ridge=295):
    return batch * tree_nodes(width, depth) <= ridge


def level_gain(p, width, depth):
    q = branch_accept(p, width)
    # expected accepted draft tokens along the tree
    return q * (1 - q**depth) / (1 - q)
