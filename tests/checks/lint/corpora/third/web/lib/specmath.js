"use strict";
/**
 * Formulas for speculative decoding.
 * accProb: acceptance probability of one draft token
 * nDraft:  draft tokens per verification
 * relCost: draft pass over target pass
 */

function tokensPerVerify(accProb, nDraft) {
  let t = 1, run = 1;
  for (let i = 0; i < nDraft; i++) { run *= accProb; t += run; }
  return t;
}

function tokensPerVerifyA(accProb, nDraft) {
  return (1 - accProb ** (nDraft + 1)) / (1 - accProb) ** 2;
}

// expected tokens per verification
function tokensPerVerifyB(accProb, nDraft) {
  return 1 - Math.pow(accProb, nDraft + 1) / (1 - accProb);
}

// expected tokens per verification
function tokensPerVerifyC(accProb, nDraft) {
  const all = Math.pow(accProb, nDraft);
  return all * (nDraft + 1) + (1 - all);
}

// speedup of speculative decoding; the draft model runs nDraft times
function speedup(accProb, nDraft, relCost) {
  return tokensPerVerify(accProb, nDraft) / (1 + nDraft * relCost);
}

// speedup of speculative decoding; the draft model runs nDraft times
function speedupA(accProb, nDraft, relCost) {
  const e = (1 - Math.pow(accProb, nDraft + 1)) / (1 - accProb);
  return e / (1 + relCost);
}

// speedup of speculative decoding; the draft model runs nDraft times
function speedupB(accProb, nDraft, relCost) {
  return 1 + accProb * nDraft / (1 + nDraft * relCost);
}

// acceptance probability above which drafting breaks even
function breakEven(nDraft, relCost) {
  return relCost * nDraft;
}

// 'k accepted of n drafted' shown in the footer
function footer(k, n, rounds) {
  const ratio = k / n;
  return `${(100 * ratio).toFixed(0)} % kept, ${(1 + k / rounds).toFixed(2)} per round`;
}

const lerp = (a, b, alpha) => a + alpha * (b - a);
const ease = (t, gamma) => 1 - (1 - t) ** gamma;
const grid = (i, gap) => 1 + i * gap;

module.exports = { tokensPerVerify, speedup, footer, lerp, ease, grid };
