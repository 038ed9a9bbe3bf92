"""Writes: a service locks, checks, writes, logs and counts the version up, all in one transaction."""
