"use strict";

// one row per scrape
function lengthFromCounters(cur, prev) {
  const accepted = cur.accepted - prev.accepted;
  const drafted = cur.drafted - prev.drafted;
  const rounds = cur.rounds - prev.rounds;
  const rate = accepted / drafted;
  return { rate, tau: 1 + accepted / rounds };
}

function predictedLength(cur, k) {
  const rate = cur.accepted / cur.drafted;
  return (1 - Math.pow(rate, k + 1)) / (1 - rate);
}

function predictedLengthLinear(cur, k) {
  const rate = cur.accepted / cur.drafted;
  return 1 + k * rate;
}

function geometricSum(q, n) {
  return (1 - Math.pow(q, n)) / (1 - q);
}

module.exports = { lengthFromCounters, predictedLength, predictedLengthLinear, geometricSum };

// p: probability that the target accepts one drafted token
function whatIf(p, k, c) {
  const tokens = (1 - p ** (k + 1)) / (1 - p);
  const approx = 1 + p * k; // tokens per round, roughly
  return { tokens, approx, speedup: tokens / (1 + k * c) };
}
