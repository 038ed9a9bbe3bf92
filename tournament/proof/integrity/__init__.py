"""Proof that nothing was changed: one form of JSON, its hashes, and tables that only grow. Knows no rows."""
