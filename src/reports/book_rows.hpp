#pragma once

// How the columns of the book's rows are read, for all that asks the book.

#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/reports/document.hpp"
#include "cardroom/rules/cents.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

/// A time of the book: milliseconds in one column, the wall's distance from UTC in another.
inline table::Moment moment_at(const SQLite::Statement& row, int ms, int offset) {
  return {row.getColumn(ms).getInt64(), row.getColumn(offset).getInt()};
}

inline std::optional<std::int64_t> number_at(const SQLite::Statement& row, int at) {
  if (row.getColumn(at).isNull()) return std::nullopt;
  return row.getColumn(at).getInt64();
}

inline std::optional<std::string> text_at(const SQLite::Statement& row, int at) {
  if (row.getColumn(at).isNull()) return std::nullopt;
  return row.getColumn(at).getString();
}

inline rules::Cents cents_at(const SQLite::Statement& row, int at) {
  return rules::Cents{row.getColumn(at).getInt64()};
}
inline std::optional<rules::Cents> money_at(const SQLite::Statement& row, int at) {
  if (row.getColumn(at).isNull()) return std::nullopt;
  return cents_at(row, at);
}

/// The same as cells of a report, empty where the row has nothing.
inline Cell number_cell(const SQLite::Statement& row, int at) {
  const auto number = number_at(row, at);
  return number ? Cell(*number) : Cell();
}
inline Cell text_cell(const SQLite::Statement& row, int at) {
  auto text = text_at(row, at);
  return text ? Cell(*std::move(text)) : Cell();
}

/// "bettors:Ann #1234" without the kind of account.
inline std::string person_in(const std::string& account) {
  return account.substr(account.find(':') + 1);
}
inline std::optional<std::string> person_in(const std::optional<std::string>& account) {
  return account ? std::optional(person_in(*account)) : std::nullopt;
}

}  // namespace cardroom::reports
