-- The rows and the side values of every match; kameny.store.base says what they mean.
-- The primary keys are the only indexes: a match is always read by its name, in order.

CREATE TABLE journal (
    match   TEXT    NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    at      REAL    NOT NULL,
    body    BLOB    NOT NULL,
    PRIMARY KEY (match, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE side (
    match TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;
