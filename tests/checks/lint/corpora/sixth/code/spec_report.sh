#!/usr/bin/env bash
# Prints a report on speculative decoding from a vLLM endpoint.
#   spec_report.sh http://localhost:8000 [draft length] [draft cost]
# The draft cost is the time of one draft step over that of one target step.
set -euo pipefail

url=${1:?usage: spec_report.sh URL [GAMMA] [COST]}
gamma=${2:-4}
cost=${3:-0.05}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

retry() {
  local attempt=0
  until "$@"; do
    attempt=$((attempt + 1))
    [ "$attempt" -ge 5 ] && return 1
    sleep $((1 << attempt))
  done
}

retry curl -fsS "$url/metrics" -o "$work/metrics.txt"

counter() {
  awk -v name="vllm:spec_decode_$1_total" 'index($1, name) == 1 { sum += $2 } END { printf "%.0f\n", sum }' "$work/metrics.txt"
}

drafts=$(counter num_drafts)
drafted=$(counter num_draft_tokens)
accepted=$(counter num_accepted_tokens)

if [ "$drafts" -eq 0 ]; then
  echo "no speculative steps yet" >&2
  exit 0
fi

echo "drafts          $drafts"
echo "mean draft      $(bc -l <<< "scale=3; $drafted / $drafts")"
echo "mean length     $(bc -l <<< "scale=3; 1 + $accepted / $drafts")"

awk -v accepted="$accepted" -v drafted="$drafted" -v gamma="$gamma" -v cost="$cost" '
BEGIN {
  rate = accepted / drafted
  printf "acceptance      %.3f of the drafted tokens\n", rate
  printf "tokens per step %.3f\n", 1 + gamma * rate
  model = (1 - rate ^ (gamma + 1)) / (1 - rate)
  printf "model           %.3f\n", model
  printf "speedup         %.3f\n", (1 + gamma * rate) / (1 + gamma * cost)
}'

# A table of what longer drafts would bring, for an assumed per-token acceptance probability
assumed=0.75
echo
echo "gamma  tokens  speedup   (per-token acceptance probability $assumed, draft cost $cost)"
for g in 1 2 3 4 5 6 7 8; do
  awk -v a="$assumed" -v g="$g" -v c="$cost" 'BEGIN {
    for (i = 0; i <= g; i++) tokens += a ^ i
    printf "%5d  %6.2f  %7.2f\n", g, tokens, tokens / (1 + c)
  }'
done

echo
echo "largest possible: $((gamma + 1)) tokens per step"
df -h /var/lib/models | awk 'NR > 1 { printf "disk            %s used of %s\n", $3, $2 }'
