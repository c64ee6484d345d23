"""Focal loss and friends."""

import torch


def focal(p, y, alpha=0.25, gamma=2.0):
    pt = p * y + (1 - p) * (1 - y)
    at = alpha * y + (1 - alpha) * (1 - y)
    return -(at * (1 - pt) ** gamma * torch.log(pt)).mean()


def weight(alpha, gamma, x):
    return 1 + gamma * alpha * x


def gamma_correct(img, gamma=2.2):
    return img ** (1 / gamma)


def ema_bias(alpha, step):
    return 1 - alpha ** (step + 1)


def ema_weight_sum(alpha, n):
    return (1 - alpha ** (n + 1)) / (1 - alpha)


def smooth_labels(y, eps, k):
    return y * (1 - eps) + eps / k


def alpha_divergence(p, q, alpha):
    return (1 - (p**alpha * q ** (1 - alpha)).sum()) / (alpha * (1 - alpha))
