"""Fees: who paid at which cash box, the sum that must lie in it, and its closing. The club's own record."""
