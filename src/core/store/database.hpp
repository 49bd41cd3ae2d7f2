#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "assay/base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace assay::core {

/// An SQLite connection. Not for several threads at once.
class Database {
 public:
  enum class Open {
    Create,
    Existing,
    Finished,  ///< read-only, for a campaign that no process writes any more: takes no lock and makes no file
  };
  /// Uses WAL and waits up to 10 seconds for locks. An existing file in a folder without write access opens read-only.
  [[nodiscard]] static Result<std::unique_ptr<Database>> open(const std::string& path, Open mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements without results.
  [[nodiscard]] Status execute(const std::string& sql);
  /// The last error of the connection, with advice.
  [[nodiscard]] Error error(const std::string& action) const;

 private:
  friend class Query;
  Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}
  [[nodiscard]] static Result<std::unique_ptr<Database>> open_finished(const std::string& path);
  /// A prepared statement, new or from idle_; null on an error.
  [[nodiscard]] sqlite3_stmt* take(std::string_view sql);
  void give_back(std::string_view sql, sqlite3_stmt* statement);

  std::string path_;
  sqlite3* handle_;
  std::unordered_map<std::string, sqlite3_stmt*> idle_;  ///< by SQL text: preparing takes longer than running
};

/// One statement. Usage: bind the parameters in order, call next() until it is false, then check status().
class Query {
 public:
  Query(Database& database, std::string_view sql);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& bind(std::string_view text);
  Query& bind(const char* text) { return bind(std::string_view(text)); }
  Query& bind(double number);
  Query& bind(std::uint64_t number);
  Query& bind(unsigned number) { return bind(std::uint64_t{number}); }

  [[nodiscard]] bool next();
  [[nodiscard]] Status status() const;
  /// Runs a statement without results to its end.
  [[nodiscard]] Status run();

  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::uint64_t number(int column) const;
  [[nodiscard]] double real(int column) const;

 private:
  void note_failure();

  Database& database_;
  std::string sql_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  std::optional<Error> error_;
};

/// A transaction, which is rolled back unless commit() succeeds.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database), begun_(database.execute("BEGIN IMMEDIATE")) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  [[nodiscard]] Status begun() const { return begun_; }
  [[nodiscard]] Status commit();

 private:
  Database& database_;
  Status begun_;
  bool committed_ = false;
};

}  // namespace assay::core
