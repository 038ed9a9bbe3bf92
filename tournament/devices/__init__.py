"""The sheet at the table: phones and tablets, what they ask, send and sign, in every layer."""
