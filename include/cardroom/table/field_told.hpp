#pragma once

#include <string>
#include <vector>

namespace cardroom::table {

/// One field of a command or an answer, for whoever documents them.
struct FieldTold {
  std::string name;
  std::string kind;  ///< "text", "whole number", "cents", "true or false", "list", "object", "map",
                     ///< "either", ...
  bool required = true;
  std::string item = {};                 ///< of a list or a map by name: what kind its values are
  std::vector<FieldTold> inside = {};    ///< of an object, or of those in a list; of "either": each
  std::vector<std::string> one_of = {};  ///< of a text with a closed list
};

}  // namespace cardroom::table
