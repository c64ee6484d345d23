"""What an engine's own counters say: `judge` reads them, `to_text` and `to_json` report (see `judge.py`)."""
