"""Audits of samplers, drafters and decoders. One module an audit, on the rails that `checks.audit` describes."""
