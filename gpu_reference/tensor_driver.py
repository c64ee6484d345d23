"""The sampler audit's driver for samplers on tensors: torch is imported while the child loads, which has its own limit."""

from __future__ import annotations

import torch  # noqa: F401

from .audit.sampler_driver import drive

__all__ = ["drive"]
