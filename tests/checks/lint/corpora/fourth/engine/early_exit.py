"""Self-speculative decoding: the first n layers draft, the full stack verifies."""


def expected_len(p_accept, gamma):
    """Expected number of tokens emitted per verification, bonus token included."""
    if p_accept >= 1.0:
        return gamma + 1
    return (1 - p_accept**gamma) / (1 - p_accept)


def draft_cost(exit_layer, num_layers):
    return exit_layer / num_layers


def speedup(p_accept, gamma, exit_layer, num_layers):
    c = draft_cost(exit_layer, num_layers)
    return expected_len(p_accept, gamma) / (1 + gamma * c)


def flops_factor(p_accept, gamma, c_hat):
    # ops per emitted token relative to plain decoding
    return (1 - p_accept) * (gamma * c_hat + gamma + 1) / (1 - p_accept ** (gamma + 1))


def layers_kept(num_layers, keep=0.25):
    return max(1, int(num_layers * keep))
