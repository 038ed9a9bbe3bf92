"""One scoresheet: its state, its commands, its events, and what a command does.

Pure: no database, no clock, no chance."""
