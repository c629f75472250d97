#pragma once

#include <iosfwd>

#include <SQLiteCpp/SQLiteCpp.h>

namespace cardroom::reports {

/// The double entry as a journal that hledger and ledger read: a transaction an entry.
void export_journal(SQLite::Database& database, std::ostream& out);

/// Every posting a line, with its entry, event, time, round and account.
void export_csv(SQLite::Database& database, std::ostream& out);

/// The log, an event a line, with all that its hash covers: anyone can check the chain without us.
void export_log(SQLite::Database& database, std::ostream& out);

}  // namespace cardroom::reports
