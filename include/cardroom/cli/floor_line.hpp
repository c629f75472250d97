#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardroom/rules/game.hpp"

/// What a line at the floor prompt says. Text in, an entry or a sentence why not out: nothing here
/// knows the table, and what the rules think of an entry is the server's to say.
namespace cardroom::cli {

struct TypedWager {
  std::uint8_t on;     ///< the wager's number in its game
  rules::Cents cents;  ///< nothing: it is taken back
  friend bool operator==(const TypedWager&, const TypedWager&) = default;
};

/// "5 p100 t100", "5b guest1 b200": each amount is what stands there afterwards.
struct TypedWagers {
  int seat = 0;
  std::optional<std::string> backline;  ///< who stands behind the seat
  std::vector<TypedWager> wagers;       ///< each space once
  friend bool operator==(const TypedWagers&, const TypedWagers&) = default;
};
struct TypedCard {
  std::string card;
};
struct TypedHands {
  std::string player, banker;
};
struct TypedOffer {
  std::optional<int> seat;
};
struct TypedAccept {
  std::optional<int> seat;
  rules::Cents wager;
};
struct TypedDecline {
  std::optional<int> seat;
};
struct TypedBank {
  rules::Cents wager;
};
struct TypedSeat {
  int seat = 0;
  std::string name;
  std::optional<std::string> patron;
};
struct TypedLeave {
  std::optional<int> seat;
  std::string name;  ///< where no seat was said
};
struct TypedTable {
  std::string table;
};
struct TypedVoid {
  std::string code, reason;
};
struct TypedPause {
  std::string reason;
};
/// What is said in a word alone.
enum class FloorWord { nothing, close, settle, give_up, resume, status, undo, again, help, quit };

using FloorEntry =
    std::variant<FloorWord, TypedWagers, TypedCard, TypedHands, TypedOffer, TypedAccept,
                 TypedDecline, TypedBank, TypedSeat, TypedLeave, TypedTable, TypedVoid, TypedPause>;

/// A sentence for the person who typed.
struct Mistake {
  std::string why;
};
using FloorLine = std::variant<FloorEntry, Mistake>;

/// Case and blanks are free; a line that could mean two things means none.
[[nodiscard]] FloorLine read_floor_line(std::string_view text, const rules::Game& game);

/// The short word of a wager: "p" for "player", "bp" for "banker-pair". Empty where there is none.
[[nodiscard]] std::string_view wager_letters(std::string_view wager);

/// The words with which a line may begin.
[[nodiscard]] std::vector<std::string_view> floor_words();

/// The reasons for which `void` can be said in this game.
[[nodiscard]] std::vector<std::string_view> void_codes(const rules::Game& game);

}  // namespace cardroom::cli
