"""The pages of what is published afterwards."""
