// Random and simple networks for the tests of lib/queueing.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "lib/queueing/network.hpp"

namespace arraytwin::queueing::test {

/// One chain, one class, one station.
inline Network single(const Station& station, const Demand& demand) {
    Network network;
    network.stations = {station};
    network.classes = {{.name = "io", .demands = {demand}}};
    return network;
}

inline rc::Gen<int> between(int low, int high) {  // both included, whatever RapidCheck's size
    return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high + 1));
}

enum class Form {
    product,  // what exact mean value analysis covers, single servers
    any,      // pools, bound and pooled work, work off the path, any variability
};

/// `service_us` is that of a visit in product form, where it must not depend on the class.
inline Demand any_demand(int station, Form form, double service_us) {
    Demand demand{.station = station, .visits = *between(1, 8) / 4.0};
    demand.on_path = service_us * demand.visits;
    if (form == Form::product) return demand;
    demand.on_path = *between(1, 200) / 4.0;
    demand.off_path = *between(0, 1) * *between(0, 200) / 4.0;
    demand.scv = *between(0, 8) / 4.0;
    demand.binding = *rc::gen::element(Binding::bound, Binding::pooled);
    return demand;
}

inline Network any_network(Form form, int chains) {
    Network network;
    const int stations = *between(1, 6);
    std::vector<double> service_us;
    for (int i = 0; i < stations; ++i) {
        Station station{.name = "s" + std::to_string(i), .copies = *rc::gen::element(1, 1, 2, 8)};
        if (form == Form::any) station.servers = *rc::gen::element(1, 1, 2, 8);
        if (i > 0 && *between(0, 4) == 0) station.kind = StationKind::delay;
        network.stations.push_back(station);
        service_us.push_back(*between(1, 200) / 4.0);
    }
    const int classes = chains + *between(0, 1);
    for (int k = 0; k < classes; ++k) {
        CustomerClass c{.name = "c" + std::to_string(k), .chain = k % chains, .share = *between(1, 4) * 1.0};
        for (int i = 0; i < stations; ++i) {
            const bool visits = i == k % stations || *between(0, 2) > 0;
            if (visits) c.demands.push_back(any_demand(i, form, service_us[static_cast<std::size_t>(i)]));
        }
        network.classes.push_back(c);
    }
    return network;
}

}  // namespace arraytwin::queueing::test
