#include "cardroom/service/request_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace cardroom::service {

namespace {

using rules::OrRefused;
using rules::printable;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kMostMethodBytes = 16;
constexpr std::size_t kMostNameBytes = 128;
constexpr std::size_t kMostLengthDigits = 12;

Refused unclear(std::string detail) { return {Refusal::request_unclear, std::move(detail)}; }

Refused too_large(std::string_view what, std::size_t most, std::string_view unit) {
  return {Refusal::input_too_large,
          std::string(what) + " more than " + std::to_string(most) + " " + std::string(unit) + "."};
}

enum : std::uint8_t { kText = 1, kToken = 2, kHost = 4 };

constexpr bool is_letter_or_digit(std::size_t c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// What a byte may be part of. Bytes beyond ASCII may be part of nothing.
constexpr std::array<std::uint8_t, 256> kKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  kinds['\t'] = kText;
  for (std::size_t c = ' '; c < 0x7f; ++c) {
    kinds[c] = kText;
    if (is_letter_or_digit(c)) kinds[c] |= kToken | kHost;
  }
  for (const char c : std::string_view("!#$%&'*+-.^_`|~"))
    kinds[static_cast<std::size_t>(c)] |= kToken;
  for (const char c : std::string_view(".-_:[]")) kinds[static_cast<std::size_t>(c)] |= kHost;
  return kinds;
}();

bool is(std::uint8_t kind, char c) { return (kKinds[static_cast<unsigned char>(c)] & kind) != 0; }

bool all(std::uint8_t kind, std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [kind](char c) { return is(kind, c); });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool same_word(std::string_view a, std::string_view lower_case) {
  return std::ranges::equal(a, lower_case, {}, lower);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool lists(std::string_view value, std::string_view word) {
  for (;;) {
    const auto comma = value.find(',');
    if (same_word(trimmed(value.substr(0, comma)), word)) return true;
    if (comma == std::string_view::npos) return false;
    value.remove_prefix(comma + 1);
  }
}

/// Headers that mean something to the server; the others pass as they are.
enum class Header : std::uint8_t {
  host,
  content_length,
  transfer_encoding,
  connection,
  expect,
  te,
  trailer,
  upgrade,
  authorization,
  content_type,
  idempotency_key,
  if_match,
  if_none_match,
  last_event_id,
};

struct KnownHeader {
  std::string_view name;
  Header header;
  bool single;  ///< twice, and two readers could each take another one
};

constexpr std::array kKnown{
    KnownHeader{"host", Header::host, true},
    KnownHeader{"content-length", Header::content_length, true},
    KnownHeader{"transfer-encoding", Header::transfer_encoding, false},
    KnownHeader{"connection", Header::connection, false},
    KnownHeader{"expect", Header::expect, true},
    KnownHeader{"te", Header::te, false},
    KnownHeader{"trailer", Header::trailer, false},
    KnownHeader{"upgrade", Header::upgrade, false},
    KnownHeader{"authorization", Header::authorization, true},
    KnownHeader{"content-type", Header::content_type, true},
    KnownHeader{"idempotency-key", Header::idempotency_key, true},
    KnownHeader{"if-match", Header::if_match, true},
    KnownHeader{"if-none-match", Header::if_none_match, true},
    KnownHeader{"last-event-id", Header::last_event_id, true},
};

OrRefused<std::uint64_t> read_length(std::string_view value) {
  const bool digits = !value.empty() && value.find_first_not_of("0123456789") == value.npos;
  if (!digits || value.size() > kMostLengthDigits) {
    return unclear("Content-Length must be a plain number of at most " +
                   std::to_string(kMostLengthDigits) + " digits, and '" + printable(value) +
                   "' is not.");
  }
  std::uint64_t length = 0;
  std::from_chars(value.data(), value.data() + value.size(), length);
  return length;
}

class Reader {
 public:
  OrRefused<RequestHead> read(std::string_view head) {
    if (auto refused = request_line(next_line(head))) return *refused;
    for (auto line = next_line(head); !line.empty(); line = next_line(head)) {
      if (auto refused = header_line(line)) return *refused;
    }
    if (auto refused = as_a_whole()) return *refused;
    return head_;
  }

 private:
  using Verdict = std::optional<Refused>;

  /// HeadWatch has seen to it that CR LF ends every line and an empty one the head.
  static std::string_view next_line(std::string_view& head) {
    const auto line = head.substr(0, head.find('\r'));
    head.remove_prefix(line.size() + 2);
    return line;
  }

  Verdict request_line(std::string_view line) {
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == line.npos || line.find(' ', first + 1) != last || first == last) {
      return unclear("A request begins with a method, a path and HTTP/1.1, one blank between.");
    }
    head_.method = line.substr(0, first);
    head_.target = line.substr(first + 1, last - first - 1);
    if (auto refused = version(line.substr(last + 1))) return refused;
    if (!all(kToken, head_.method) || head_.method.size() > kMostMethodBytes) {
      return unclear("'" + printable(head_.method) + "' is not a method.");
    }
    return target();
  }

  Verdict version(std::string_view text) {
    if (text == "HTTP/1.1" || text == "HTTP/1.0") {
      newest_ = head_.keep_alive = text == "HTTP/1.1";
      return std::nullopt;
    }
    const bool some = text.starts_with("HTTP/") && text.size() > 5 &&
                      text.find_first_not_of("0123456789.", 5) == text.npos;
    if (!some) return unclear("The first line must end with HTTP/1.1.");
    return Refused{Refusal::version_not_spoken,
                   "This server speaks HTTP/1.1, not " + printable(text) + "."};
  }

  Verdict target() const {
    if (head_.method == "CONNECT") return unclear("This server is no proxy: CONNECT is not taken.");
    const auto text = head_.target;
    const bool path = text.starts_with('/') && !text.starts_with("//");
    if (!path || text.find_first_of("\t#\\") != text.npos) {
      return unclear("The address must be a path that begins with one '/', not '" +
                     printable(text) + "'.");
    }
    return std::nullopt;
  }

  Verdict header_line(std::string_view line) {
    if (line.front() == ' ' || line.front() == '\t') {
      return unclear("A header is continued on a second line; put it on one.");
    }
    const auto colon = line.find(':');
    const auto name = line.substr(0, colon);
    if (colon == line.npos || !all(kToken, name) || name.size() > kMostNameBytes) {
      return unclear("'" + printable(name) + "' is not the name of a header with ':' behind it.");
    }
    const auto value = trimmed(line.substr(colon + 1));
    // The library behind the gate would decode such a word, even into the end of a line.
    if (value.find("=?") != value.npos) {
      return unclear("The header " + printable(name) +
                     " holds '=?', which begins an encoded word.");
    }
    const auto known = std::ranges::find_if(
        kKnown, [name](const KnownHeader& header) { return same_word(name, header.name); });
    if (known == kKnown.end()) return std::nullopt;
    const auto bit = 1U << static_cast<unsigned>(known->header);
    if (known->single && (seen_ & bit) != 0) {
      return unclear("The header " + printable(name) + " comes twice.");
    }
    seen_ |= bit;
    return known_header(known->header, value);
  }

  Verdict known_header(Header header, std::string_view value) {
    switch (header) {
      case Header::host:
        if (!all(kHost, value)) return unclear("'" + printable(value) + "' is not a host.");
        head_.has_host = true;
        return std::nullopt;
      case Header::content_length: {
        const auto length = read_length(value);
        if (const auto* refused = rules::refused(length)) return *refused;
        head_.content_length = std::get<std::uint64_t>(length);
        return std::nullopt;
      }
      case Header::transfer_encoding: chunked_ = true; return std::nullopt;
      case Header::connection:
        closes_ = closes_ || lists(value, "close");
        stays_ = stays_ || lists(value, "keep-alive");
        return std::nullopt;
      case Header::expect:
        head_.expects_continue = same_word(value, "100-continue");
        if (head_.expects_continue) return std::nullopt;
        return unclear("Nothing but 100-continue can be expected of this server.");
      case Header::te:
        if (value.empty() || same_word(value, "trailers")) return std::nullopt;
        return unclear("This server sends no transfer coding; leave the header TE away.");
      case Header::trailer: return unclear("Headers behind a body are not read.");
      case Header::upgrade: return unclear("This server does not change to another protocol.");
      case Header::authorization:
      case Header::content_type:
      case Header::idempotency_key:
      case Header::if_match:
      case Header::if_none_match:
      case Header::last_event_id: return std::nullopt;
    }
    return std::nullopt;
  }

  Verdict as_a_whole() {
    if (chunked_ && head_.content_length) {
      return unclear("Content-Length and Transfer-Encoding contradict each other.");
    }
    if (chunked_) {
      return Refused{Refusal::length_missing,
                     "A body is sent with its Content-Length, not with a Transfer-Encoding."};
    }
    if (newest_ && !head_.has_host) return unclear("The header Host is missing.");
    const auto& method = head_.method;
    if (head_.has_body() && (method == "GET" || method == "HEAD" || method == "DELETE")) {
      return unclear(std::string(method) + " has no body; something may be hidden in this one.");
    }
    head_.keep_alive = !closes_ && (newest_ || stays_);
    return std::nullopt;
  }

  RequestHead head_;
  unsigned seen_ = 0;
  bool newest_ = false;
  bool chunked_ = false;
  bool closes_ = false;
  bool stays_ = false;
};

}  // namespace

OrRefused<std::optional<std::size_t>> HeadWatch::look(std::string_view so_far) {
  const auto bytes = so_far.substr(0, kMostHeadBytes);
  while (seen_ < bytes.size()) {
    if (is(kText, bytes[seen_])) {
      ++seen_;
      continue;
    }
    if (bytes[seen_] == '\n') return unclear("A line ends with LF alone; CR LF is needed.");
    if (bytes[seen_] != '\r') return unclear("The head holds a byte that is not plain text.");
    if (seen_ + 1 == bytes.size()) break;
    if (bytes[seen_ + 1] != '\n') {
      return unclear("A CR stands alone in the head; only CR LF ends a line.");
    }
    const auto length = seen_ - line_begin_;
    if (length > kMostLineBytes) break;
    if (length == 0 && lines_ == 0) return unclear("The request begins with an empty line.");
    seen_ += 2;
    line_begin_ = seen_;
    if (length == 0) return std::optional(seen_);
    if (++lines_ > kMostHeaders + 1) return too_large("The request has", kMostHeaders, "headers");
  }
  if (seen_ - line_begin_ > kMostLineBytes) {
    return too_large("A line of the head has", kMostLineBytes, "bytes");
  }
  if (so_far.size() >= kMostHeadBytes) return too_large("The head has", kMostHeadBytes, "bytes");
  return std::optional<std::size_t>();
}

OrRefused<RequestHead> read_request_head(std::string_view head) {
  const auto end = HeadWatch().look(head);
  if (const auto* refused = rules::refused(end)) return *refused;
  const auto length = std::get<std::optional<std::size_t>>(end);
  if (!length) return unclear("The request ends in the middle of its head.");
  if (*length != head.size()) return unclear("Something follows the head.");
  return Reader().read(head);
}

}  // namespace cardroom::service
