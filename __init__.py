"""draftproof derives, proves, simulates and audits the arithmetic of LLM decoding."""

__version__ = "0.1.0"
