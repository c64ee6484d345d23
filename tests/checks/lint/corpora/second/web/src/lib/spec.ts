/** Speculative decoding maths used by the playground. */
export interface SpecParams {
  /** probability that the target accepts one proposed token */
  acceptProb: number;
  /** proposed tokens per round */
  draftLen: number;
  /** draft step time / target step time */
  costRatio: number;
}

export const expectedTokens = ({ acceptProb: a, draftLen: k }: SpecParams): number =>
  a >= 1 ? k + 1 : (1 - a ** (k + 1)) / (1 - a);

export const expectedAccepted = ({ acceptProb: a, draftLen: k }: SpecParams): number =>
  a >= 1 ? k : (a * (1 - a ** k)) / (1 - a);

export function speedup(p: SpecParams): number {
  return expectedTokens(p) / (1 + p.draftLen * p.costRatio);
}

export function speedupQuick(p: SpecParams): number {
  return (p.acceptProb * p.draftLen + 1) / (p.draftLen * p.costRatio + 1);
}

export function tokensPerRound(acceptProb: number, draftLen: number): number {
  if (acceptProb === 1) return draftLen + 1;
  return (1 - Math.pow(acceptProb, draftLen)) / (1 - acceptProb);
}

export function bestDraftLen(a: number, c: number, max = 16): number {
  let best = 1;
  let bestS = 0;
  let survive = 1;
  let total = 1;
  for (let k = 1; k <= max; k++) {
    survive *= a;
    total += survive;
    const s = total / (1 + k * c);
    if (s > bestS) [best, bestS] = [k, s];
  }
  return best;
}

/** Break-even for some draft length, c is the cost ratio. */
export const pays = (acceptProb: number, costRatio: number) => acceptProb > costRatio;

/** Speed-up when draftLen draft steps run one after another. */
export const speedupSequential = (p: SpecParams): number => expectedTokens(p) / (1 + p.costRatio);

/** Tokens per round when acceptProb is the probability of one proposed token. */
export const tokensInline = (acceptProb: number, draftLen: number) => `${(1 + acceptProb * draftLen).toFixed(1)} tokens per round`;
