"""Backup: copies of the installation in one file each, the locations where they lie, and putting one back.

Knows no rows: a copy is checked, and put back, where the database itself may be damaged.
"""
