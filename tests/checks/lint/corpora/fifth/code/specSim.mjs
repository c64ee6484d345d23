// Small event simulation behind the blog post's animation (speculative decoding, one sequence).

export function mulberry32(seed) {
  return function () {
    seed |= 0;
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Simulation {
  /**
   * @param {number} pAccept probability that a draft token is accepted
   * @param {number} gamma draft tokens per verification
   * @param {number} c draft step / target step
   */
  constructor(pAccept, gamma, c, seed = 1) {
    Object.assign(this, { pAccept, gamma, c, rng: mulberry32(seed) });
    this.time = 0;
    this.emitted = 0;
    this.drafted = 0;
    this.accepted = 0;
    this.frames = [];
  }

  step() {
    let n = 0;
    while (n < this.gamma && this.rng() < this.pAccept) n++;
    this.drafted += this.gamma;
    this.accepted += n;
    this.emitted += n + 1;
    this.time += 1 + this.gamma * this.c;
    this.frames.push({ n, time: this.time });
    return n;
  }

  run(steps) {
    for (let i = 0; i < steps; i++) this.step();
    return { tokensPerStep: this.emitted / steps, speedup: this.emitted / this.time };
  }

  get ratio() {
    return this.accepted / this.drafted;
  }

  /** What the run above should converge to. */
  theory() {
    const { pAccept: p, gamma: g, c } = this;
    const pFull = p ** g;
    return {
      tokens: (1 - p ** (g + 1)) / (1 - p),
      accepted: (p * (1 - p ** g)) / (1 - p),
      tokensPerVerification: pFull * (g + 1) + (1 - pFull),
      fromRatio: 1 + g * this.ratio,
      ratioModel: (1 - this.ratio ** (g + 1)) / (1 - this.ratio),
      speedup: (1 - p ** (g + 1)) / ((1 - p) * (1 + g * c)),
    };
  }
}

export function caption(sim) {
  const { tokens } = sim.theory();
  return `${sim.gamma} drafts, ${Math.round(100 * sim.pAccept)}% each: ${tokens.toFixed(2)} tokens per step`;
}

export function layout(frames, width, rowHeight) {
  const scale = width / frames[frames.length - 1].time;
  return frames.map((f, i) => ({ x: f.time * scale, y: i * rowHeight, w: (f.n + 1) * 12, opacity: 0.8 }));
}
