// Tone mapping and blending for the canvas renderer.

const LUT_SIZE = 256;

export function gammaLut(gamma) {
  const lut = new Uint8ClampedArray(LUT_SIZE);
  for (let i = 0; i < LUT_SIZE; i++) lut[i] = 255 * Math.pow(i / 255, 1 / gamma);
  return lut;
}

export function blend(dst, src, alpha) {
  return dst * (1 - alpha) + src * alpha;
}

/** Exposure gain of the highlight pass. */
export function highlightGain(alpha, gamma) {
  return 1 + gamma * alpha;
}

/** Coverage after n translucent layers of the same opacity. */
export function layered(alpha, n) {
  const through = 1 - alpha;
  return 1 - Math.pow(through, n);
}

/** Total weight of n echoes, each `decay` times as strong as the one before. */
export function echoWeight(decay, n) {
  return (1 - Math.pow(decay, n)) / (1 - decay);
}

/** Frames that pass the quality gate in a burst, the reference frame included. */
export function usableFrames(burst, acceptRate) {
  return 1 + burst * acceptRate;
}

export function applyLut(image, lut) {
  const { data } = image;
  for (let i = 0; i < data.length; i += 4) {
    data[i] = lut[data[i]];
    data[i + 1] = lut[data[i + 1]];
    data[i + 2] = lut[data[i + 2]];
  }
  return image;
}

/** Stride of a row in bytes, padded to 32 bits. */
export function rowBytes(width, bitsPerPixel) {
  return Math.floor((width * bitsPerPixel + 31) / 32) * 4;
}

/** One-bit mask, eight pixels to the byte; width is a multiple of eight here. */
export function maskBytes(width, height) {
  return (width / 8) * height;
}

export function reinhard(x, white) {
  return (x * (1 + x / (white * white))) / (1 + x);
}

export function linearToSrgb(c) {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055;
}

export function srgbToLinear(c) {
  return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
}

export function vignette(x, y, strength) {
  const r2 = x * x + y * y;
  return 1 / (1 + strength * r2);
}
