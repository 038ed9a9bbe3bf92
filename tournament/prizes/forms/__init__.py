"""Forms: parse what people type about prizes, write nothing."""
