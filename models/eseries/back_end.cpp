#include "models/eseries/back_end.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/eseries/group_failures.hpp"
#include "models/failures/rebuild.hpp"

namespace arraytwin::eseries {

using layout::StripePart;
using layout::StripeUpdate;

namespace {

constexpr Bytes sas_frame{1024};  // the most data of one frame (SAS, serial SCSI protocol)

}  // namespace

BackEnd::BackEnd(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters,
                 sim::RandomSource source)
    : simulation_{simulation},
      ledger_{ledger},
      parameters_{parameters},
      group_{parameters.group()},
      writes_{simulation, parameters.media.count},
      writes_place_{ledger.add("drives.writes", twin::Queueing::own_queues, drives_in_use(parameters))},
      random_{source, "drives", "place of data"},
      replacements_{replacements(parameters)} {
    const std::vector<double> shares = rebuild_shares(parameters);
    for (int drive = 0; drive < parameters.media.count; ++drive) {
        const double share = shares[static_cast<std::size_t>(drive)];
        drives_.push_back(std::make_unique<media::Ssd>(simulation, ledger, fmt::format("drive.{}", drive + 1),
                                                       failures::beside_rebuild(parameters.media.ssd, share),
                                                       parameters.fill()));
        failed_.push_back(parameters.failures.has_drive(drive));
        slowed_down_.push_back(1 / (1 - share));
    }
    const auto& links = parameters.nodes.drive_links;
    const Bandwidth rate = links.lane * (links.lanes * links.efficiency);
    for (int node = 1; node <= parameters.nodes.count; ++node) {
        const auto place = ledger.add(fmt::format("node.{}.drive_links", node), twin::Queueing::shared_queue);
        links_.push_back({{simulation, rate, {}, {}, sas_frame}, {simulation, rate, {}, {}, sas_frame}, place});
    }
}

std::uint16_t BackEnd::group_of(int volume) const {
    return static_cast<std::uint16_t>(volume % parameters_.layout.groups);
}

/// Random I/Os are aligned to their size. Streams begin anywhere, or those that start together would go around the
/// drives together.
Bytes BackEnd::address(const twin::Io& io) const {
    const auto blocks = std::max<std::int64_t>(1, parameters_.volumes.size.count() / io.size.count());
    std::uint64_t block = io.position;
    if (io.access == twin::Access::sequential) block += sim::scramble(io.stream + 1ULL) >> 16;
    const std::int64_t volume = io.volume / parameters_.layout.groups;
    const std::int64_t stripe = striping().stripe_data().count();
    const std::int64_t stripes_of_volume = (parameters_.volumes.size.count() + stripe - 1) / stripe;
    return Bytes{volume * stripes_of_volume * stripe +
                 static_cast<std::int64_t>(block % static_cast<std::uint64_t>(blocks)) * io.size.count()};
}

std::size_t BackEnd::drive_of(std::uint16_t group, std::uint64_t stripe, int member) const {
    return static_cast<std::size_t>(group * group_.drives() + group_.drive(stripe, member));
}

layout::UpdatePlan BackEnd::plan(const StripeWrite& write) const {
    return striping().plan(write.part.count, write.part.of_member == striping().segment());
}

sim::Transfer BackEnd::over_links(sim::Link& link, std::size_t node, Bytes bytes, Duration tail) {
    const sim::Transfer sent = link.send(bytes, tail);
    ledger_.occupy(links_[node].place, sent.visit.service);
    return sent;
}

void BackEnd::Step::join(const Step& other) {
    const Bytes both = moved + other.moved;
    if (other.at > at) *this = other;
    moved = both;
}

/// Where a member is written: its own drive, the spare that this is rebuilt on, in a pool any other; nowhere if it has
/// failed and is not being rebuilt.
std::optional<std::size_t> BackEnd::written_drive(const StripeWrite& write, int member) const {
    const std::size_t own = drive_of(write.group, write.part.stripe, member);
    if (!failed(own)) return own;
    if (replacements_[own] >= 0) return static_cast<std::size_t>(replacements_[own]);
    if (!parameters_.failures.rebuilds()) return std::nullopt;
    const auto of_group = static_cast<std::size_t>(group_.drives());
    const std::size_t first = own / of_group * of_group;
    std::size_t other = sim::scramble(write.part.stripe) % of_group;
    while (failed(first + other)) other = (other + 1) % of_group;
    return first + other;
}

BackEnd::Step BackEnd::read_drive(std::size_t number, Bytes bytes) {
    const media::Done done = drives_[number]->read(bytes, random_());
    return {done.at, done.visit, drives_[number]->place(), bytes};
}

BackEnd::Step BackEnd::read_member(std::uint16_t group, const StripePart& part, int member) {
    if (!striping().mirrored()) {
        const std::size_t drive = drive_of(group, part.stripe, member);
        return failed(drive) ? reconstruct(group, part, member) : read_drive(drive, part.of_member);
    }
    const int copy = member + striping().data_members();
    const bool of_copy = (random_() & 1U) != 0;
    const std::size_t drive = drive_of(group, part.stripe, of_copy ? copy : member);
    const std::size_t other = drive_of(group, part.stripe, of_copy ? member : copy);
    return read_drive(failed(drive) ? other : drive, part.of_member);
}

/// As many of the others as there are data members give the one that is lost.
BackEnd::Step BackEnd::reconstruct(std::uint16_t group, const StripePart& part, int member) {
    Step all{simulation_.now()};
    for (int m = 0, read = 0; read < striping().data_members(); ++m) {
        const std::size_t drive = drive_of(group, part.stripe, m);
        if (m == member || failed(drive)) continue;
        all.join(read_drive(drive, part.of_member));
        ++read;
    }
    return all;
}

BackEnd::Step BackEnd::read_parts(const twin::Io& io) {
    Step all{simulation_.now()};
    const std::uint16_t group = group_of(io.volume);
    striping().for_each_part(address(io), io.size, [&](const StripePart& part) {
        for (int m = part.first; m < part.first + part.count; ++m) all.join(read_member(group, part, m));
        read_to_reconstruct_ -= part.bytes();
    });
    read_to_reconstruct_ += all.moved;
    return all;
}

sim::Simulation::Timer BackEnd::read(const twin::Io& io, std::size_t node) {
    const Step drive = read_parts(io);
    const sim::Transfer sent = over_links(links_[node].from_drives, node, drive.moved, drive.at);
    const Duration done = sent.tail + parameters_.nodes.drive_links.round_trip;
    const Duration wait = std::min(sent.tail - drive.at, sent.visit.wait);
    io.trail->add(drive.place, drive.drive);
    io.trail->add(links_[node].place, {wait, done - drive.at - wait});
    return simulation_.until(done);
}

Duration BackEnd::fetch(const twin::Io& io, std::size_t node) {
    const Step drive = read_parts(io);
    const sim::Transfer sent = over_links(links_[node].from_drives, node, drive.moved, drive.at);
    return sent.tail + parameters_.nodes.drive_links.round_trip;
}

BackEnd::Step BackEnd::read_old(const StripeWrite& write, std::size_t node) {
    Step all{simulation_.now()};
    const layout::UpdatePlan update = plan(write);
    if (update.reads == 0) return all;
    const bool modify = update.update == StripeUpdate::read_modify_write;
    const int data = striping().data_members();
    const int end = modify ? striping().width() : data;
    for (int m = 0; m < end; ++m) {
        const bool dirty = m >= write.part.first && m < write.part.first + write.part.count;
        if (m < data && dirty != modify) continue;
        all.join(read_member(write.group, write.part, m));
    }
    const sim::Transfer sent = over_links(links_[node].from_drives, node, all.moved, all.at);
    all.at = sent.tail + parameters_.nodes.drive_links.round_trip;
    return all;
}

/// The drive's rated way of taking writes, beside its buffer and flash.
BackEnd::Step BackEnd::write_member(const StripeWrite& write, int member) {
    const auto written = written_drive(write, member);
    if (!written) return {simulation_.now()};
    const std::size_t number = *written;
    const Bytes bytes = write.part.of_member;
    media::Ssd& drive = *drives_[number];
    const media::Done done = drive.write(bytes);
    const Duration time =
        write.scattered ? parameters_.media.scattered_write_time : bytes / parameters_.media.sequential_write_rate;
    const sim::Visit visit = writes_.reserve_one(number, time * slowed_down_[number]);
    ledger_.occupy(writes_place_, visit.service);
    const Duration taken = simulation_.now() + visit.wait + visit.service;
    if (taken < done.at) return {done.at, done.visit, drive.place(), bytes};
    return {taken, visit, writes_place_, bytes};
}

BackEnd::Step BackEnd::write_new(const StripeWrite& write, std::size_t node) {
    const layout::Striping& stripes = striping();
    const int copies = stripes.mirrored() ? stripes.data_members() : 0;
    Step all{simulation_.now()};
    for (int m = write.part.first; m < write.part.first + write.part.count; ++m) {
        all.join(write_member(write, m));
        if (copies > 0) all.join(write_member(write, m + copies));
    }
    if (copies == 0) {
        for (int m = stripes.data_members(); m < stripes.width(); ++m) all.join(write_member(write, m));
    }
    const sim::Transfer sent = over_links(links_[node].to_drives, node, all.moved);
    all.at = std::max(all.at, sent.tail) + parameters_.nodes.drive_links.round_trip;
    return all;
}

BackEnd::Step BackEnd::each_part(const twin::Io& io, std::size_t node,
                                 Step (BackEnd::*step)(const StripeWrite&, std::size_t)) {
    Step all{simulation_.now()};
    const bool scattered = io.access == twin::Access::random;
    const std::uint16_t group = group_of(io.volume);
    striping().for_each_part(address(io), io.size, [&](const StripePart& part) {
        all.join((this->*step)({part, group, scattered, io.work}, node));
    });
    return all;
}

}  // namespace arraytwin::eseries
