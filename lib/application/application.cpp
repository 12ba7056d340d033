#include "lib/application/application.hpp"

#include <limits>

#include "lib/spec/placed.hpp"
#include "lib/spec/reader.hpp"

namespace arraytwin {

namespace {

constexpr double smallest_block = 512;
constexpr double largest_block = 16.0 * 1024 * 1024;
constexpr double minute_ns = 60e9;

void describe(spec::Section& section, ApplicationLog& log) {
    section.field({"writes", "to the log, a transaction, in sequence", {0, 10'000}}, log.writes);
    section.field({"block_size", "of a write to the log", {smallest_block, largest_block}}, log.block_size);
}

void describe(spec::Section& section, ApplicationHosts& hosts) {
    section.field({"count", "hosts, over which the virtual machines are spread", {1, 4096}}, hosts.count);
    section.field({"cores", "cores of each host", {1, 1024}}, hosts.cores);
    section.field({"vcpus_per_vm", "cores that a virtual machine can use at most", {1, 1024}}, hosts.vcpus_per_vm);
    section.field({"cpu_time", "core time of a transaction", {0, minute_ns}}, hosts.cpu_time);
    section.field({"wait_time", "of a transaction, with no core busy: locks, scheduling", {0, minute_ns}},
                  hosts.wait_time);
    section.field({"variability", "squared coefficient of variation of a transaction's host work", {0, 100}},
                  hosts.variability);
}

}  // namespace

void describe(spec::Section& section, Application& application) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, application.name);
    section.field({"description", "where it comes from", {}, spec::Presence::optional}, application.description);
    section.field({"clients_per_vm", "threads or users of each virtual machine", {1, 1'000'000}},
                  application.clients_per_vm);
    section.field({"think_time", "mean time between a client's transactions", {0, 60 * minute_ns}},
                  application.think_time);
    section.field({"ios", "I/Os of a transaction to the database, one after the other", {0, 100'000}}, application.ios);
    section.field({"workload", "mix of these I/Os: a name in data/workloads, a path, or inline"}, application.workload);
    describe(section.table("log", "what a transaction writes when it commits", spec::Presence::optional),
             application.log);
    auto& hosts = section.table("hosts", "what runs the virtual machines");
    describe(hosts, application.hosts);
    const bool endless = application.ios_per_transaction() == 0 && application.hosts.cpu_time == Duration{} &&
                         application.hosts.wait_time == Duration{};
    if (endless) section.reject("ios", "a transaction without I/O and without host time takes no time", "ios = 10");
}

double Application::host_ceiling(int vms) const {
    if (hosts.cpu_time == Duration{}) return std::numeric_limits<double>::infinity();
    int cores = 0;
    for (int host = 0; host < hosts.used(vms); ++host) {
        cores += hosts.cores_of(vms / hosts.used(vms) + (host < vms % hosts.used(vms) ? 1 : 0));
    }
    return cores / hosts.cpu_time.seconds();
}

Workload Application::log_workload() const {
    Workload writes;
    writes.name = name + " log";
    writes.block_size = log.block_size;
    writes.read_share = 0;
    writes.random_share = 0;
    return writes;
}

Result<Application> read_application(const spec::Document& document, const spec::DataFolder& data) {
    auto application = spec::read<Application>(document);
    if (!application) return application;
    auto io = load_workload(data, application->workload);
    if (!io) return tl::unexpected(spec::placed(std::move(io.error()), *document.find("workload"), "workload"));
    if (!io->parts.empty()) {
        const spec::Node& named = *document.find("workload");
        return tl::unexpected(spec::placed({{"", 0, 0, "", "several workloads at once are not what a transaction does",
                                             "name one workload; a mix of sizes is 4k/60,64k/40:70r"}},
                                           named, "workload"));
    }
    application->io = std::move(*io);
    return application;
}

Result<Application> load_application(const spec::DataFolder& data, std::string_view name_or_path) {
    const auto document = data.load("applications", name_or_path);
    if (!document) return tl::unexpected(document.error());
    return read_application(*document, data);
}

}  // namespace arraytwin
