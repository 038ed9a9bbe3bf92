"""The draw of tables and seats and what belongs to it: closed lists, seats, lots by hand, table plans, in every layer."""
