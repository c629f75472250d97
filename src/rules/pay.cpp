#include "cardroom/rules/pay.hpp"

namespace cardroom::rules {

namespace {

/// The documents print 0.95 and 1.2 "to 1", and a half as "1 to 2".
std::string odds_text(std::int32_t pays, std::int32_t of) {
  if (of == 1 || of == 2) return std::to_string(pays) + " to " + std::to_string(of);
  const std::int32_t hundredths = pays * 100 / of;
  std::string decimals = std::to_string(hundredths % 100);
  if (decimals.size() == 1) decimals.insert(0, "0");
  if (decimals.ends_with('0')) decimals.pop_back();
  return std::to_string(hundredths / 100) + "." + decimals + " to 1";
}

}  // namespace

std::string pay_text(const Pay& pay) {
  switch (pay.kind()) {
    case Pay::Kind::lose: return "lose";
    case Pay::Kind::push: return "push";
    case Pay::Kind::win: break;
  }
  std::string text = odds_text(pay.numerator(), pay.denominator());
  if (pay.bonus() != Cents{}) text += " and " + dollars_text(pay.bonus());
  return text;
}

}  // namespace cardroom::rules
