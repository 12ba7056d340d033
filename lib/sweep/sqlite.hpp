// Inside the store: SQLite's C interface with owners and Results. Brings in its header, so only the store includes it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "lib/spec/result.hpp"

namespace arraytwin::sweep {

/// What went wrong in words that help, for the file at `path`.
tl::unexpected<Diagnostics> refusal(const std::string& path, int code, sqlite3* connection);

/// One statement; values are bound and columns read by their number, from 1 and from 0 as SQLite has it.
class Statement {
public:
    Statement(sqlite3* connection, const std::string& path, std::string_view sql);

    Statement& bind(int parameter, std::string_view text);
    Statement& bind(int parameter, std::int64_t number);

    /// Whether there is a row.
    Result<bool> step();
    /// A statement that gives no rows; ready for its next values then.
    Result<void> run();

    std::string text(int column) const;
    std::int64_t number(int column) const;

private:
    struct Finalized {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    void note(int code);

    sqlite3* connection_;
    std::string path_;
    int failed_ = SQLITE_OK;
    std::unique_ptr<sqlite3_stmt, Finalized> statement_;
};

/// Statements without values, one after the other.
Result<void> execute(sqlite3* connection, const std::string& path, const char* sql);

/// All that is done before commit(), or nothing.
class Transaction {
public:
    explicit Transaction(sqlite3* connection) : connection_{connection} {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction() {
        if (open_) sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
    }

    Result<void> begin(const std::string& path);
    Result<void> commit(const std::string& path);

private:
    sqlite3* connection_;
    bool open_ = false;
};

}  // namespace arraytwin::sweep
