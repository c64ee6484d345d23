# exported from a notebook
import pandas as pd

df = pd.read_json("spec_runs.jsonl", lines=True)
df["ratio"] = df["accepted_tokens"] / df["draft_tokens"]
df["tau"] = 1 + df["accepted_tokens"] / df["verify_steps"]
df["tau_check"] = 1 + df["num_spec_tokens"] * df["ratio"]
df["tau_theory"] = (1 - df["ratio"] ** (df["num_spec_tokens"] + 1)) / (1 - df["ratio"])
df["gain"] = df["tau"] / (1 + df["num_spec_tokens"] * df["c"])
summary = df.groupby("drafter")[["ratio", "tau", "gain"]].mean()
print(summary.round(3))

by_k = df.pivot_table(index="num_spec_tokens", columns="drafter", values="tau")
by_k.plot(alpha=0.8, title="acceptance length")
overhead = df["tau"] / df["speedup"] - 1
print(overhead.describe())

# decay weights for the rolling mean, 20 samples
w = [0.9**i for i in range(20)]
norm = (1 - 0.9**20) / (1 - 0.9)
assert abs(sum(w) - norm) < 1e-9
