"""Proof that nothing was changed: canonical JSON, its hashes, append-only tables. Knows no rows."""
