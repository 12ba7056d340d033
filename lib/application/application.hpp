// What an interactive application does: clients in virtual machines that think, compute and wait for their I/Os.
//
// A transaction is host work, and between its slices one I/O after the other: reads and writes of a workload, at the end
// writes to a log. Clients then think, for an exponential time, and begin the next. Virtual machines are spread evenly
// over the hosts, whose cores they share. An application is a document in data/applications, or a path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin {

/// The hosts that run the virtual machines.
struct ApplicationHosts {
    int count = 1;
    int cores = 1;           ///< of each host
    int vcpus_per_vm = 1;    ///< a virtual machine never has more cores than this
    Duration cpu_time = {};  ///< core time of a transaction, mean
    Duration wait_time =
        {};  ///< of a transaction, in which no core is busy: locks, scheduling, the clients' network; mean
    double variability = 0;  ///< squared coefficient of variation of a transaction's size, which scales both

    /// Hosts that have a virtual machine.
    int used(int vms) const { return std::min(vms, count); }

    /// Cores of a host that its `vms` can use at once.
    int cores_of(int vms) const { return std::min(cores, vms * vcpus_per_vm); }
};

struct ApplicationLog {
    double writes = 0;  ///< a transaction, mean; in sequence
    Bytes block_size = Bytes::from_kib(4);
};

struct Application {
    std::string name;
    std::string description;
    int clients_per_vm = 1;
    Duration think_time = {};  ///< mean; none: the next transaction follows at once
    double ios = 0;            ///< I/Os of `io` a transaction, mean
    std::string workload;      ///< their mix: a name in data/workloads, a path, or inline
    ApplicationLog log;
    ApplicationHosts hosts;
    Workload io;  ///< that `workload` stands for

    double ios_per_transaction() const { return ios + log.writes; }
    std::int64_t clients(int vms) const { return static_cast<std::int64_t>(clients_per_vm) * vms; }

    /// Transactions a second that the hosts can compute, whatever the array does.
    double host_ceiling(int vms) const;

    /// The log as a workload of its own: writes in sequence.
    Workload log_workload() const;
};

void describe(spec::Section& section, Application& application);

/// From a document, with the workload that it names.
Result<Application> read_application(const spec::Document& document, const spec::DataFolder& data);

/// The same of a name in data/applications, or a path.
Result<Application> load_application(const spec::DataFolder& data, std::string_view name_or_path);

}  // namespace arraytwin
