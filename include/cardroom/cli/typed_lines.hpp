#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardroom::cli {

/// Lines as a person types them: with editing, history and completion at a terminal, else as they
/// stand on standard input.
class TypedLines {
 public:
  /// How the last word of a text may go on.
  using Complete = std::function<std::vector<std::string>(std::string_view)>;

  [[nodiscard]] static std::unique_ptr<TypedLines> make(Complete complete);
  virtual ~TypedLines() = default;

  /// The next line; none at the end.
  [[nodiscard]] virtual std::optional<std::string> next(const std::string& prompt) = 0;
  /// For Up and for the next time; a line that is not remembered can be fetched back until the end.
  virtual void remember(const std::string& line) = 0;
  /// Columns to write in.
  [[nodiscard]] virtual std::size_t width() const = 0;
  /// A person is there, and sees what was typed.
  [[nodiscard]] virtual bool by_hand() const = 0;

 protected:
  TypedLines() = default;
};

}  // namespace cardroom::cli
