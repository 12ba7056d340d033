#include "models/ontap/ageing.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace arraytwin::ontap {

namespace {

constexpr spec::Range blocks{1, 1024};

void describe(spec::Section& section, Ageing::Stage& stage) {
    section.field({"filled", "share of the aggregate that is full, its free space turned over", {0.01, 1}},
                  stage.filled);
    section.field({"chain", "4 KiB blocks written to one drive in a row", blocks}, stage.chain);
}

double between(const Ageing::Stage& a, const Ageing::Stage& b, double filled) {
    return a.chain + (b.chain - a.chain) * (filled - a.filled) / (b.filled - a.filled);
}

}  // namespace

int Ageing::chain_at(double filled) const {
    const double reached = std::min(filled, nearly_full.filled);
    const double chain =
        reached <= half.filled ? between({0, fresh_chain}, half, reached) : between(half, nearly_full, reached);
    return std::max(1, static_cast<int>(std::lround(chain)));
}

double Ageing::more_chains(int chain) const { return fresh_chain > chain ? 1.0 / chain - 1 / fresh_chain : 0; }

void describe(spec::Section& section, Ageing& ageing) {
    section.field({"fresh_chain", "4 KiB blocks written to one drive in a row while nothing was overwritten", blocks},
                  ageing.fresh_chain);
    section.field(
        {"reads_per_chain", "reads of a consistency point for each chain more than a fresh aggregate's", {0, 10}},
        ageing.reads_per_chain);
    describe(section.table("half", "a half-aged aggregate"), ageing.half);
    describe(section.table("nearly_full", "an aged and nearly full aggregate"), ageing.nearly_full);
    if (ageing.fresh_chain > 0 &&
        (ageing.half.filled >= ageing.nearly_full.filled || ageing.fresh_chain < ageing.half.chain ||
         ageing.half.chain < ageing.nearly_full.chain)) {
        section.reject("half",
                       fmt::format("chains of {}, {} and {} blocks when 0, {} and {} are filled do not shrink with age",
                                   ageing.fresh_chain, ageing.half.chain, ageing.nearly_full.chain, ageing.half.filled,
                                   ageing.nearly_full.filled),
                       "the fuller, the shorter: fresh, half and nearly_full in this order");
    }
}

}  // namespace arraytwin::ontap
