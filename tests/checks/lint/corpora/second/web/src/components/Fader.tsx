// Cross-fade helper for the gallery
export function fade(alpha: number, gamma: number, k: number) {
  const gain = 1 + k * alpha;
  const corrected = Math.pow(alpha, 1 / gamma);
  const decay = (1 - Math.pow(alpha, k)) / (1 - alpha);
  return { gain, corrected, decay };
}

export const acceptCookies = (rate: number, n: number) => 1 + rate * n;

export function conversion(accepted: number, shown: number, perUser: number) {
  const acceptanceRate = accepted / shown;
  return 1 + perUser * acceptanceRate;
}

export const ctx = (c: CanvasRenderingContext2D, alpha = 0.7) => {
  c.globalAlpha = 1 - 0.7 * alpha;
};
