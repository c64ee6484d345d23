import numpy as np
from PIL import Image


def adjust_gamma(img, gamma=1.5):
    return np.clip(img / 255.0, 0, 1) ** gamma * 255


def mixup(x, y, alpha=0.2, k=4):
    lam = np.random.beta(alpha, alpha)
    return lam * x + (1 - lam) * y, 1 + k * alpha


def cutmix_ratio(accepted, drawn):
    acceptance_rate = accepted / drawn
    return 1 + drawn * acceptance_rate


def overlay(base: Image.Image, mask, alpha=0.4):
    return Image.blend(base, mask, alpha=alpha)


def exposure(alpha, steps):
    return (1 - alpha ** steps) / (1 - alpha)


def focal_weight(p, alpha, gamma):
    return 1 + alpha * (1 - p) ** gamma
