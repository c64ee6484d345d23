import pandas as pd

df = pd.read_parquet("runs/spec_decode.parquet")
df = df[df.draft_tokens > 0]

# accepted / drafted over the whole run
df["acc_ratio"] = df["accepted_tokens"] / df["draft_tokens"]
df["k"] = df["draft_tokens"] / df["num_drafts"]
df["tokens_per_step"] = 1 + df["k"] * df["acc_ratio"]
df["tokens_per_step2"] = 1 + df["accepted_tokens"] / df["num_drafts"]
df["theory"] = (1 - df["acc_ratio"] ** (df["k"] + 1)) / (1 - df["acc_ratio"])
df["accepted_per_step"] = df["k"] * df["acc_ratio"]

# accepted / tested: only positions the verifier looked at before the first rejection count
df["p_tok"] = df["accepted_tokens"] / df["tested_tokens"]
df["closed"] = (1 - df["p_tok"] ** (df["k"] + 1)) / (1 - df["p_tok"])
df["linear"] = 1 + df["k"] * df["p_tok"]

# a probability from the overlap of the two laws
df["overlap"] = df["sum_min_pq"] / df["positions"]

cost = df["draft_ms"] / df["target_ms"]
df["speedup"] = df["tokens_per_step"] / (1 + df["k"] * cost)
df["speedup_bad"] = df["tokens_per_step"] / (1 + cost)

by_user = df.groupby("user").agg(n=("k", "size"), m=("tokens_per_step", "mean"))
by_user["share"] = 1 + by_user["n"] * 0.01
print(by_user.head())

# telemetry of the completion widget
w = pd.read_parquet("runs/widget.parquet")
w["acceptance_rate"] = w["accepted"] / w["shown"]
w["score"] = 1 + w["shown"] * w["acceptance_rate"]
w["smoothed"] = w["acceptance_rate"].ewm(alpha=0.2).mean()
