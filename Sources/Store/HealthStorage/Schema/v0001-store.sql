-- A node's store. Samples are columns inside blocks; no row and no index entry belongs to a single
-- sample, but for the few that are linked to others or were deleted under a foreign UUID.

-- What the node as a whole knows, in one row that every commit of changes rewrites.
CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The last log position given out. It never goes back, whatever is pruned.
  head INTEGER NOT NULL,
  -- The highest log position whose tombstone is gone (R1): anchors at or above it are complete.
  horizon INTEGER NOT NULL,
  -- Samples ending before this are refused and pruned; seconds since 2001-01-01 UTC.
  cutoff REAL NOT NULL,
  -- Blocks that merging replaced, as intervals of numbers: they go when no query reads them, and at
  -- the next open at the latest.
  garbage BLOB NOT NULL,
  garbage_checksum INTEGER NOT NULL
) STRICT;

-- Types by number, so that other tables stay small. Known-from is K of R1, NULL for "unknown".
CREATE TABLE type (
  id INTEGER PRIMARY KEY,
  identifier TEXT NOT NULL UNIQUE,
  known_from REAL
) STRICT;

-- Which incarnation wrote the log from a position on (R2, R10).
CREATE TABLE epoch (
  first_position INTEGER PRIMARY KEY,
  incarnation INTEGER NOT NULL
) STRICT;

-- The version vector (R1): the dots covered, as intervals, by type and incarnation.
CREATE TABLE vector (
  type INTEGER NOT NULL REFERENCES type,
  incarnation INTEGER NOT NULL,
  covered BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (type, incarnation)
) STRICT, WITHOUT ROWID;

-- Segments: consecutive log positions of one type, as a directory of blocks and as partial
-- aggregates by source and quarter-hour. Each part has a checksum of its own, so that damage to one
-- leaves the other readable.
CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL REFERENCES type,
  directory BLOB NOT NULL,
  directory_checksum INTEGER NOT NULL,
  aggregates BLOB NOT NULL,
  aggregates_checksum INTEGER NOT NULL
) STRICT;

-- Blocks: up to 512 samples as one SampleRun message. They never change; merging lets full ones be.
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- Rows of a block that are out of sight: deleted or pruned, and soon to be merged away.
CREATE TABLE dead (
  block INTEGER PRIMARY KEY REFERENCES block,
  rows BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- Where our own UUIDs are: an interval of counters of one base, in one block.
CREATE TABLE uuid_span (
  base INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (base, last)
) STRICT, WITHOUT ROWID;

-- Where foreign UUIDs may be: pages of short hashes with the rows that have them, by segment and
-- hash (id = segment << 8 | page).
CREATE TABLE uuid_page (
  id INTEGER PRIMARY KEY,
  entries BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- UUIDs of deleted samples, which no save brings back: our own and derived ones for ever, random
-- ones as long as the log tells of the deletion.
CREATE TABLE dead_span (
  base INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (base, last)
) STRICT, WITHOUT ROWID;

CREATE TABLE dead_uuid (
  uuid BLOB PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Deletions: up to 4096 tombstones of one type as one DeletionRun message. They are log entries.
CREATE TABLE deletion (
  first_position INTEGER PRIMARY KEY,
  last_position INTEGER NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  -- When it was committed, by the node's clock.
  deleted_at REAL NOT NULL,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX deletion_by_type ON deletion (type, last_position);

-- Which samples belong to a correlation (kind 1) or a workout (kind 2): intervals of our own
-- UUIDs, or one foreign UUID. Together they are kept and pruned by their latest end.
CREATE TABLE member (
  kind INTEGER NOT NULL,
  numbered INTEGER NOT NULL,
  -- The base, or the UUID's first half.
  high INTEGER NOT NULL,
  -- The last counter, or the UUID's second half.
  last INTEGER NOT NULL,
  container_high INTEGER NOT NULL,
  container_low INTEGER NOT NULL,
  first INTEGER NOT NULL,
  group_end REAL NOT NULL,
  PRIMARY KEY (kind, numbered, high, last, container_high, container_low)
) STRICT, WITHOUT ROWID;

CREATE INDEX member_by_container ON member (container_high, container_low);

-- The bytes of documents, by the document's UUID and in pieces.
CREATE TABLE document_piece (
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (high, low, ordinal)
) STRICT;

-- What apps may do, one row per app and type. The positions tell since when the app sees its own
-- samples and those of others; NULL while it does not.
CREATE TABLE app_grant (
  app TEXT NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  share INTEGER NOT NULL,
  read INTEGER NOT NULL,
  position INTEGER NOT NULL,
  incarnation INTEGER NOT NULL,
  own_since INTEGER,
  foreign_since INTEGER,
  PRIMARY KEY (app, type)
) STRICT, WITHOUT ROWID;

-- Records the phone owns: characteristics, source orders, unit preferences, goals; versioned like
-- grants. The latest value of each key; wheelchair use holds its whole history.
CREATE TABLE record (
  key TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  incarnation INTEGER NOT NULL,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO store VALUES (1, 0, 0, -63113904000, x'', 0);
