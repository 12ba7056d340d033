#include "models/media/ssd.hpp"

#include <algorithm>
#include <cmath>

namespace arraytwin::media {

namespace {

constexpr Bytes page{4096};  // what WAFL and its peers read at least; larger flash pages are sensed whole either way
constexpr int kinds_of_page = 3;  // a cell of three bits: its pages are sensed one at a time, and programmed together

/// The principal branch of Lambert's W on (-1/e, 0), by Newton's method from its series at the branch point.
double lambert_w(double x) {
    double w = -1 + std::sqrt(2 * (1 + std::exp(1.0) * x));
    for (int i = 0; i < 50; ++i) {
        const double step = (w * std::exp(w) - x) / (std::exp(w) * (w + 1));
        w -= step;
        if (std::abs(step) < 1e-12) break;
    }
    return w;
}

std::int64_t units(Bytes bytes, Bytes unit) {
    return bytes <= unit ? 1 : (bytes.count() + unit.count() - 1) / unit.count();
}

}  // namespace

double write_amplification(double over_provisioning, double fill) {
    if (fill <= 0) return 1;
    const double a = (1 + over_provisioning) / std::min(fill, 1.0);
    return a / (a + lambert_w(-a * std::exp(-a)));
}

void Ssd::Die::drain(Duration now) {
    const Duration idle_from = std::max(drained_until, reads_until);
    if (now > idle_from) backlog = std::max(Duration{}, backlog - (now - idle_from));
    drained_until = now;
}

Ssd::Ssd(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const SsdParameters& parameters,
         double fill)
    : simulation_{&simulation},
      ledger_{&ledger},
      parameters_{parameters},
      place_{ledger.add(name, twin::Queueing::own_queues, parameters.dies)},
      programs_place_{ledger.add(name + ".programs", twin::Queueing::own_queues, parameters.dies)},
      port_place_{ledger.add(name + ".port", twin::Queueing::shared_queue)},
      port_{simulation, parameters.interface_rate, {}, {}, page},
      dies_(static_cast<std::size_t>(parameters.dies)),
      sensed_at_once_{std::max(page, Bytes{units(parameters.program_unit, Bytes{kinds_of_page})})} {
    const double amplification = write_amplification(parameters.over_provisioning, fill);
    const double moved = amplification - 1;  // units that cleaning reads and writes for each one from the host
    const Duration sensed = (parameters.read_time_low + parameters.read_time_high) * 0.5 * kinds_of_page;
    backlog_of_unit_ = parameters.program_time * amplification + sensed * moved +
                       parameters.erase_time * (amplification * (parameters.program_unit / parameters.erase_unit));
    buffered_backlog_ = backlog_of_unit_ * (parameters.write_buffer / parameters.program_unit / parameters.dies);
}

/// When the last page is in the die's register; the die is then free for the next read.
Duration Ssd::sense(Die& die, Bytes bytes, std::uint64_t random) {
    const Duration now = simulation_->now();
    die.drain(now);
    Duration start = std::max(now, die.reads_until);
    if (die.backlog > Duration{} && start == now) start += parameters_.suspend_time;
    Duration time;
    for (std::int64_t i = 0; i < units(bytes, sensed_at_once_); ++i) {
        const auto kind = static_cast<double>((random + static_cast<std::uint64_t>(i)) % kinds_of_page);
        time += parameters_.read_time_low +
                (parameters_.read_time_high - parameters_.read_time_low) * (kind / (kinds_of_page - 1));
    }
    die.reads_until = start + time;
    ledger_->occupy(place_, time);
    return die.reads_until;
}

Done Ssd::read(Bytes bytes, std::uint64_t random) {
    const Duration now = simulation_->now();
    const Bytes of_die = std::min(bytes, parameters_.program_unit);
    std::size_t die = (random >> 8) % dies_.size();
    Duration sensed;
    for (Bytes rest = bytes; rest > Bytes{}; rest -= std::min(rest, of_die)) {
        sensed = std::max(sensed, sense(dies_[die], std::min(rest, of_die), random));
        die = die + 1 == dies_.size() ? 0 : die + 1;
    }
    const sim::Transfer out = port_.send(bytes);
    ledger_->occupy(port_place_, out.visit.service);
    const Duration fixed =
        parameters_.controller_time + of_die / parameters_.channel_rate + bytes / parameters_.interface_rate;
    const Duration done = std::max(sensed, out.tail) + fixed;
    const Duration service = std::min(done - now, parameters_.read_time_high * units(of_die, sensed_at_once_) + fixed);
    return {done, {done - now - service, service}};
}

Done Ssd::write(Bytes bytes) {
    const Duration now = simulation_->now();
    const sim::Transfer in = port_.send(bytes);
    ledger_->occupy(port_place_, in.visit.service);
    Duration full_until = in.tail;
    unprogrammed_ += bytes;
    for (; unprogrammed_ >= parameters_.program_unit; unprogrammed_ -= parameters_.program_unit) {
        Die& die = dies_[next_die_];
        next_die_ = next_die_ + 1 == dies_.size() ? 0 : next_die_ + 1;
        die.drain(now);
        die.backlog += backlog_of_unit_;
        full_until = std::max(full_until, now + die.backlog - buffered_backlog_);
        ledger_->occupy(programs_place_, backlog_of_unit_);
    }
    const Duration done = full_until + parameters_.controller_time;
    return {done, {in.visit.wait + (full_until - in.tail), done - now - in.visit.wait - (full_until - in.tail)}};
}

}  // namespace arraytwin::media
