#include "lib/sweep/store.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"
#include "lib/sweep/sqlite.hpp"

namespace arraytwin::sweep {

namespace {

constexpr std::int64_t application_id = 0x41545357;  // "ATSW": told to SQLite, so that the file says whose it is
constexpr int wait_ms = 1000;                        // for a reader that is about to leave
constexpr std::size_t longest_path = 300;

constexpr const char* layout = R"(
    CREATE TABLE sweep (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE documents (digest TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE points (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, array_document TEXT NOT NULL,
                         workload_document TEXT NOT NULL, inputs TEXT NOT NULL, result TEXT NOT NULL);
    PRAGMA application_id = 1096045399;
)";
static_assert(application_id == 1096045399);

tl::unexpected<Diagnostics> refuse(const std::string& path, std::string message, std::string help) {
    return tl::unexpected(
        Diagnostics{{spec::printable(path, longest_path), 0, 0, "", std::move(message), std::move(help)}});
}

Result<std::string> one_value(sqlite3* connection, const std::string& path, std::string_view sql) {
    Statement statement{connection, path, sql};
    const auto row = statement.step();
    if (!row) return tl::unexpected(row.error());
    return *row ? statement.text(0) : std::string{};
}

/// The writer keeps the file to itself until it closes it, and finds damage before it adds to it.
Result<void> take_hold(sqlite3* connection, const std::string& path, Store::Access access) {
    sqlite3_busy_timeout(connection, wait_ms);
    if (access == Store::Access::write) {
        if (sqlite3_db_readonly(connection, "main") == 1) return refusal(path, SQLITE_READONLY, connection);
        auto held = execute(connection, path,
                            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT");
        if (!held) return held;
    } else if (auto reading = execute(connection, path, "PRAGMA query_only = ON"); !reading) {
        return reading;
    }
    const auto check = one_value(connection, path, "PRAGMA quick_check(1)");
    if (!check) return tl::unexpected(check.error());
    if (*check != "ok") return refusal(path, SQLITE_CORRUPT, connection);
    return {};
}

}  // namespace

void Store::Closed::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Result<Store> Store::create(const std::string& path, const Identity& identity) {
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, error)))
        return refuse(path, "is there already", "--resume continues it; --store names another place");
    sqlite3* connection = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    Store store{path, Connection{connection}};
    if (code != SQLITE_OK) return refusal(path, code, connection);
    auto done = take_hold(connection, path, Access::write);
    if (done) done = store.lay_out(identity);
    if (!done) return tl::unexpected(std::move(done.error()));
    return store;
}

Result<Store> Store::open(const std::string& path, Access access, const Identity* or_else) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return refuse(path, "there is no such store", "");
    if (std::filesystem::is_directory(path, error)) return refuse(path, "is a folder, a file is due", "");
    sqlite3* connection = nullptr;
    // A reader too must be able to undo what a killed writer left half done.
    const int code = sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READWRITE, nullptr);
    Store store{path, Connection{connection}};
    if (code != SQLITE_OK) return refusal(path, code, connection);
    if (auto held = take_hold(connection, path, access); !held) return tl::unexpected(std::move(held.error()));
    const auto tables = one_value(connection, path, "SELECT count(*) FROM sqlite_master");
    const auto id = one_value(connection, path, "PRAGMA application_id");
    if (!tables || !id) return tl::unexpected(!tables ? tables.error() : id.error());
    const bool empty = *tables == "0" && *id == "0";
    if (!empty && *id != std::to_string(application_id)) return refusal(path, SQLITE_NOTADB, connection);
    if (empty && or_else == nullptr) return refuse(path, "has no point of any sweep", "");
    auto done = empty ? store.lay_out(*or_else) : store.read_identity();
    if (!done) return tl::unexpected(std::move(done.error()));
    return store;
}

Result<void> Store::lay_out(const Identity& identity) {
    identity_ = identity;
    Transaction transaction{connection_.get()};
    auto done = transaction.begin(path_);
    if (done) done = execute(connection_.get(), path_, layout);
    const std::pair<const char*, std::string> values[] = {{"plan", identity.plan},
                                                          {"version", identity.version},
                                                          {"name", identity.name},
                                                          {"points", std::to_string(identity.points)}};
    for (const auto& [name, value] : values) {
        if (!done) return done;
        Statement insert{connection_.get(), path_, "INSERT INTO sweep VALUES (?, ?)"};
        done = insert.bind(1, name).bind(2, value).run();
    }
    return done ? transaction.commit(path_) : done;
}

Result<void> Store::read_identity() {
    std::map<std::string, std::string> values;
    Statement select{connection_.get(), path_, "SELECT name, value FROM sweep"};
    for (auto row = select.step(); !row || *row; row = select.step()) {
        if (!row) return tl::unexpected(row.error());
        values[select.text(0)] = select.text(1);
    }
    identity_ = {values["plan"], values["version"], values["name"], 0};
    for (const char digit : values["points"]) identity_.points = identity_.points * 10 + std::size_t(digit - '0');
    return {};
}

Result<std::vector<std::string>> Store::keys() const {
    std::vector<std::string> keys;
    Statement select{connection_.get(), path_, "SELECT key FROM points ORDER BY key"};
    for (auto row = select.step(); !row || *row; row = select.step()) {
        if (!row) return tl::unexpected(row.error());
        keys.push_back(select.text(0));
    }
    return keys;
}

Result<void> Store::put(const Batch& batch) {
    Transaction transaction{connection_.get()};
    auto done = transaction.begin(path_);
    if (done) done = insert(batch);
    return done ? transaction.commit(path_) : done;
}

Result<void> Store::insert(const Batch& batch) {
    Statement document{connection_.get(), path_, "INSERT OR IGNORE INTO documents VALUES (?, ?)"};
    for (const auto& [digest, text] : batch.documents)
        if (auto done = document.bind(1, digest).bind(2, text).run(); !done) return done;
    Statement insert{connection_.get(), path_, "INSERT OR IGNORE INTO points VALUES (?, ?, ?, ?, ?, ?)"};
    for (const StoredPoint& point : batch.points) {
        insert.bind(1, static_cast<std::int64_t>(point.index)).bind(2, point.key).bind(3, point.array_document);
        insert.bind(4, point.workload_document).bind(5, point.inputs).bind(6, point.result);
        if (auto done = insert.run(); !done) return done;
    }
    return {};
}

Result<void> Store::for_each(const std::function<void(const StoredPoint&)>& take) const {
    Statement select{connection_.get(), path_,
                     "SELECT position, key, array_document, workload_document, inputs, result FROM points "
                     "ORDER BY position"};
    for (auto row = select.step(); !row || *row; row = select.step()) {
        if (!row) return tl::unexpected(row.error());
        take({static_cast<std::size_t>(select.number(0)), select.text(1), select.text(2), select.text(3),
              select.text(4), select.text(5)});
    }
    return {};
}

Result<std::string> Store::document(const std::string& digest) const {
    Statement select{connection_.get(), path_, "SELECT text FROM documents WHERE digest = ?"};
    select.bind(1, digest);
    const auto row = select.step();
    if (!row) return tl::unexpected(row.error());
    return *row ? select.text(0) : std::string{};
}

Result<void> Store::merge(const std::string& other) {
    const auto source = open(other, Access::read);
    if (!source) return tl::unexpected(source.error());
    if (auto same = check_same(other, source->identity(), identity_, "the other"); !same) return same;
    Batch batch;
    Result<void> found;
    const auto read = source->for_each([&](const StoredPoint& point) {
        batch.points.push_back(point);
        for (const std::string& digest : {point.array_document, point.workload_document}) {
            if (!found || batch.documents.contains(digest)) continue;
            auto text = source->document(digest);
            if (text) batch.documents[digest] = std::move(*text);
            if (!text) found = tl::unexpected(std::move(text.error()));
        }
    });
    if (!read) return read;
    return found ? put(batch) : found;
}

Result<void> check_version(const std::string& path, const Identity& found, const std::string& wanted,
                           std::string_view whose) {
    if (found.version == wanted) return {};
    return refuse(path, fmt::format("is of arraytwin {}, {} is of {}", spec::printable(found.version), whose, wanted),
                  "models change between versions: sweep again into another store");
}

Result<void> check_same(const std::string& path, const Identity& found, const Identity& wanted,
                        std::string_view whose) {
    if (auto same = check_version(path, found, wanted.version, whose); !same) return same;
    if (found.plan == wanted.plan) return {};
    return refuse(
        path,
        fmt::format("is of another sweep ('{}', {} points) than {} one ('{}', {} points)", spec::printable(found.name),
                    found.points, whose, spec::printable(wanted.name), wanted.points),
        "the plan, or a document that it names, has changed: name another store");
}

}  // namespace arraytwin::sweep
