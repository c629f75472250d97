#include "cardroom/cli/bench_line.hpp"

#include <charconv>

#include <Poco/Net/NetException.h>
#include <fmt/format.h>

namespace cardroom::cli {

namespace {

constexpr int kReadBytes = 16'384;
constexpr int kPatienceSeconds = 60;  // only a server that hangs reaches this

int number_at(std::string_view text, std::size_t at) {
  int number = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), number);
  return number;
}

}  // namespace

BenchLine::BenchLine(const Poco::Net::SocketAddress& server) : socket_(server) {
  socket_.setNoDelay(true);
  socket_.setReceiveTimeout(Poco::Timespan(kPatienceSeconds, 0));
}

void BenchLine::read_more() {
  const auto before = read_.size();
  read_.resize(before + kReadBytes);
  const int got = socket_.receiveBytes(read_.data() + before, kReadBytes);
  if (got <= 0) throw Poco::Net::ConnectionResetException("the server closed the connection");
  read_.resize(before + static_cast<std::size_t>(got));
}

int BenchLine::ask(std::string_view request) {
  read_.clear();
  while (!request.empty()) {
    const int sent = socket_.sendBytes(request.data(), static_cast<int>(request.size()));
    request.remove_prefix(static_cast<std::size_t>(sent));
  }
  std::size_t head = 0;
  while ((head = read_.find("\r\n\r\n")) == std::string::npos) read_more();
  head += 4;
  constexpr std::string_view kLength = "Content-Length: ";
  const auto told = read_.find(kLength);
  const std::size_t length =
      told < head ? static_cast<std::size_t>(number_at(read_, told + kLength.size())) : 0;
  while (read_.size() < head + length) read_more();
  body_ = std::string_view(read_).substr(head, length);
  return number_at(read_, std::string_view("HTTP/1.1 ").size());
}

std::string request_bytes(std::string_view method, std::string_view path, std::string_view token,
                          std::string_view body) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path);
  if (!token.empty()) text += fmt::format("Authorization: Bearer {}\r\n", token);
  if (!body.empty()) {
    text += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body.size());
  }
  return text.append("\r\n").append(body);
}

}  // namespace cardroom::cli
