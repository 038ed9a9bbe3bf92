"""What a page and a game cost, beside a static file and bare SQLite in the same run: `./run bench`."""
