"""How anyone sees that nothing was changed: one form of JSON, its hashes, tables that only grow. Knows no rows."""
