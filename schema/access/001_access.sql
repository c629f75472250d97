-- Who may sign in, and who did. Beside the book and never in it: the book is handed to others.
--
-- A1: nothing here opens a door. Passwords and PINs are kept as argon2id, tokens and codes as
-- SHA-256 of bytes too many to guess.

PRAGMA application_id = 1128354387;

CREATE TABLE credential (
  person   TEXT PRIMARY KEY,
  argon2id TEXT NOT NULL,
  set_ms   INTEGER NOT NULL
) STRICT;

CREATE TABLE pin (
  person   TEXT PRIMARY KEY,
  argon2id TEXT NOT NULL,
  set_ms   INTEGER NOT NULL
) STRICT;

CREATE TABLE one_time_code (
  hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
  person     TEXT,                      -- NULL: whoever is to be the first admin
  expires_ms INTEGER NOT NULL,
  used_ms    INTEGER                    -- or when a later code took its place
) STRICT;

CREATE TABLE session (
  id           INTEGER PRIMARY KEY,
  token        BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
  person       TEXT NOT NULL,
  by_password  INTEGER NOT NULL CHECK (by_password IN (0, 1)),
  opened_ms    INTEGER NOT NULL,
  last_used_ms INTEGER NOT NULL,
  expires_ms   INTEGER NOT NULL,        -- whatever happens
  device       TEXT NOT NULL,
  ended_ms     INTEGER,
  why          TEXT,
  CHECK ((ended_ms IS NULL) = (why IS NULL))
) STRICT;
CREATE INDEX session_expires ON session (expires_ms);

-- Wrong passwords and PINs, as long as they count. An empty address stands for all of them.
CREATE TABLE failure (
  kind    TEXT NOT NULL,
  person  TEXT NOT NULL,
  address TEXT NOT NULL,
  at_ms   INTEGER NOT NULL
) STRICT;
CREATE INDEX failure_of ON failure (kind, person, address);
CREATE INDEX failure_at ON failure (at_ms);

CREATE TABLE lock_out (
  kind     TEXT NOT NULL,
  person   TEXT NOT NULL,
  address  TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, person, address)
) STRICT;

-- A2: no row is ever changed, removed or replaced, and each carries the hash of all before it.
CREATE TABLE audit (
  id           INTEGER PRIMARY KEY,     -- no gap
  at_ms        INTEGER NOT NULL,
  who          TEXT NOT NULL,           -- empty: nobody who is known
  from_address TEXT NOT NULL,
  what         TEXT NOT NULL,
  detail       TEXT NOT NULL,
  hash         BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_at ON audit (at_ms);
CREATE INDEX audit_who ON audit (who);
CREATE INDEX audit_what ON audit (what);
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'A2: audit rows are final'); END;
CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'A2: audit rows are final'); END;
CREATE TRIGGER audit_new BEFORE INSERT ON audit
  WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'A2: audit rows are final'); END;
