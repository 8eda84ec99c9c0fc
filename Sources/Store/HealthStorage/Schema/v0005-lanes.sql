-- What an app that sees only its own samples reads, without passing over those of others.

-- Who had saved what a run of deletions tells of, by bundle identifier; NULL for runs from before this,
-- which may tell of several.
ALTER TABLE deletion ADD COLUMN source TEXT;

CREATE INDEX deletion_by_source ON deletion (type, source, last_position);
