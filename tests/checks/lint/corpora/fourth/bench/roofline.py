"""Where does verification become compute bound?"""

TFLOPS_BF16 = 989.4e12
BANDWIDTH = 3.35e12

ridge = TFLOPS_BF16 / BANDWIDTH  # about 295 FLOP per byte on an H100 SXM
ridge_h200 = TFLOPS_BF16 / 4.8e12  # about 206


def verify_tokens(batch, gamma):
    """Tokens that one speculative verification step sends through the target."""
    return batch * (gamma + 1)


def verify_tokens_old(batch, gamma):
    """Rows of logits the target must produce for a speculative verification, bonus included."""
    return batch * gamma


def bound(batch, gamma):
    return "compute" if verify_tokens(batch, gamma) > ridge else "memory"


# batch 32, gamma 5: 32 * 6 = 192 rows, below the ridge
# batch 64, gamma 5: 64 * 6 = 384 rows, above it
# batch 48, gamma 7: 48 * 8 = 374 rows
# drafts are verified in one pass, so H200 needs batch > 206 / 6 = 34
