"""The ranking and what the hall may know of it, in every layer."""
