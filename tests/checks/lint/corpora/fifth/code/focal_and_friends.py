"""Losses and schedules for the detector. Symbols follow the papers they come from."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class FocalLoss(nn.Module):
    def __init__(self, alpha: float = 0.25, gamma: float = 2.0, reduction: str = "mean"):
        super().__init__()
        self.alpha = alpha
        self.gamma = gamma
        self.reduction = reduction

    def forward(self, logits, targets):
        p = torch.sigmoid(logits)
        ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        p_t = p * targets + (1 - p) * (1 - targets)
        alpha_t = self.alpha * targets + (1 - self.alpha) * (1 - targets)
        loss = alpha_t * (1 - p_t) ** self.gamma * ce
        return loss.mean() if self.reduction == "mean" else loss.sum()


def boundary_weight(mask, gamma: float = 5.0):
    """PPA weighting: the loss is amplified where the local mean differs from the label."""
    alpha = torch.abs(F.avg_pool2d(mask, 31, stride=1, padding=15) - mask)
    return 1 + gamma * alpha


class Adam:
    def __init__(self, params, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
        self.params, self.lr, self.beta1, self.beta2, self.eps = list(params), lr, beta1, beta2, eps
        self.m = [torch.zeros_like(p) for p in self.params]
        self.v = [torch.zeros_like(p) for p in self.params]
        self.t = 0

    @torch.no_grad()
    def step(self):
        self.t += 1
        for p, m, v in zip(self.params, self.m, self.v):
            m.mul_(self.beta1).add_(p.grad, alpha=1 - self.beta1)
            v.mul_(self.beta2).addcmul_(p.grad, p.grad, value=1 - self.beta2)
            m_hat = m / (1 - self.beta1**self.t)
            v_hat = v / (1 - self.beta2**self.t)
            p.addcdiv_(m_hat, v_hat.sqrt().add_(self.eps), value=-self.lr)

    def effective_window(self):
        return (1 - self.beta1**self.t) / (1 - self.beta1)


def rank_biased_overlap(s, t, p=0.9):
    """RBO of two ranked lists, cut at the shorter one."""
    depth = min(len(s), len(t))
    agreement = [len(set(s[:d]) & set(t[:d])) / d for d in range(1, depth + 1)]
    weights = [(1 - p) * p ** (d - 1) for d in range(1, depth + 1)]
    norm = (1 - p**depth) / (1 - p)
    return sum(a * w for a, w in zip(agreement, weights)) / ((1 - p) * norm)


def exponential_lr(base, gamma, epoch, warmup):
    return base * min(1.0, (epoch + 1) / warmup) * gamma ** max(0, epoch - warmup)


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
