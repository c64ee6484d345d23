#!/usr/bin/env bash
# Summarise speculative decoding lines of the server log.
#   usage: parse_spec_log.sh server.log [draft_ms target_ms]
set -euo pipefail

log=${1:?usage: $0 server.log [draft_ms target_ms]}
draft_ms=${2:-2.0}
target_ms=${3:-25.0}

if ! grep -q 'draft acceptance' "$log"; then
  echo "no speculative decoding lines in $log" >&2
  exit 1
fi

# lines look like
#   slot 3: draft acceptance = 0.64479 (167 accepted / 259 drafted), drafts = 87
# 167 / 259 = 0.64479, and 1 + 167 / 87 = 2.92 tokens per pass
sed -nE 's/.*\(([0-9]+) accepted \/ ([0-9]+) drafted\), drafts = ([0-9]+).*/\1 \2 \3/p' "$log" |
  awk -v d="$draft_ms" -v t="$target_ms" '
    {
      accepted += $1
      drafted  += $2
      drafts   += $3
      n++
    }
    END {
      ratio = accepted / drafted
      mean_draft = drafted / drafts
      tau = 1 + accepted / drafts
      by_ratio = 1 + mean_draft * ratio
      c = d / t
      printf "requests            %d\n", n
      printf "acceptance ratio    %.4f\n", ratio
      printf "mean draft length   %.3f\n", mean_draft
      printf "tokens per pass     %.3f (check %.3f)\n", tau, by_ratio
      printf "estimated speedup   %.3f\n", tau / (1 + mean_draft * c)
      printf "needed to break even %.3f\n", 1 + mean_draft * c
    }'

# per-position table, if the server prints one
if grep -q 'accept rate pos' "$log"; then
  sed -nE 's/.*accept rate pos: (.*)/\1/p' "$log" | tail -n 1 |
    awk '{
      len = 1
      for (i = 1; i <= NF; i++) {
        len += $i
        printf "  position %d  %.3f\n", i, $i
      }
      printf "  length      %.3f\n", len
    }'
fi

# latency percentiles of the same requests
sed -nE 's/.*total time = *([0-9.]+) ms.*/\1/p' "$log" | sort -n |
  awk '{ v[NR] = $1 } END { if (NR) printf "p50 %.1f ms  p95 %.1f ms\n", v[int((NR + 1) * 0.5)], v[int((NR + 1) * 0.95)] }'
