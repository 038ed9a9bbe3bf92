"""Everything about copies of the installation: making, checking, keeping and restoring them, in every layer."""
