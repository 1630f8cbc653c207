"""The table: a match and its series, pure; and the live table, the only place with a lock."""
