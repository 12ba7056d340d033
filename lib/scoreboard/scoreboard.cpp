#include "lib/scoreboard/scoreboard.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace arraytwin::scoreboard {

namespace {

/// Of a measured number and of what workloads shared by several arrays leave of it: 2.5 times what calibrate assumes of one
/// array's, as the residuals of the joint fit are. With less the constants chase what no value of theirs explains. Decision 0014.
constexpr calibrate::Noise joint_noise{0.05, 0.1, 0.075};

/// The arrays that have priors to start from.
Result<std::vector<std::string>> fittable(const spec::DataFolder& data, const Group& group,
                                          std::vector<std::string>& notes) {
    std::vector<std::string> arrays;
    for (const std::string& name : group.arrays) {
        const auto resolved = resolve_array(data, name);
        if (!resolved) return tl::unexpected(resolved.error());
        if (data.find("calibrations", resolved->family->name)) {
            arrays.push_back(name);
            continue;
        }
        notes.push_back(fmt::format("{}: left out of '{}', as there is no data/calibrations/{}.toml with priors", name,
                                    group.name, resolved->family->name));
    }
    return arrays;
}

}  // namespace

Result<Scoreboard> scoreboard(const spec::DataFolder& data, const std::vector<Group>& groups, const measured::Run& run,
                              const ScoreboardOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Scoreboard board;
    for (const Group& group : groups) {
        const auto arrays = fittable(data, group, board.notes);
        if (!arrays) return tl::unexpected(arrays.error());
        if (arrays->empty()) continue;
        calibrate::CalibrateOptions collecting;
        collecting.jobs = options.jobs;
        collecting.seed = options.seed;
        collecting.noise = joint_noise;
        const auto collected = calibrate::problem_of(data, *arrays, run, collecting);
        if (!collected) return tl::unexpected(collected.error());
        ScoreOptions scoring;
        if (options.progress) scoring.progress = [&](double done) { options.progress(group.name, done); };
        for (Score& score : score(collected->problem, options.protocols, scoring)) {
            score.group = group.name;
            board.scores.push_back(std::move(score));
        }
        for (const std::string& note : collected->notes) {
            if (std::find(board.notes.begin(), board.notes.end(), note) == board.notes.end())
                board.notes.push_back(note);
        }
    }
    std::stable_sort(board.scores.begin(), board.scores.end(),
                     [](const Score& one, const Score& other) { return one.protocol < other.protocol; });
    board.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return board;
}

}  // namespace arraytwin::scoreboard
