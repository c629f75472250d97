#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cardroom/table/decide.hpp"

namespace cardroom::testing {

/// What the book remembers, kept in memory: filled from the events that were applied.
class RecordsInMemory final : public table::Records {
 public:
  void remember(const table::Event& event) {
    for (const auto& round : event.rounds) rounds_.emplace_back(event.seq, round);
    for (const auto& waiver : event.waivers) waivers_.emplace_back(event.seq, waiver);
    if (const auto* opened = std::get_if<table::OpenTable>(&event.command)) {
      tables_.insert(opened->table);
    }
    if (std::holds_alternative<table::OpenShift>(event.command)) {
      shifts_[event.seq] = {*event.shift, INT64_MAX};
    }
    if (std::holds_alternative<table::CloseShift>(event.command)) {
      shifts_[event.shift->id].second = event.seq;
    }
    if (event.count) counts_[event.seq] = *event.count;
    if (const auto* again = std::get_if<table::RecountDrop>(&event.command)) {
      recounted_[again->count] = event.seq;
    }
  }

  [[nodiscard]] std::optional<table::RoundFact> round(std::int64_t id,
                                                      std::int64_t before) const override {
    for (const auto& [seq, round] : rounds_) {
      if (round.id == id && seq < before) return round;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool reversed(std::int64_t id, std::int64_t before) const override {
    return std::any_of(rounds_.begin(), rounds_.end(), [&](const auto& known) {
      return known.second.corrects == id && known.first < before;
    });
  }
  [[nodiscard]] std::vector<table::Waiver> waivers(std::int64_t round,
                                                   std::int64_t before) const override {
    std::vector<table::Waiver> found;
    for (const auto& [seq, waiver] : waivers_) {
      if (waiver.round == round && seq < before) found.push_back(waiver);
    }
    return found;
  }
  [[nodiscard]] std::optional<table::ShiftRecord> shift(std::int64_t id,
                                                        std::int64_t before) const override {
    const auto found = shifts_.find(id);
    if (found == shifts_.end() || id >= before) return std::nullopt;
    const auto& [shift, closed_at] = found->second;
    return table::ShiftRecord{shift.name, shift.date, closed_at < before};
  }
  [[nodiscard]] std::optional<std::int64_t> count_of(const std::string& table, std::int64_t shift,
                                                     std::int64_t before) const override {
    std::optional<std::int64_t> latest;
    for (const auto& [id, count] : counts_) {
      if (count.table == table && count.shift == shift && id < before) latest = id;
    }
    return latest;
  }
  [[nodiscard]] std::optional<Count> count(std::int64_t id, std::int64_t before) const override {
    const auto found = counts_.find(id);
    if (found == counts_.end() || id >= before) return std::nullopt;
    Count count = found->second;
    const auto again = recounted_.find(id);
    count.recounted = again != recounted_.end() && again->second < before;
    return count;
  }
  [[nodiscard]] bool known_table(const std::string& table) const override {
    return tables_.contains(table);
  }

 private:
  std::vector<std::pair<std::int64_t, table::RoundFact>> rounds_;  // with their events
  std::vector<std::pair<std::int64_t, table::Waiver>> waivers_;
  std::map<std::int64_t, std::pair<table::Shift, std::int64_t>> shifts_;  // with their closing
  std::map<std::int64_t, Count> counts_;
  std::map<std::int64_t, std::int64_t> recounted_;
  std::set<std::string> tables_;
};

}  // namespace cardroom::testing
