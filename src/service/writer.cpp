#include "cardroom/service/writer.hpp"

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::service {

namespace {

constexpr std::size_t kMostWaiting = 4096;
constexpr std::size_t kMostInBatch = 256;  // the last of a batch waits for the first

Writer::Answer refused_with(rules::Refusal code, std::string detail) {
  Writer::Answer answer;
  answer.why_not = rules::Refused{code, std::move(detail)};
  return answer;
}

}  // namespace

Writer::Writer(std::unique_ptr<ledger::Recorder> recorder, Committed committed)
    : recorder_(std::move(recorder)), committed_(std::move(committed)) {
  committed_(recorder_->floor(), {});
  thread_ = std::thread([this] { run(); });
}

Writer::~Writer() { stop(); }

void Writer::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  arrived_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::size_t Writer::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

Writer::Answer Writer::record(table::Request request) {
  std::future<Answer> answer;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) {
      return refused_with(rules::Refusal::stopping,
                          "The server is stopping: nothing was recorded. Send it again later.");
    }
    if (waiting_.size() >= kMostWaiting) {
      return refused_with(rules::Refusal::too_busy,
                          "Too many commands wait for the book: nothing was recorded. Send it "
                          "again under the same key.");
    }
    answer = waiting_.emplace_back(Waiting{std::move(request), {}}).answer.get_future();
  }
  arrived_.notify_one();
  return answer.get();
}

void Writer::run() {
  std::vector<Waiting> batch;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      while (!waiting_.empty() && batch.size() < kMostInBatch) {
        batch.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
      }
    }
    record_batch(batch);
    batch.clear();
  }
}

void Writer::record_batch(std::vector<Waiting>& batch) {
  std::vector<rules::OrRefused<table::Request>> requests;
  requests.reserve(batch.size());
  for (Waiting& one : batch) requests.push_back(std::move(one.request));
  std::vector<Answer> answers;
  try {
    answers = recorder_->record(requests);
  } catch (const std::exception&) {
    // One of them broke an invariant and took the transaction with it: the others try again.
    for (std::size_t i = 0; i < batch.size(); ++i) record_alone(requests[i], batch[i].answer);
    return;
  }
  tell(answers);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    batch[i].answer.set_value(std::move(answers[i]));
  }
}

void Writer::record_alone(const rules::OrRefused<table::Request>& request,
                          std::promise<Answer>& promised) {
  try {
    auto answers = recorder_->record({&request, 1});
    tell(answers);
    promised.set_value(std::move(answers.front()));
  } catch (...) {
    promised.set_exception(std::current_exception());
  }
}

void Writer::tell(std::span<const Answer> answers) { committed_(recorder_->floor(), answers); }

}  // namespace cardroom::service
