"""Rejection sampling of drafted tokens that runs, and the audits of other people's samplers against it.

`laws` says what a valid call is; `rejection` is the oracle in NumPy, and states the interface and the shapes. `torch_backend` and
`triton_backend` are the same samplers on tensors and as kernels; `backends` has all three by name, with the reason why one does
not run here. `calls` makes calls by seed and `agreement` holds a backend against the oracle on them. `device` does that on a
GPU, with the exact audit and the rates; `device_check` is the script for a bare machine. A backend is added in `backends`.
"""
