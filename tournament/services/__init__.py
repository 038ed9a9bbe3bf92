"""Writes: a service locks, checks, writes, logs and bumps the version in one transaction."""
