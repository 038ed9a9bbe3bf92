"""The draw of tables and seats: closed lists, seats, lots by hand, table plans, in every layer."""
