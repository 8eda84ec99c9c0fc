-- What tells damage from what was written, and remembers what was lost.

-- A checksum of the other numbers of the row: they are read as the digits of a number modulo 2^31 - 1, each number as
-- two digits, the base first and the block last.
ALTER TABLE uuid_span ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE uuid_span SET checksum =
  ((((((((base >> 32 & 4294967295) % 2147483647
    * 31337 + (base & 4294967295)) % 2147483647
    * 31337 + (last >> 32 & 4294967295)) % 2147483647
    * 31337 + (last & 4294967295)) % 2147483647
    * 31337 + (first >> 32 & 4294967295)) % 2147483647
    * 31337 + (first & 4294967295)) % 2147483647
    * 31337 + (block >> 32 & 4294967295)) % 2147483647
    * 31337 + (block & 4294967295)) % 2147483647;

-- 1 for a segment whose directory is damaged and of which the sync rules no longer claim to know what it held (R24).
-- Its row and its blocks stay until a peer has given the samples again, or a person gives them up.
ALTER TABLE segment ADD COLUMN claim_given_up INTEGER NOT NULL DEFAULT 0;
