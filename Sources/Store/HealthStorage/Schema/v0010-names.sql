-- What keeps UUIDs from telling an app what it may not see, and from being taken.

-- Who counts on a base, or had saved what is dead: an app's bundle identifier and a type.
CREATE TABLE sample_owner (
  id INTEGER PRIMARY KEY,
  bundle TEXT NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  UNIQUE (bundle, type)
) STRICT;

-- To whom a base of our numbering belongs: whoever saved under it first, for ever. The owner 0 stands for
-- bases from before this, which several apps may have shared.
CREATE TABLE uuid_base (
  base INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL
) STRICT;

INSERT INTO uuid_base (base, owner) SELECT DISTINCT base, 0 FROM uuid_span;
INSERT OR IGNORE INTO uuid_base (base, owner) SELECT DISTINCT base, 0 FROM dead_span;

-- The dead, now with who had saved them: 0 where that was before this, and nobody knows.
CREATE TABLE dead_span_of (
  base INTEGER NOT NULL,
  owner INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (base, owner, last)
) STRICT, WITHOUT ROWID;

INSERT INTO dead_span_of (base, owner, last, first) SELECT base, 0, last, first FROM dead_span;
DROP TABLE dead_span;
ALTER TABLE dead_span_of RENAME TO dead_span;

CREATE TABLE dead_uuid_of (
  uuid BLOB NOT NULL,
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (uuid, owner)
) STRICT, WITHOUT ROWID;

INSERT INTO dead_uuid_of (uuid, owner, position) SELECT uuid, 0, position FROM dead_uuid;
DROP TABLE dead_uuid;
ALTER TABLE dead_uuid_of RENAME TO dead_uuid;

-- Samples that are stored under another UUID than their app said, because another app's sample has that. Few stores
-- have any.
CREATE TABLE namesake (
  bundle TEXT NOT NULL,
  said BLOB NOT NULL,
  stored BLOB NOT NULL,
  PRIMARY KEY (bundle, said)
) STRICT, WITHOUT ROWID;
