#include "core/store/database.hpp"

#include <sqlite3.h>

#include <cerrno>

#include "base/ascii.hpp"
#include "core/io/io.hpp"

namespace assay::core {
namespace {

std::string advice_for_sqlite(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return advice_for(ENOSPC);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN: return advice_for(EACCES);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program holds the campaign: wait for it or end it";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "the file is damaged or no campaign; the findings' folders can still be read one by one";
    case SQLITE_IOERR: return "the disk may be full or damaged: make room, then resume the campaign";
    default: return "";
  }
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open_finished(const std::string& path) {
  sqlite3* handle = nullptr;
  const std::string uri = "file:" + percent_encoded(path, "/-._~") + "?immutable=1";
  const int code =
      sqlite3_open_v2(uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<Database> database(new Database(path, handle));
  if (code != SQLITE_OK) return database->error("open");
  sqlite3_extended_result_codes(handle, 1);
  if (const Status ready = database->execute("SELECT count(*) FROM sqlite_master"); !ready) return ready.error();
  return database;
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Open mode) {
  if (mode == Open::Finished) return open_finished(path);
  const int create = mode == Open::Create ? SQLITE_OPEN_CREATE : 0;
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | create | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<Database> database(new Database(path, handle));
  if (code != SQLITE_OK) return database->error("open");
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 10000);
  Status ready =
      database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; SELECT count(*) FROM sqlite_master");
  if (ready) return database;
  const int failure = sqlite3_extended_errcode(handle) & 0xff;
  const bool read_only = failure == SQLITE_READONLY || failure == SQLITE_CANTOPEN;
  if (mode == Open::Create || !read_only) return ready.error();
  // A WAL database needs files next to it even for reading. In a folder without write access, open it read-only.
  database.reset();
  return open_finished(path);
}

Database::~Database() {
  for (const auto& [sql, statement] : idle_) sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

sqlite3_stmt* Database::take(std::string_view sql) {
  if (const auto found = idle_.find(std::string(sql)); found != idle_.end()) {
    sqlite3_stmt* const statement = found->second;
    idle_.erase(found);
    return statement;
  }
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  return statement;
}

void Database::give_back(std::string_view sql, sqlite3_stmt* statement) {
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (!idle_.emplace(sql, statement).second) sqlite3_finalize(statement);
}

Status Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return error("use");
  return {};
}

Error Database::error(const std::string& action) const {
  const std::string reason = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
  const int code = handle_ == nullptr ? SQLITE_NOMEM : sqlite3_extended_errcode(handle_);
  return {"cannot " + action + " " + path_ + ": " + reason, advice_for_sqlite(code)};
}

Query::Query(Database& database, std::string_view sql)
    : database_(database), sql_(sql), statement_(database.take(sql)) {
  if (statement_ == nullptr) note_failure();
}

Query::~Query() {
  if (statement_ != nullptr) database_.give_back(sql_, statement_);
}

void Query::note_failure() {
  if (!error_) error_ = database_.error("use");
}

Query& Query::bind(std::string_view text) {
  if (error_) return *this;
  if (sqlite3_bind_text64(statement_, ++bound_, text.data() == nullptr ? "" : text.data(), text.size(),
                          SQLITE_TRANSIENT, SQLITE_UTF8) != SQLITE_OK) {
    note_failure();
  }
  return *this;
}

Query& Query::bind(double number) {
  if (!error_ && sqlite3_bind_double(statement_, ++bound_, number) != SQLITE_OK) note_failure();
  return *this;
}

Query& Query::bind(std::uint64_t number) {
  if (!error_ && sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number)) != SQLITE_OK) {
    note_failure();
  }
  return *this;
}

bool Query::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) note_failure();
  return false;
}

Status Query::status() const {
  if (error_) return *error_;
  return {};
}

Status Query::run() {
  while (next()) continue;
  return status();
}

std::string Query::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::uint64_t Query::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
}

double Query::real(int column) const { return sqlite3_column_double(statement_, column); }

Transaction::~Transaction() {
  // A failed statement may have rolled back already; the ROLLBACK then fails, which is harmless.
  if (begun_ && !committed_) static_cast<void>(database_.execute("ROLLBACK"));
}

Status Transaction::commit() {
  Status done = database_.execute("COMMIT");
  committed_ = done.ok();
  return done;
}

}  // namespace assay::core
