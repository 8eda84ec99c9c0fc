-- What imports go by beside the samples.

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
