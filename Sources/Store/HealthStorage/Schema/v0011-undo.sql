-- What lets a person take a deletion or an import back.

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

-- How much each peer deleted, which is shown again and again.
CREATE INDEX removed_by_peer ON removed (who, at, type, samples) WHERE kind = 2;

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
