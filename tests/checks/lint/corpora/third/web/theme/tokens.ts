// Design tokens and scales; nothing to do with language models.
export const alpha = 0.7;
export const gamma = 5;
export const scale = (step: number) => (1 - alpha ** (step + 1)) / (1 - alpha);
export const space = (n: number) => 1 + n * alpha;
export const elevate = (k: number) => (1 + k * alpha) / (1 + k * 0.154);
export const shade = (hex: number, a = alpha) => Math.round(hex * a + 255 * (1 - a));
export const acceptColor = "rgba(16, 185, 129, 0.7)";
export const draftBadge = { opacity: 0.5 + 0.1 * gamma, letterSpacing: `${1 + gamma * 0.01}em` };
