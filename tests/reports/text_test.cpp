#include <catch2/catch.hpp>

#include "cardroom/reports/text.hpp"

using namespace cardroom::reports;

TEST_CASE("a name in any script takes the columns that a terminal gives it", "[reports][text]") {
  CHECK(columns_of("Ann") == 3);
  CHECK(columns_of("José") == 4);
  CHECK(columns_of("Jose\u0301") == 4);  // the accent as a character of its own
  CHECK(columns_of("陳大文") == 6);
  CHECK(columns_of("Nguyễn Văn An") == 13);
  CHECK(columns_of("a\xff!") == 3);  // no UTF-8: one sign a byte
  CHECK(columns_of("") == 0);
}

TEST_CASE("a text is cut between characters and never grows wider than asked", "[reports][text]") {
  CHECK(start_within("陳大文", 6) == "陳大文");
  CHECK(start_within("陳大文", 5) == "陳大");
  CHECK(start_within("陳大文", 1).empty());
  CHECK(start_within("Jose\u0301 Luis", 4) == "Jose\u0301");
  CHECK(start_within("Ann", 0).empty());
}

TEST_CASE("a table stays straight whatever script its names have", "[reports][text]") {
  TextTable table({TextTable::Align::left, TextTable::Align::right});
  table.row({"Ann", "4"});
  table.row({"陳大文", "15"});
  table.row({"Zoe\u0308", "6"});
  CHECK(table.text() ==
        "  Ann     4\n"
        "  陳大文 15\n"
        "  Zoe\u0308     6\n");
}

TEST_CASE("a word that is wider than a line goes on in the next", "[reports][text]") {
  CHECK(lines_within("陳大文 pays", 4) == std::vector<std::string>{"陳大", "文", "pays"});
}
