-- The book of a room. Amounts are whole cents.
--
-- L2: no row is ever changed, removed or replaced. UPDATE and DELETE triggers alone do not stop
-- INSERT OR REPLACE, which comes in through any unique key; so every unique key has a guard.

PRAGMA application_id = 1128354386;

-- The log: the truth. Everything below follows from it, and `verify` compares it with it.
CREATE TABLE event (
  seq        INTEGER PRIMARY KEY,       -- L4: no gap
  at_ms      INTEGER NOT NULL,          -- milliseconds since 1970, UTC; never falls
  utc_offset INTEGER NOT NULL,          -- minutes, of the room at that time
  stream     INTEGER,                   -- gaming_table.id; 0 the room; NULL changes no held state
  who        TEXT NOT NULL,
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL UNIQUE,      -- L5: one key, one command
  body       TEXT NOT NULL,             -- the command, in its one form
  hash       BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX event_stream ON event (stream) WHERE stream IS NOT NULL;
CREATE TRIGGER event_kept BEFORE DELETE ON event
  BEGIN SELECT RAISE(ABORT, 'L2: event rows are final'); END;
CREATE TRIGGER event_fixed BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'L2: event rows are final'); END;
CREATE TRIGGER event_new BEFORE INSERT ON event
  WHEN EXISTS (SELECT 1 FROM event WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM event WHERE key = NEW.key)
  BEGIN SELECT RAISE(ABORT, 'L2: event rows are final'); END;

CREATE TABLE gaming_table (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER gaming_table_kept BEFORE DELETE ON gaming_table
  BEGIN SELECT RAISE(ABORT, 'L2: gaming_table rows are final'); END;
CREATE TRIGGER gaming_table_fixed BEFORE UPDATE ON gaming_table
  BEGIN SELECT RAISE(ABORT, 'L2: gaming_table rows are final'); END;
CREATE TRIGGER gaming_table_new BEFORE INSERT ON gaming_table
  WHEN EXISTS (SELECT 1 FROM gaming_table WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM gaming_table WHERE name = NEW.name)
  BEGIN SELECT RAISE(ABORT, 'L2: gaming_table rows are final'); END;

-- Chart of accounts: bettors, player-dealers, wagers on the table, the player-dealer's wager,
-- collections and waivers by table and shift; a house bank for house-banked tables alone.
CREATE TABLE account (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER account_kept BEFORE DELETE ON account
  BEGIN SELECT RAISE(ABORT, 'L2: account rows are final'); END;
CREATE TRIGGER account_fixed BEFORE UPDATE ON account
  BEGIN SELECT RAISE(ABORT, 'L2: account rows are final'); END;
CREATE TRIGGER account_new BEFORE INSERT ON account
  WHEN EXISTS (SELECT 1 FROM account WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM account WHERE name = NEW.name)
  BEGIN SELECT RAISE(ABORT, 'L2: account rows are final'); END;

-- One row for every change of a person.
CREATE TABLE staff (
  id     INTEGER PRIMARY KEY REFERENCES event,
  person TEXT NOT NULL,
  name   TEXT NOT NULL,
  role   TEXT NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;
CREATE TRIGGER staff_kept BEFORE DELETE ON staff
  BEGIN SELECT RAISE(ABORT, 'L2: staff rows are final'); END;
CREATE TRIGGER staff_fixed BEFORE UPDATE ON staff
  BEGIN SELECT RAISE(ABORT, 'L2: staff rows are final'); END;
CREATE TRIGGER staff_new BEFORE INSERT ON staff
  WHEN EXISTS (SELECT 1 FROM staff WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: staff rows are final'); END;

CREATE TABLE shift (
  id        INTEGER PRIMARY KEY REFERENCES event,
  name      TEXT NOT NULL,
  date      TEXT NOT NULL,              -- the gaming day
  opened_ms INTEGER NOT NULL,
  opened_by TEXT NOT NULL
) STRICT;
CREATE TRIGGER shift_kept BEFORE DELETE ON shift
  BEGIN SELECT RAISE(ABORT, 'L2: shift rows are final'); END;
CREATE TRIGGER shift_fixed BEFORE UPDATE ON shift
  BEGIN SELECT RAISE(ABORT, 'L2: shift rows are final'); END;
CREATE TRIGGER shift_new BEFORE INSERT ON shift
  WHEN EXISTS (SELECT 1 FROM shift WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: shift rows are final'); END;

CREATE TABLE shift_close (
  id        INTEGER PRIMARY KEY REFERENCES event,
  shift     INTEGER NOT NULL UNIQUE REFERENCES shift,
  closed_ms INTEGER NOT NULL,
  closed_by TEXT NOT NULL
) STRICT;
CREATE TRIGGER shift_close_kept BEFORE DELETE ON shift_close
  BEGIN SELECT RAISE(ABORT, 'L2: shift_close rows are final'); END;
CREATE TRIGGER shift_close_fixed BEFORE UPDATE ON shift_close
  BEGIN SELECT RAISE(ABORT, 'L2: shift_close rows are final'); END;
CREATE TRIGGER shift_close_new BEFORE INSERT ON shift_close
  WHEN EXISTS (SELECT 1 FROM shift_close WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM shift_close WHERE shift = NEW.shift)
  BEGIN SELECT RAISE(ABORT, 'L2: shift_close rows are final'); END;

-- A table from its opening to its close.
CREATE TABLE session (
  id           INTEGER PRIMARY KEY REFERENCES event,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  game         TEXT NOT NULL,
  opened_ms    INTEGER NOT NULL
) STRICT;
CREATE TRIGGER session_kept BEFORE DELETE ON session
  BEGIN SELECT RAISE(ABORT, 'L2: session rows are final'); END;
CREATE TRIGGER session_fixed BEFORE UPDATE ON session
  BEGIN SELECT RAISE(ABORT, 'L2: session rows are final'); END;
CREATE TRIGGER session_new BEFORE INSERT ON session
  WHEN EXISTS (SELECT 1 FROM session WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: session rows are final'); END;

CREATE TABLE session_close (
  id        INTEGER PRIMARY KEY REFERENCES event,
  session   INTEGER NOT NULL UNIQUE REFERENCES session,
  closed_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER session_close_kept BEFORE DELETE ON session_close
  BEGIN SELECT RAISE(ABORT, 'L2: session_close rows are final'); END;
CREATE TRIGGER session_close_fixed BEFORE UPDATE ON session_close
  BEGIN SELECT RAISE(ABORT, 'L2: session_close rows are final'); END;
CREATE TRIGGER session_close_new BEFORE INSERT ON session_close
  WHEN EXISTS (SELECT 1 FROM session_close WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM session_close WHERE session = NEW.session)
  BEGIN SELECT RAISE(ABORT, 'L2: session_close rows are final'); END;

-- What a table plays under from this event on: an option of a schedule, or displayed limits.
CREATE TABLE terms (
  id           INTEGER PRIMARY KEY REFERENCES event,
  session      INTEGER NOT NULL REFERENCES session,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  book         INTEGER REFERENCES event,   -- that loaded the schedule
  option       INTEGER,
  limits       TEXT,                       -- "player 1000-500000, ...", cents
  differential INTEGER
) STRICT;
CREATE TRIGGER terms_kept BEFORE DELETE ON terms
  BEGIN SELECT RAISE(ABORT, 'L2: terms rows are final'); END;
CREATE TRIGGER terms_fixed BEFORE UPDATE ON terms
  BEGIN SELECT RAISE(ABORT, 'L2: terms rows are final'); END;
CREATE TRIGGER terms_new BEFORE INSERT ON terms
  WHEN EXISTS (SELECT 1 FROM terms WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: terms rows are final'); END;

-- Every offer of the position with its answer.
CREATE TABLE offer (
  id           INTEGER PRIMARY KEY REFERENCES event,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  seat         INTEGER NOT NULL,
  account      INTEGER NOT NULL REFERENCES account,
  company      TEXT,
  offered_ms   INTEGER NOT NULL,
  answered_ms  INTEGER NOT NULL,
  accepted     INTEGER NOT NULL CHECK (accepted IN (0, 1))
) STRICT;
CREATE TRIGGER offer_kept BEFORE DELETE ON offer
  BEGIN SELECT RAISE(ABORT, 'L2: offer rows are final'); END;
CREATE TRIGGER offer_fixed BEFORE UPDATE ON offer
  BEGIN SELECT RAISE(ABORT, 'L2: offer rows are final'); END;
CREATE TRIGGER offer_new BEFORE INSERT ON offer
  WHEN EXISTS (SELECT 1 FROM offer WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: offer rows are final'); END;

-- A turn of the position, written when it ends.
CREATE TABLE turn (
  id           INTEGER PRIMARY KEY REFERENCES event,
  began        INTEGER NOT NULL UNIQUE REFERENCES event,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  seat         INTEGER NOT NULL,
  account      INTEGER NOT NULL REFERENCES account,
  company      TEXT,
  since_ms     INTEGER NOT NULL,
  until_ms     INTEGER NOT NULL,
  hands        INTEGER NOT NULL CHECK (hands BETWEEN 0 AND 2),  -- T4
  wager        INTEGER NOT NULL,
  why          TEXT NOT NULL
) STRICT;
CREATE TRIGGER turn_kept BEFORE DELETE ON turn
  BEGIN SELECT RAISE(ABORT, 'L2: turn rows are final'); END;
CREATE TRIGGER turn_fixed BEFORE UPDATE ON turn
  BEGIN SELECT RAISE(ABORT, 'L2: turn rows are final'); END;
CREATE TRIGGER turn_new BEFORE INSERT ON turn
  WHEN EXISTS (SELECT 1 FROM turn WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM turn WHERE began = NEW.began)
  BEGIN SELECT RAISE(ABORT, 'L2: turn rows are final'); END;

-- One row for every round that ended, so that reports need not read its wagers. A reversal has the
-- figures of the round it undoes with the other sign: sums over rounds are always right.
CREATE TABLE round (
  id                INTEGER PRIMARY KEY,
  event             INTEGER NOT NULL REFERENCES event,
  closed            INTEGER REFERENCES event,           -- that closed its bets and took the fees
  kind              TEXT NOT NULL CHECK (kind IN ('settled', 'voided', 'reversal', 'corrected')),
  gaming_table      INTEGER NOT NULL REFERENCES gaming_table,
  shift             INTEGER REFERENCES shift,           -- in which its bets were closed
  terms             INTEGER NOT NULL REFERENCES terms,
  turn              INTEGER REFERENCES event,           -- that began the turn
  hand              INTEGER,                            -- of the turn
  player_dealer     INTEGER REFERENCES account,
  seat              INTEGER,                            -- the player-dealer's
  bank              INTEGER,
  closed_ms         INTEGER,
  ended_ms          INTEGER NOT NULL,
  player            TEXT,                               -- cards
  banker            TEXT,
  winner            TEXT,
  first_wager       INTEGER NOT NULL,
  wagers            INTEGER NOT NULL,
  action            INTEGER NOT NULL,
  player_dealer_fee INTEGER NOT NULL,
  player_fees       INTEGER NOT NULL,
  gap               INTEGER NOT NULL CHECK (gap IN (0, 1)),
  paid              INTEGER NOT NULL,
  taken             INTEGER NOT NULL,
  cover_left        INTEGER,
  exhausted         INTEGER NOT NULL CHECK (exhausted IN (0, 1)),
  short_paid        INTEGER NOT NULL,                   -- wagers
  no_action         INTEGER NOT NULL,                   -- wagers
  corrects          INTEGER REFERENCES round
) STRICT;
CREATE INDEX round_event ON round (event);
CREATE INDEX round_shift ON round (shift, gaming_table);
CREATE INDEX round_corrects ON round (corrects) WHERE corrects IS NOT NULL;
CREATE TRIGGER round_kept BEFORE DELETE ON round
  BEGIN SELECT RAISE(ABORT, 'L2: round rows are final'); END;
CREATE TRIGGER round_fixed BEFORE UPDATE ON round
  BEGIN SELECT RAISE(ABORT, 'L2: round rows are final'); END;
CREATE TRIGGER round_new BEFORE INSERT ON round
  WHEN EXISTS (SELECT 1 FROM round WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: round rows are final'); END;

-- Wagers in the order in which they were placed, each with how it was settled.
CREATE TABLE wager (
  id          INTEGER PRIMARY KEY,
  round       INTEGER NOT NULL REFERENCES round,
  seat        INTEGER NOT NULL,
  bettor      INTEGER NOT NULL REFERENCES account,
  space       INTEGER NOT NULL,         -- the wager's number in its game
  backline    INTEGER NOT NULL CHECK (backline IN (0, 1)),
  stake       INTEGER NOT NULL,
  unsettled   INTEGER NOT NULL,
  fee         INTEGER NOT NULL,
  line        INTEGER,                  -- its place in the order of settlement; NULL: void
  result      TEXT,
  due         INTEGER NOT NULL,
  paid        INTEGER NOT NULL,
  taken       INTEGER NOT NULL,
  cover_after INTEGER
) STRICT;
CREATE INDEX wager_bettor ON wager (bettor);
CREATE TRIGGER wager_kept BEFORE DELETE ON wager
  BEGIN SELECT RAISE(ABORT, 'L2: wager rows are final'); END;
CREATE TRIGGER wager_fixed BEFORE UPDATE ON wager
  BEGIN SELECT RAISE(ABORT, 'L2: wager rows are final'); END;
CREATE TRIGGER wager_new BEFORE INSERT ON wager
  WHEN EXISTS (SELECT 1 FROM wager WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: wager rows are final'); END;

-- Double entry. L1: the postings of an entry sum to zero.
CREATE TABLE entry (
  id            INTEGER PRIMARY KEY,
  event         INTEGER NOT NULL REFERENCES event,
  kind          TEXT NOT NULL,
  round         INTEGER REFERENCES round,  -- NULL: it has not ended yet
  first_posting INTEGER NOT NULL,
  postings      INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_event ON entry (event);
CREATE TRIGGER entry_kept BEFORE DELETE ON entry
  BEGIN SELECT RAISE(ABORT, 'L2: entry rows are final'); END;
CREATE TRIGGER entry_fixed BEFORE UPDATE ON entry
  BEGIN SELECT RAISE(ABORT, 'L2: entry rows are final'); END;
CREATE TRIGGER entry_new BEFORE INSERT ON entry
  WHEN EXISTS (SELECT 1 FROM entry WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: entry rows are final'); END;

CREATE TABLE posting (
  id      INTEGER PRIMARY KEY,
  entry   INTEGER NOT NULL REFERENCES entry,
  account INTEGER NOT NULL REFERENCES account,
  cents   INTEGER NOT NULL CHECK (cents <> 0)
) STRICT;
CREATE TRIGGER posting_kept BEFORE DELETE ON posting
  BEGIN SELECT RAISE(ABORT, 'L2: posting rows are final'); END;
CREATE TRIGGER posting_fixed BEFORE UPDATE ON posting
  BEGIN SELECT RAISE(ABORT, 'L2: posting rows are final'); END;
CREATE TRIGGER posting_new BEFORE INSERT ON posting
  WHEN EXISTS (SELECT 1 FROM posting WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: posting rows are final'); END;

-- Fees given back (C-when).
CREATE TABLE waiver (
  id           INTEGER PRIMARY KEY,
  event        INTEGER NOT NULL REFERENCES event,
  round        INTEGER NOT NULL REFERENCES round,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  shift        INTEGER NOT NULL REFERENCES shift,
  bettor       TEXT,                    -- NULL: the player-dealer
  account      INTEGER NOT NULL REFERENCES account,
  cents        INTEGER NOT NULL,        -- below zero: taken back by a reversal
  reason       TEXT NOT NULL
) STRICT;
CREATE INDEX waiver_round ON waiver (round);
CREATE INDEX waiver_shift ON waiver (shift, gaming_table);
CREATE TRIGGER waiver_kept BEFORE DELETE ON waiver
  BEGIN SELECT RAISE(ABORT, 'L2: waiver rows are final'); END;
CREATE TRIGGER waiver_fixed BEFORE UPDATE ON waiver
  BEGIN SELECT RAISE(ABORT, 'L2: waiver rows are final'); END;
CREATE TRIGGER waiver_new BEFORE INSERT ON waiver
  WHEN EXISTS (SELECT 1 FROM waiver WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: waiver rows are final'); END;

CREATE TABLE irregularity (
  id           INTEGER PRIMARY KEY REFERENCES event,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  round        INTEGER REFERENCES round,
  code         TEXT NOT NULL,
  clause       TEXT NOT NULL,
  effect       TEXT NOT NULL,
  reason       TEXT NOT NULL
) STRICT;
CREATE TRIGGER irregularity_kept BEFORE DELETE ON irregularity
  BEGIN SELECT RAISE(ABORT, 'L2: irregularity rows are final'); END;
CREATE TRIGGER irregularity_fixed BEFORE UPDATE ON irregularity
  BEGIN SELECT RAISE(ABORT, 'L2: irregularity rows are final'); END;
CREATE TRIGGER irregularity_new BEFORE INSERT ON irregularity
  WHEN EXISTS (SELECT 1 FROM irregularity WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: irregularity rows are final'); END;

CREATE TABLE correction (
  id       INTEGER PRIMARY KEY REFERENCES event,
  round    INTEGER NOT NULL REFERENCES round,
  asked_by TEXT NOT NULL,
  reason   TEXT NOT NULL
) STRICT;
CREATE TRIGGER correction_kept BEFORE DELETE ON correction
  BEGIN SELECT RAISE(ABORT, 'L2: correction rows are final'); END;
CREATE TRIGGER correction_fixed BEFORE UPDATE ON correction
  BEGIN SELECT RAISE(ABORT, 'L2: correction rows are final'); END;
CREATE TRIGGER correction_new BEFORE INSERT ON correction
  WHEN EXISTS (SELECT 1 FROM correction WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: correction rows are final'); END;

CREATE TABLE correction_end (
  id         INTEGER PRIMARY KEY REFERENCES event,
  correction INTEGER NOT NULL UNIQUE REFERENCES correction,
  ended_by   TEXT NOT NULL,
  reversal   INTEGER REFERENCES round,     -- NULL: dropped
  replaced   INTEGER REFERENCES round      -- NULL: dropped or struck
) STRICT;
CREATE TRIGGER correction_end_kept BEFORE DELETE ON correction_end
  BEGIN SELECT RAISE(ABORT, 'L2: correction_end rows are final'); END;
CREATE TRIGGER correction_end_fixed BEFORE UPDATE ON correction_end
  BEGIN SELECT RAISE(ABORT, 'L2: correction_end rows are final'); END;
CREATE TRIGGER correction_end_new BEFORE INSERT ON correction_end
  WHEN EXISTS (SELECT 1 FROM correction_end WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM correction_end WHERE correction = NEW.correction)
  BEGIN SELECT RAISE(ABORT, 'L2: correction_end rows are final'); END;

-- 4 CCR 12385. A recount names the count it follows; the first figure stays.
CREATE TABLE drop_count (
  id           INTEGER PRIMARY KEY REFERENCES event,
  shift        INTEGER NOT NULL REFERENCES shift,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  box          TEXT NOT NULL,
  cents        INTEGER NOT NULL,
  expected     INTEGER NOT NULL,        -- fees less waivers when it was counted
  counters     TEXT NOT NULL,
  recounts     INTEGER UNIQUE REFERENCES drop_count,
  reason       TEXT
) STRICT;
CREATE INDEX drop_count_shift ON drop_count (shift, gaming_table);
CREATE TRIGGER drop_count_kept BEFORE DELETE ON drop_count
  BEGIN SELECT RAISE(ABORT, 'L2: drop_count rows are final'); END;
CREATE TRIGGER drop_count_fixed BEFORE UPDATE ON drop_count
  BEGIN SELECT RAISE(ABORT, 'L2: drop_count rows are final'); END;
CREATE TRIGGER drop_count_new BEFORE INSERT ON drop_count
  WHEN EXISTS (SELECT 1 FROM drop_count WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM drop_count WHERE recounts = NEW.recounts)
  BEGIN SELECT RAISE(ABORT, 'L2: drop_count rows are final'); END;

-- A table's state after an event, so that a restart replays only what came later.
CREATE TABLE snapshot (
  id           INTEGER PRIMARY KEY REFERENCES event,
  gaming_table INTEGER NOT NULL REFERENCES gaming_table,
  state        TEXT NOT NULL
) STRICT;
CREATE INDEX snapshot_table ON snapshot (gaming_table);
CREATE TRIGGER snapshot_kept BEFORE DELETE ON snapshot
  BEGIN SELECT RAISE(ABORT, 'L2: snapshot rows are final'); END;
CREATE TRIGGER snapshot_fixed BEFORE UPDATE ON snapshot
  BEGIN SELECT RAISE(ABORT, 'L2: snapshot rows are final'); END;
CREATE TRIGGER snapshot_new BEFORE INSERT ON snapshot
  WHEN EXISTS (SELECT 1 FROM snapshot WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'L2: snapshot rows are final'); END;
