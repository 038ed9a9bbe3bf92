"""Before the evening: a tournament as the template of another, a rehearsal of it, and how a tournament is deleted."""
