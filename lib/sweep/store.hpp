// A sweep's results on disk: one SQLite file with a row for each point, and the documents that they were computed from.
//
// One writer at a time, which holds the file from open to close; rollback journal; each batch is a transaction, so a
// process that is killed loses what it had in flight and nothing else. Errors (locked, full, read-only, corrupt, another
// program's) are diagnostics that name the file; what was stored stays. SQLite's header is in the source alone.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/result.hpp"

struct sqlite3;

namespace arraytwin::sweep {

/// A point as text, to be stored or sent. JSON objects on one line.
struct StoredPoint {
    std::size_t index = 0;
    std::string key;
    std::string array_document;     ///< its digest
    std::string workload_document;  ///< its digest
    std::string inputs;
    std::string result;
};

/// Points, and the documents behind them by digest.
struct Batch {
    std::vector<StoredPoint> points;
    std::map<std::string, std::string> documents;
};

/// Which sweep a store belongs to.
struct Identity {
    std::string plan;     ///< digest of the keys of all points
    std::string version;  ///< of the program
    std::string name;     ///< of the plan
    std::size_t points = 0;
};

class Store {
public:
    enum class Access { read, write };

    /// A new store; refused where there is something already.
    static Result<Store> create(const std::string& path, const Identity& identity);

    /// One that exists. What no sweep finished creating has no identity yet: `or_else`, or it is refused.
    static Result<Store> open(const std::string& path, Access access, const Identity* or_else = nullptr);

    const Identity& identity() const { return identity_; }

    /// Keys that are there, sorted.
    Result<std::vector<std::string>> keys() const;

    Result<void> put(const Batch& batch);

    /// All points in the order of their index.
    Result<void> for_each(const std::function<void(const StoredPoint&)>& take) const;

    /// The text behind a digest; empty if there is none.
    Result<std::string> document(const std::string& digest) const;

    /// Adds the points of another store of the same sweep, in one transaction.
    Result<void> merge(const std::string& other);

private:
    struct Closed {
        void operator()(sqlite3* connection) const;
    };
    using Connection = std::unique_ptr<sqlite3, Closed>;

    Store(std::string path, Connection connection) : path_{std::move(path)}, connection_{std::move(connection)} {}

    Result<void> lay_out(const Identity& identity);
    Result<void> read_identity();
    Result<void> insert(const Batch& batch);

    std::string path_;
    Connection connection_;
    Identity identity_;
};

/// That the store is of this version of the program; `whose` version is wanted, in words.
Result<void> check_version(const std::string& path, const Identity& found, const std::string& wanted,
                           std::string_view whose = "this");

/// That the store belongs to this sweep; `whose` sweep is wanted, in words.
Result<void> check_same(const std::string& path, const Identity& found, const Identity& wanted,
                        std::string_view whose = "this");

}  // namespace arraytwin::sweep
