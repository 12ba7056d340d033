#include "lib/sweep/sqlite.hpp"

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::sweep {

namespace {

constexpr std::size_t longest_path = 300;

struct Words {
    std::string message;
    std::string help;
};

Words words_of(int code, sqlite3* connection) {
    switch (code & 0xff) {  // the rest of an extended code is a detail
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {"is in use: another sweep is writing it", "wait until it has ended"};
        case SQLITE_FULL:
            return {"cannot grow: the disk is full", "what was stored is kept; make room, then --resume"};
        case SQLITE_READONLY:
            if (sqlite3_extended_errcode(connection) == SQLITE_READONLY_ROLLBACK)
                return {"was left in the middle of a write", "continue it with --resume where it may be written"};
            [[fallthrough]];
        case SQLITE_PERM:
            return {"is read-only", "choose another place with --store"};
        case SQLITE_IOERR:
            return {fmt::format("cannot be read or written: {}", sqlite3_errmsg(connection)),
                    "what was stored is kept; when the disk works again, --resume"};
        case SQLITE_NOTADB:
            return {"is not a store of a sweep", "choose another place with --store"};
        case SQLITE_CORRUPT:
            return {"is damaged", "keep a copy; export what can be read, or sweep again into another store"};
        case SQLITE_CANTOPEN:
            return {"cannot be opened", "is there such a folder, and may you write to it?"};
        default:
            return {fmt::format("SQLite says: {}", sqlite3_errmsg(connection)), ""};
    }
}

}  // namespace

tl::unexpected<Diagnostics> refusal(const std::string& path, int code, sqlite3* connection) {
    Words words = words_of(code, connection);
    return tl::unexpected(
        Diagnostics{{spec::printable(path, longest_path), 0, 0, "", std::move(words.message), std::move(words.help)}});
}

Statement::Statement(sqlite3* connection, const std::string& path, std::string_view sql)
    : connection_{connection}, path_{path} {
    sqlite3_stmt* statement = nullptr;
    note(sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
    statement_.reset(statement);
}

void Statement::note(int code) {
    if (failed_ == SQLITE_OK) failed_ = code;
}

Statement& Statement::bind(int parameter, std::string_view text) {
    if (failed_ == SQLITE_OK)
        note(sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
    if (failed_ == SQLITE_OK) note(sqlite3_bind_int64(statement_.get(), parameter, number));
    return *this;
}

Result<bool> Statement::step() {
    if (failed_ != SQLITE_OK) return refusal(path_, failed_, connection_);
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return refusal(path_, code, connection_);
}

Result<void> Statement::run() {
    const auto row = step();
    if (!row) return tl::unexpected(row.error());
    sqlite3_reset(statement_.get());
    return {};
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (text == nullptr) return "";
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }

Result<void> execute(sqlite3* connection, const std::string& path, const char* sql) {
    const int code = sqlite3_exec(connection, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return refusal(path, code, connection);
    return {};
}

Result<void> Transaction::begin(const std::string& path) {
    auto begun = execute(connection_, path, "BEGIN IMMEDIATE");
    open_ = begun.has_value();
    return begun;
}

Result<void> Transaction::commit(const std::string& path) {
    auto committed = execute(connection_, path, "COMMIT");
    if (committed) open_ = false;
    return committed;
}

}  // namespace arraytwin::sweep
