"""The proof that nothing was changed: log, audit, seals, checking documents, archive, in every layer."""
