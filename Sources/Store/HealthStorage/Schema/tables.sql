-- The tables of today, as a new store gets them at once. The steps beside this file make the same of an older store;
-- whoever adds a step changes this file as well, and a test compares the two.

-- What the node as a whole knows, in one row.
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
  garbage_checksum INTEGER NOT NULL,
  -- The log position of the last erasure of all history, 0 where there was none: whoever read before it
  -- starts over.
  erased INTEGER NOT NULL DEFAULT 0,
  -- From which end date on a store claims to know everything that has no record "sync" yet (K of R1).
  known_from REAL NOT NULL DEFAULT -63113904000,
  -- Blocks from this number on are loose: their rows are all that was written of the commits that made them.
  -- Their segments, what finds their UUIDs, their part of the vector and the head of the log are worked out
  -- from them when the store is opened.
  loose_from INTEGER NOT NULL DEFAULT 1,
  -- Of the other columns but for the number and the garbage. So have the rows of most tables one; where a row holds
  -- bytes it is of these in their row.
  checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Types by number, so that other tables stay small.
CREATE TABLE type (
  id INTEGER PRIMARY KEY,
  identifier TEXT NOT NULL UNIQUE,
  checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Which incarnation wrote the log from a position on (R2, R10).
CREATE TABLE epoch (
  first_position INTEGER PRIMARY KEY,
  incarnation INTEGER NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0
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
  aggregates_checksum INTEGER NOT NULL,
  -- 1 for a segment whose directory is damaged and of which the sync rules no longer claim to know what it held (R24).
  -- Its row and its blocks stay until a peer has given the samples again, or a person gives them up.
  claim_given_up INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Blocks: up to 512 samples as one SampleRun message. They never change; merging lets full ones be.
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  -- Of a block that was written loose, its type, and the head of the log after the commit; NULL for others.
  type INTEGER REFERENCES type,
  head INTEGER
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
  -- A checksum of the other numbers of the row: they are read as the digits of a number modulo 2^31 - 1, each number as
  -- two digits, the base first and the block last.
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (base, last)
) STRICT, WITHOUT ROWID;

-- Where foreign UUIDs may be: pages of short hashes with the rows that have them, by segment and
-- hash (id = segment << 8 | page).
CREATE TABLE uuid_page (
  id INTEGER PRIMARY KEY,
  entries BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  -- What the last two bytes of a page's entries say: 0 the row, in old stores; 1 the block, and more of the hash than
  -- there was room for beside a row.
  form INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Deletions: up to 4096 tombstones of one type as one DeletionRun message. They are log entries.
CREATE TABLE deletion (
  first_position INTEGER PRIMARY KEY,
  last_position INTEGER NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  -- When it was committed, by the node's clock.
  deleted_at REAL NOT NULL,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  -- Who had saved what it tells of, by bundle identifier; NULL in old stores, where it may tell of several.
  source TEXT
) STRICT;

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
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, numbered, high, last, container_high, container_low)
) STRICT, WITHOUT ROWID;

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
  checksum INTEGER NOT NULL DEFAULT 0,
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

-- Records of this node alone, each whole and of a form that its owner knows: the trust in peers, say.
-- They are not in the log, no peer gets them, and erasing all history leaves them.
CREATE TABLE node_record (
  key TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was decided and what became of it, for people to read: the latest 10,000 entries, without
-- health values, codes or keys.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  -- When, by the node's clock; seconds since 2001-01-01 UTC.
  at REAL NOT NULL,
  event TEXT NOT NULL,
  -- Whom it concerns, as its id or its bundle identifier.
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- One object under two names (R23): an app saved it on both nodes. The lower dot holds the row, and the
-- other is its alias. A row here is a stretch of aliases of one stream, whose hosts are as many of one
-- stream, too.
CREATE TABLE alias (
  type INTEGER NOT NULL REFERENCES type,
  incarnation INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  host_type INTEGER NOT NULL REFERENCES type,
  host_incarnation INTEGER NOT NULL,
  -- The host of the first alias; the second alias has the next, and so on.
  host_first INTEGER NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (type, incarnation, last)
) STRICT, WITHOUT ROWID;

-- Numbers that stand for samples that came from an import and were deleted, eight bytes each and in order, so that the
-- same export does not bring them back.
CREATE TABLE deleted_mark (
  id INTEGER PRIMARY KEY,
  marks BLOB NOT NULL,
  checksum INTEGER NOT NULL
);

-- Exports that were taken in whole, by the hash of their bytes, with when, how many samples they have, and the form
-- of what took them.
CREATE TABLE taken_export (
  sum INTEGER PRIMARY KEY,
  taken_at REAL NOT NULL,
  samples INTEGER NOT NULL,
  form INTEGER NOT NULL
);

-- Who counts on a base, or had saved what is dead: an app's bundle identifier and a type.
CREATE TABLE sample_owner (
  id INTEGER PRIMARY KEY,
  bundle TEXT NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  checksum INTEGER NOT NULL DEFAULT 0,
  UNIQUE (bundle, type)
) STRICT;

-- To whom a base of our numbering belongs: whoever saved under it first, for ever. The owner 0 stands for
-- bases of old stores, which several apps may have shared.
CREATE TABLE uuid_base (
  base INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- UUIDs of deleted samples, which no save brings back: our own and derived ones for ever, random ones as long as the
-- log tells of the deletion. With who had saved them, 0 where nobody knows.
CREATE TABLE "dead_span" (
  base INTEGER NOT NULL,
  owner INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (base, owner, last)
) STRICT, WITHOUT ROWID;

CREATE TABLE "dead_uuid" (
  uuid BLOB NOT NULL,
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (uuid, owner)
) STRICT, WITHOUT ROWID;

-- Samples that are stored under another UUID than their app said, because another app's sample has that. Few stores
-- have any.
CREATE TABLE namesake (
  bundle TEXT NOT NULL,
  said BLOB NOT NULL,
  stored BLOB NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (bundle, said)
) STRICT, WITHOUT ROWID;

-- Samples that were deleted within the last day, as one SampleRun message for each block they were in. No query, peer,
-- export, mirror or backup gets them; after a day they are overwritten.
CREATE TABLE removed (
  id INTEGER PRIMARY KEY,
  -- What was deleted together has one number: the log position before it.
  act INTEGER NOT NULL,
  -- When, by the node's clock.
  at REAL NOT NULL,
  -- Who did it: 0 the owner, 1 an app, 2 a peer, 3 the owner, who took an import back.
  kind INTEGER NOT NULL,
  -- The app's bundle identifier or the peer's id.
  who TEXT NOT NULL,
  type INTEGER NOT NULL REFERENCES type,
  samples INTEGER NOT NULL,
  -- Whether pieces of documents wait with them.
  has_documents INTEGER NOT NULL,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- What was imported, with what the UUIDs of its samples follow from, so that they are found as long as they are here.
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  -- What the file was called.
  name TEXT NOT NULL,
  key_high INTEGER NOT NULL,
  key_low INTEGER NOT NULL,
  -- Of the name and the two.
  checksum INTEGER NOT NULL,
  -- How many samples were saved; NULL where it was broken off.
  samples INTEGER,
  -- As in taken_export, where it was noted there.
  sum INTEGER
) STRICT;

CREATE INDEX deletion_by_type ON deletion (type, last_position);

CREATE INDEX member_by_container ON member (container_high, container_low);

-- What pruning asks for: the groups that end on either side of a date.
CREATE INDEX member_by_end ON member (group_end);

CREATE INDEX deletion_by_source ON deletion (type, source, last_position);

-- How much each peer deleted, which is shown again and again.
CREATE INDEX removed_by_peer ON removed (who, at, type, samples) WHERE kind = 2;

INSERT INTO store (id, head, horizon, cutoff, garbage, garbage_checksum, checksum)
VALUES (1, 0, 0, -63113904000, x'', 0, 2733235648595143918);
