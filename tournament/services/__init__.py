"""Writes: a service locks, checks, writes, logs and increases the version, all in one transaction."""
