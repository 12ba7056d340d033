#include "models/fabric/fabric.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::fabric {

using sim::Handover;
using sim::Task;
using sim::Transfer;
using Timer = sim::Simulation::Timer;
using twin::Io;
using twin::Operation;

namespace {

/// What the far link adds to the time of the near one: zero when it keeps up, its wait and the rest of its service if not.
sim::Visit beyond(Duration near_tail, const Transfer& far) {
    const Duration more = far.tail - near_tail;
    const Duration wait = std::min(more, far.visit.wait);
    return {wait, more - wait};
}

}  // namespace

Fabric::Fabric(sim::Simulation& simulation, twin::Ledger& ledger, const FabricParameters& parameters, int nodes,
               const std::vector<int>& owners, const std::vector<int>& ports_down)
    : simulation_{simulation},
      ledger_{ledger},
      parameters_{parameters},
      topology_{parameters, nodes, ports_down},
      control_time_{control_time(parameters.frames.command), control_time(parameters.frames.transfer_ready)} {
    add_hosts();
    add_switches();
    add_targets(nodes);
    ports_up_.assign(target_ports_.size(), true);
    for (const int port : ports_down) ports_up_[static_cast<std::size_t>(port)] = false;
    for (std::size_t v = 0; v < owners.size(); ++v) {
        const int host = static_cast<int>(v) % parameters_.hosts.count;
        const auto& paths = topology_.paths(host, owners[v]);
        volumes_.push_back({&paths, v % paths.size(), host, {simulation, parameters_.hosts.lun_queue_depth}});
    }
}

void Fabric::add_hosts() {
    const LinkParameters& link = parameters_.hosts.ports.link;
    for (int host = 1; host <= parameters_.hosts.count; ++host) {
        hosts_.push_back(ledger_.add(fmt::format("host.{}", host), twin::Queueing::delay));
        for (int port = 1; port <= parameters_.hosts.ports.per_host; ++port) {
            const auto name = fmt::format("host.{}.port.{}", host, port);
            host_ports_.push_back({add_port(name, link), add_port(name, link),
                                   twin::Station{simulation_, ledger_, name + ".commands", 1}});
        }
    }
}

void Fabric::add_switches() {
    const Bytes frame = parameters_.ports.link.frame_payload;
    for (int number = 1; number <= parameters_.switches; ++number) {
        const auto name = fmt::format("switch.{}", number);
        switches_.push_back(ledger_.add(name, twin::Queueing::delay));
        if (!two_switches()) continue;
        const auto link = [&] {
            return add_hop(name + ".link", parameters_.inter_switch_rate, frame, parameters_.cable_delay);
        };
        inter_switch_.push_back({link(), link()});
    }
}

void Fabric::add_targets(int nodes) {
    const LinkParameters& link = parameters_.ports.link;
    for (int node = 1; node <= nodes; ++node) {
        const auto slot = fmt::format("node.{}.slot", node);
        const Bandwidth rate = parameters_.ports.slot_rate;
        slots_.push_back({add_hop(slot, rate, link.frame_payload, {}), add_hop(slot, rate, link.frame_payload, {})});
        for (int port = 0; port < parameters_.ports.per_node; ++port) {
            const auto name = fmt::format("port.{}{}", node, static_cast<char>('a' + port));
            target_ports_.push_back({add_port(name, link), add_port(name, link),
                                     twin::Station{simulation_, ledger_, name + ".commands", 1},
                                     sim::Resource{simulation_, parameters_.ports.queue_depth}, slots_.size() - 1});
        }
    }
}

Fabric::Hop Fabric::add_hop(const std::string& name, Bandwidth rate, Bytes frame, Duration propagation) {
    return {sim::Link{simulation_, rate, {}, propagation, frame}, ledger_.add(name, twin::Queueing::shared_queue)};
}

Fabric::Hop Fabric::add_port(const std::string& name, const LinkParameters& link) {
    return add_hop(name, link.data_rate(), link.frame_payload, parameters_.cable_delay);
}

/// A small frame from end to end over idle links; it is not queued behind data, which is interleaved frame by frame.
Duration Fabric::control_time(Bytes frame) const {
    const Duration time = frame / parameters_.hosts.ports.link.data_rate() +
                          frame / parameters_.ports.link.data_rate() + through_switches() + parameters_.cable_delay * 2;
    return two_switches() ? time + frame / parameters_.inter_switch_rate + parameters_.cable_delay : time;
}

Duration Fabric::through_switches() const { return parameters_.switch_latency * (two_switches() ? 2 : 1); }

/// The host's own time before the first frame.
Duration Fabric::going_down(const Io& io) const {
    const Duration command = parameters_.hosts.submit + parameters_.frames.host_command;
    return io.operation == Operation::write ? command + parameters_.frames.host_per_kib * io.size.kib() : command;
}

/// And after the last.
Duration Fabric::going_up(const Io& io) const {
    const Duration status = parameters_.hosts.complete;
    return io.operation == Operation::read ? status + parameters_.frames.host_per_kib * io.size.kib() : status;
}

Transfer Fabric::send(Hop& hop, Bytes bytes, Duration tail) {
    const Transfer sent = hop.link.send(bytes, tail);
    ledger_.occupy(hop.place, sent.visit.service);
    return sent;
}

void Fabric::reach_over(const std::vector<int>& nodes, double share) {
    share_elsewhere_ = share;
    for (std::size_t v = 0; v < volumes_.size(); ++v) {
        Volume& volume = volumes_[v];
        for (const int node : nodes) {
            const auto& paths = topology_.paths(volume.host, node);
            if (&paths != volume.paths && !paths.empty()) volume.elsewhere.push_back(&paths);
        }
        volume.next_elsewhere = v;  // volumes begin at different ones, and not all with the same I/O
        volume.owed_elsewhere = static_cast<double>(v) / static_cast<double>(volumes_.size());
    }
}

/// Each other node in turn, and of its paths each in turn.
Path Fabric::next_elsewhere(Volume& volume) {
    const std::size_t turn = volume.next_elsewhere++;
    const std::vector<Path>& paths = *volume.elsewhere[turn % volume.elsewhere.size()];
    return paths[turn / volume.elsewhere.size() % paths.size()];
}

Path Fabric::next_path(int volume) {
    Volume& v = volumes_[static_cast<std::size_t>(volume)];
    if (!v.elsewhere.empty()) {
        v.owed_elsewhere += share_elsewhere_;
        if (v.owed_elsewhere >= 1) {
            v.owed_elsewhere -= 1;
            return next_elsewhere(v);
        }
    }
    const Path path = (*v.paths)[v.next];
    v.next = v.next + 1 == v.paths->size() ? 0 : v.next + 1;
    return path;
}

bool Fabric::enter_queues(const Io& io, const Path& path) {
    sim::Resource& volume = volumes_[io.volume].queue;
    if (!volume.try_acquire()) return false;
    if (target(path).queue.try_acquire()) return true;
    volume.release();
    return false;
}

Task<> Fabric::wait_for_queues(Io io, Path path) {
    const Duration begin = simulation_.now();
    co_await volumes_[io.volume].queue.acquire();
    co_await target(path).queue.acquire();
    io.trail->add(host_place(path), {simulation_.now() - begin, {}});
}

Timer Fabric::send_command(const Io& io, const Path& path) {
    const bool with_data =
        io.operation == Operation::write && !asks_for_data(io);  // then it is part of their first frame
    const Duration frame = with_data ? Duration{} : control_time_.command;
    const Duration down = going_down(io);
    io.trail->add(host_place(path), {{}, down});
    io.trail->add(switch_place(path), {{}, frame});
    const Duration command_time = parameters_.hosts.ports.link.command_time;
    return host_port(path).commands.serve(*io.trail, command_time, down + frame);
}

Timer Fabric::take_command(const Io& io, const Path& path) {
    return target(path).commands.serve(*io.trail, parameters_.ports.link.command_time, request_for_data(io));
}

/// A transfer is on its first link; its frames cross the switch, or two and the links between them, as they come.
Handover Fabric::hand_over(const Io& io, const Hop& port, const Transfer& out, Bytes bytes, Hop* between) {
    const Duration head = port.link.head(out, bytes) + parameters_.switch_latency;
    const Duration tail = out.tail + parameters_.switch_latency;
    if (between == nullptr) return {simulation_.until(head), tail};
    const Transfer crossed = send(*between, bytes, tail);
    io.trail->add(between->place, beyond(tail, crossed));
    const Bytes frame = std::min(bytes, parameters_.ports.link.frame_payload);
    const Duration first = head + frame / parameters_.inter_switch_rate + parameters_.cable_delay;
    const Duration crossed_head = std::min(crossed.tail, std::max(first, between->link.head(crossed, bytes)));
    return {simulation_.until(crossed_head + parameters_.switch_latency), crossed.tail + parameters_.switch_latency};
}

Handover Fabric::send_data(const Io& io, const Path& path) {
    Hop& port = host_port(path).to_array;
    const Transfer out = send(port, io.size);
    io.trail->add(port.place, {out.visit.wait, out.tail - simulation_.now() - out.visit.wait});
    return hand_over(io, port, out, io.size, two_switches() ? &inter_switch(path).to_array : nullptr);
}

Timer Fabric::receive_data(const Io& io, const Path& path, Duration sent) {
    Hop& port = target(path).to_array;
    Hop& slot = slots_[target(path).slot].to_array;
    const Transfer in = send(port, io.size, sent);
    const Transfer stored = send(slot, io.size, in.tail);
    io.trail->add(switch_place(path), {{}, request_for_data(io) + through_switches()});
    io.trail->add(port.place, beyond(sent, in));
    io.trail->add(slot.place, beyond(in.tail, stored));
    return simulation_.until(stored.tail);
}

Handover Fabric::reply(const Io& io, const Path& path) {
    const Bytes data = io.operation == Operation::read ? io.size : Bytes{};
    const Bytes bytes = data + parameters_.frames.response;
    Hop& slot = slots_[target(path).slot].to_host;
    Hop& port = target(path).to_host;
    const Transfer fetched = send(slot, bytes);
    const Transfer out = send(port, bytes, fetched.tail);
    const Duration port_alone = simulation_.now() + out.visit.wait + out.visit.service + parameters_.cable_delay;
    io.trail->add(port.place, {out.visit.wait, port_alone - simulation_.now() - out.visit.wait});
    if (out.tail > port_alone) io.trail->add(slot.place, beyond(port_alone, {out.tail, fetched.visit}));
    return hand_over(io, port, out, bytes, two_switches() ? &inter_switch(path).to_host : nullptr);
}

Timer Fabric::take_reply(const Io& io, const Path& path, Duration sent) {
    const Bytes data = io.operation == Operation::read ? io.size : Bytes{};
    const Bytes bytes = data + parameters_.frames.response;
    const Duration up = going_up(io);
    Hop& port = host_port(path).to_host;
    const Transfer in = send(port, bytes, sent);
    io.trail->add(switch_place(path), {{}, through_switches()});
    io.trail->add(port.place, beyond(sent, in));
    io.trail->add(host_place(path), {{}, up});
    return simulation_.until(in.tail + up);
}

void Fabric::connect_nodes() {
    next_ports_.assign(slots_.size(), 0);
    for (const TargetPort& port : target_ports_) {
        const auto name = ledger_.places()[port.to_host.place].name + ".between_nodes";
        const auto beside = [&] { return ledger_.add(name, twin::Queueing::shared_queue); };
        unattended_.push_back({beside(), beside()});
    }
}

int Fabric::next_port(int node) {
    int& next = next_ports_[static_cast<std::size_t>(node)];
    const int port = nearest_port(node, next);
    next = port + 1 == parameters_.ports.per_node ? 0 : port + 1;
    return port;
}

int Fabric::nearest_port(int node, int port) const {
    for (int i = 0; i < parameters_.ports.per_node && !up(node, port); ++i) {
        port = port + 1 == parameters_.ports.per_node ? 0 : port + 1;
    }
    return port;
}

Duration Fabric::message_time(Bytes message) const {
    return message / parameters_.ports.link.data_rate() * 2 + parameters_.switch_latency + parameters_.cable_delay * 2;
}

Timer Fabric::send_message(twin::Trail& trail, int from, Bytes message) {
    const Duration time = message_time(message);
    trail.add(switches_[static_cast<std::size_t>(next_port(from) % parameters_.switches)], {{}, time});
    return simulation_.delay(time);
}

Timer Fabric::send_between(twin::Trail& trail, int from, int to, Bytes data, Attendance attendance) {
    const int port = next_port(from);
    const std::size_t sender = port_of(from, port);
    const std::size_t receiver = port_of(to, nearest_port(to, port));
    Hop& out = target_ports_[sender].to_host;
    Hop& in = target_ports_[receiver].to_array;
    const Transfer sent = out.link.send(data);
    const Duration tail = sent.tail + parameters_.switch_latency;
    const Transfer received = in.link.send(data, tail);
    const bool attended = attendance == Attendance::attended;
    ledger_.occupy(attended ? out.place : unattended_[sender].to_host, sent.visit.service);
    ledger_.occupy(attended ? in.place : unattended_[receiver].to_array, received.visit.service);
    trail.add(out.place, {sent.visit.wait, tail - simulation_.now() - sent.visit.wait});
    trail.add(in.place, beyond(tail, received));
    return simulation_.until(received.tail);
}

void Fabric::leave_queues(const Io& io, const Path& path) {
    target(path).queue.release();
    volumes_[io.volume].queue.release();
}

}  // namespace arraytwin::fabric
