"""One scoresheet: its state, its commands, its events, and what a command does. Pure: no rows, no clock, no chance."""
