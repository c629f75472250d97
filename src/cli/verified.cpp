#include "cardroom/cli/verified.hpp"

#include <cstdlib>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using ledger::Verified;

std::string head_text(const ledger::ChainHead& head) {
  return std::to_string(head.seq) + ":" + ledger::hex(head.hash);
}

std::string verified_json(const Verified& v, const std::string& head) {
  std::string out = fmt::format(
      R"({{"holds":{},"events":{},"rounds":{},"wagers":{},"entries":{},"postings":{},"head":"{}",)"
      R"("house_from_play_cents":{},"house_bank_cents":{},)"
      R"("collections_cents":{},"waivers_cents":{})",
      !v.first_difference, v.events, v.rounds, v.wagers, v.entries, v.postings, head_text(v.head),
      v.house_from_play.count(), v.house_bank.count(), v.collections.count(), v.waivers.count());
  if (v.first_difference) {
    out += R"(,"first_difference":)";
    table::write_json_string(out, *v.first_difference);
  }
  if (!v.first_difference && !head.empty()) out += R"(,"head_found":true)";
  return out + "}\n";
}

/// Dollars with cents always, as in a closing line.
std::string money(rules::Cents cents) {
  const auto n = cents.count();
  const auto whole = static_cast<std::uint64_t>(std::abs(n) / 100);
  return fmt::format("{}${}.{:02}", n < 0 ? "-" : "", reports::grouped(whole), std::abs(n) % 100);
}

std::string verified_text(const Verified& v, const std::string& head, const reports::Ink& ink) {
  using reports::grouped;
  const auto count = [](std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); };
  std::string out = v.first_difference ? "Up to the first difference: " : "";
  out += fmt::format("{} events, {} rounds, {} wagers, {} entries, {} postings\n", count(v.events),
                     count(v.rounds), count(v.wagers), count(v.entries), count(v.postings));
  out += "chain head " + head_text(v.head) + '\n';
  out += "collections " + money(v.collections) + ", waivers " + money(v.waivers) + '\n';
  if (v.house_bank != rules::Cents{}) {
    out += "house bank of house-banked tables: " + money(v.house_bank) + '\n';
  }
  out += "house net from play: " + money(v.house_from_play) + '\n';
  if (v.first_difference) return out + ink.bad("DIFFERS: " + *v.first_difference) + '\n';
  if (v.events == 0) out += "the book is empty: no event was ever recorded\n";
  if (!head.empty()) out += "head " + head + " is in this book\n";
  return out + ink.good("The book holds: every hash and every row follows from the log.") + '\n';
}

}  // namespace

Exit tell(const rules::OrRefused<Verified>& looked, bool json, const Terminal& terminal,
          const std::string& head) {
  if (const auto* no = rules::refused(looked)) return refuse(terminal, *no);
  const auto& found = std::get<Verified>(looked);
  terminal.out << (json ? verified_json(found, head) : verified_text(found, head, terminal.ink));
  return found.first_difference ? Exit::refused : Exit::done;
}

}  // namespace cardroom::cli
