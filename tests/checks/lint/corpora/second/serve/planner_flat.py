"""Flat-file planner: constants up top, no functions."""
# chance that the target keeps a drafted token, assumed the same at every position
ACCEPT_PROB = 0.72
DRAFT_LEN = 6
DRAFT_MS, TARGET_MS = 3.1, 31.0

COST = DRAFT_MS / TARGET_MS
TOKENS_PER_STEP = (1 - ACCEPT_PROB ** (DRAFT_LEN + 1)) / (1 - ACCEPT_PROB)
SPEEDUP = TOKENS_PER_STEP / (1 + DRAFT_LEN * COST)

E = sum(ACCEPT_PROB**j for j in range(DRAFT_LEN + 1))
assert 3.21 < E < 3.22
if ACCEPT_PROB > COST:
    print("some draft length pays off")
