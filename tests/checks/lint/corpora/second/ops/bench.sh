#!/usr/bin/env bash
# Sweep num_speculative_tokens and print the acceptance length.
set -euo pipefail

for k in 2 4 6; do
  accepted=$(curl -s localhost:8000/metrics | awk '/num_accepted_tokens_total/ {print $2}')
  drafts=$(curl -s localhost:8000/metrics | awk '/num_drafts_total/ {print $2}')
  # length = 1 + accepted / drafts
  awk -v a="$accepted" -v d="$drafts" 'BEGIN { printf "%.2f\n", 1 + a / d }'
done
# expectation for a per-token acceptance of 0.8: k=2 2.44, k=4 3.36, k=6 3.95 tokens per verification
# rule: tokens per verification = 1 + p + ... + p^k, where p is the acceptance probability per token
