// calibrate: from measured runs to the constants of an array, with what the runs could not tell.
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/measured_files.hpp"
#include "apps/cli/output_files.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/values.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/calibrate/calibrate.hpp"
#include "lib/report/calibration.hpp"
#include "lib/report/html.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_ios = 1000;
constexpr std::int64_t most_ios = 1'000'000'000;
constexpr std::int64_t most_rounds = 10;

constexpr std::string_view more = R"(Examples:
  arraytwin calibrate aff-a800 --measured data/measured/measured_curves.csv --rounds 0
  arraytwin calibrate virtual-disk --measured data/measured/virtual_disk -o my-disk.toml

Fits the constants that have a 'spread' in the family's priors (data/calibrations/FAMILY.toml) and in the workloads to the
measured rows, by least squares on the fast solver, corrected against the simulator in a few rounds. Rows go to workloads
as in 'arraytwin compare'. Reports each constant's interval, what the rows cannot tell, which run would tell it, and how
well each workload is predicted when it is left out.

-o FILE writes the calibration; name it in the array's spec (calibration = "FILE") and predictions carry intervals. With
several arrays, which are fitted jointly and share the workloads' constants, -o names a folder.
)";

class Calibrate final : public Command {
public:
    std::string_view name() const override { return "calibrate"; }
    std::string_view summary() const override {
        return "fit an array's costs to measured runs, with what they can't tell";
    }
    std::string_view usage() const override { return "ARRAY... --measured FILE... [-o FILE] [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics missing() const;
    Diagnostics read();
    Result<calibrate::Calibration> fit() const;
    Result<void> write(const calibrate::Calibration& calibration) const;
    std::string call() const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> measured_files_;
    std::vector<std::string> workloads_;
    std::vector<std::string> overrides_;
    std::optional<std::string> config_;
    std::optional<std::string> prior_;
    std::optional<std::string> noise_;
    std::optional<std::string> output_;
    std::int64_t rounds_ = calibrate::CalibrateOptions{}.simulated_rounds;
    std::int64_t ios_ = calibrate::CalibrateOptions{}.ios;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_;

    // As read.
    calibrate::CalibrateOptions calibrate_;
    calibrate::Collected collected_;
};

void Calibrate::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "a name in data/arrays (see 'arraytwin list'), or the path of a document");
    options.lists("-m,--measured", "FILE", measured_files_,
                  "what a benchmark wrote; also a folder, a zip archive, or a pattern in quotes");
    options.text("-o,--output", "FILE", output_, "where the calibration goes; a folder for several arrays");
    options.lists("-w,--workload", "WORKLOAD", workloads_, "only these");
    options.text("--config", "NAME", config_, "configuration of the rows, instead of the array's 'measured_as'");
    options.text("--prior", "NAME", prior_, "document of data/calibrations to start from, instead of the family's");
    options.text("--noise", "PERCENT", noise_, "one standard deviation of every measured number (2 to 4 % by kind)");
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of the arrays, such as media.count=48; repeatable");
    options.whole_number("--rounds", rounds_, 0, most_rounds,
                         fmt::format("corrections against the simulator; 0: the fast solver alone ({})", rounds_));
    options.whole_number("--ios", ios_, fewest_ios, most_ios, fmt::format("I/Os of each simulated point ({})", ios_));
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Calibrate::missing() const {
    Diagnostics wrong;
    if (arrays_.empty()) {
        wrong.push_back({"arraytwin calibrate", 0, 0, "", "an ARRAY is missing",
                         "it stands first: arraytwin calibrate aff-a800 --measured runs.csv"});
    }
    if (measured_files_.empty()) {
        wrong.push_back({"arraytwin calibrate", 0, 0, "", "measured runs are missing",
                         "--measured data/measured/measured_curves.csv"});
    }
    if (arrays_.size() == 1 && output_) append(wrong, obstacles("-o", *output_));
    if (arrays_.size() > 1 && output_ && !std::filesystem::is_directory(*output_)) {
        wrong.push_back({"-o", 0, 0, *output_, "is not a folder, but there are several arrays", "create it first"});
    }
    return wrong;
}

/// All that can be wrong before anything is fitted.
Diagnostics Calibrate::read() {
    auto wrong = missing();
    append(wrong, report_.faults());
    if (noise_) {
        const auto share = parse_percent("--noise", *noise_);
        if (share) calibrate_.noise = {*share, *share, *share};
        if (!share) append(wrong, share.error());
    }
    calibrate_.overrides = overrides_;
    calibrate_.prior = prior_;
    calibrate_.config = config_;
    calibrate_.simulated_rounds = static_cast<int>(rounds_);
    calibrate_.ios = ios_;
    calibrate_.seed = seed_and_jobs_.seed();
    calibrate_.jobs = seed_and_jobs_.jobs();
    measured::Run measured;
    if (!measured_files_.empty()) {
        auto run = read_measured_files(measured_files_);
        if (run) measured = std::move(*run);
        if (!run) append(wrong, run.error());
    }
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    if (!data) return wrong;
    for (const std::string& workload : workloads_) {
        auto loaded = load_workload(*data, workload);
        if (loaded && !loaded->parts.empty()) {
            wrong.push_back({"-w", 0, 0, "", "several workloads at once are not calibrated", "name them one by one"});
        } else if (loaded) {
            calibrate_.wanted.push_back(std::move(*loaded));
        }
        if (!loaded) append(wrong, loaded.error());
    }
    if (!wrong.empty()) return wrong;
    auto collected = calibrate::problem_of(*data, arrays_, measured, calibrate_);
    if (!collected) return collected.error();
    collected_ = std::move(*collected);
    for (std::string& name : collected_.problem.array_names) name = document_name(name);
    return {};
}

std::string Calibrate::call() const {
    std::string text =
        fmt::format("arraytwin calibrate {} --measured {}", fmt::join(arrays_, " "), fmt::join(measured_files_, " "));
    for (const std::string& override : overrides_) text += " --set " + override;
    if (noise_) text += " --noise " + *noise_;
    if (prior_) text += " --prior " + *prior_;
    return report::printable(text);
}

Result<void> Calibrate::write(const calibrate::Calibration& calibration) const {
    if (!output_) return {};
    OutputFiles files;
    const auto add = [&](const calibrate::Calibration& own, const std::string& path) {
        return files.write(path, to_toml(own, 0, document_name(path), call()));
    };
    const bool several = calibration.problem.arrays.size() > 1;
    Result<void> written = several ? Result<void>{} : add(calibration, *output_);
    if (several) {
        for (const calibrate::Calibration& own : each_array(calibration, calibrate_)) {
            const std::string name = own.problem.array_names.front() + ".toml";
            if (written) written = add(own, (std::filesystem::path{*output_} / name).string());
        }
    }
    return written ? files.move_into_place() : written;
}

Exit Calibrate::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    calibrate_.progress = [&](const std::string& stage, double done) { bar.draw(stage, done); };
    const calibrate::Calibration calibration = calibrate::calibrate(std::move(collected_), calibrate_);
    if (const auto written = write(calibration); !written) return refuse(written.error());
    return report_.write({[&] { return report::to_json(calibration); }, [&] { return report::to_csv(calibration); },
                          [&] { return report::html(calibrate::curves_of(calibration)); },
                          [&](report::TableStyle style) { return report::table(calibration, style); }});
}

}  // namespace

std::unique_ptr<Command> make_calibrate() { return std::make_unique<Calibrate>(); }

}  // namespace arraytwin::cli
