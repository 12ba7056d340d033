// Stands in for libFuzzer, which g++ lacks: mutates the files of a corpus and feeds each result to the fuzzer's entry
// point. A pure function of (corpus, seed, iterations). Usage:
//   NAME_fuzz [--seed N] [--iterations N] CORPUS_FOLDER    mutate
//   NAME_fuzz FILE                                         replay one input
// What kills the process, or takes longer than ten seconds, is left in the file "fuzz-crash". The same entry point links
// with clang's -fsanitize=fuzzer.
#include <sanitizer/asan_interface.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr unsigned hang_seconds = 10;
constexpr std::size_t largest_input = 1 << 16;

std::string current;  // what is being run, for the post-mortem

void save_current() {
    std::ofstream("fuzz-crash", std::ios::binary) << current;
    std::fprintf(stderr, "input of %zu bytes left in fuzz-crash\n", current.size());
}

void on_signal(int signal) {
    std::fprintf(stderr, signal == SIGALRM ? "hang: " : "signal: ");
    save_current();
    _exit(1);
}

void run(std::string input) {
    current = std::move(input);
    alarm(hang_seconds);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
    alarm(0);
}

/// SplitMix64: enough for choosing mutations.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_{seed} {}
    /// 0 to sides - 1
    std::size_t roll(std::size_t sides) {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return (z ^ (z >> 31)) % sides;
    }
    std::string piece_of(const std::string& text) {
        const std::size_t begin = roll(text.size() + 1);
        return text.substr(begin, roll(std::min<std::size_t>(text.size() - begin, 64) + 1));
    }

private:
    std::uint64_t state_;
};

void mutate(std::string& text, const std::string& other, Dice& dice) {
    static constexpr std::string_view marks = "[]{}()\"'\\,;:=.#-+0919eE\n\t \0\xff\xc3";
    const std::size_t place = dice.roll(text.size() + 1);
    switch (dice.roll(6)) {
        case 0:
            text.insert(place, 1, marks[dice.roll(marks.size())]);
            break;
        case 1:
            text.insert(place, dice.piece_of(other));
            break;
        case 2:
            text.insert(place, dice.piece_of(text));
            break;
        case 3:
            text.erase(place, dice.roll(16));
            break;
        case 4:
            text.resize(place);
            break;
        default:
            if (place < text.size()) text[place] = static_cast<char>(dice.roll(256));
    }
    if (text.size() > largest_input) text.resize(largest_input);
}

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> corpus;
    for (const auto& path : paths) corpus.push_back(read(path));
    return corpus;
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    std::uint64_t iterations = 100'000;
    std::string source;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--seed" && i + 1 < argc)
            seed = std::stoull(argv[++i]);
        else if (argument == "--iterations" && i + 1 < argc)
            iterations = std::stoull(argv[++i]);
        else
            source = argument;
    }
    __asan_set_death_callback(save_current);
    std::signal(SIGABRT, on_signal);
    std::signal(SIGALRM, on_signal);

    if (!std::filesystem::is_directory(source)) {
        run(read(source));
        return 0;
    }
    const auto corpus = read_corpus(source);
    if (corpus.empty()) return std::fprintf(stderr, "%s: no inputs\n", source.c_str()), 2;
    for (const auto& input : corpus) run(input);
    for (std::uint64_t i = 0; i < iterations; ++i) {
        Dice dice(seed * 0x100000001b3 + i);
        std::string input = corpus[dice.roll(corpus.size())];
        const std::string& other = corpus[dice.roll(corpus.size())];
        for (std::size_t left = 1 + dice.roll(8); left > 0; --left) mutate(input, other, dice);
        run(std::move(input));
    }
    std::printf("%s: %zu inputs and %llu mutations of them survived (seed %llu)\n", argv[0], corpus.size(),
                static_cast<unsigned long long>(iterations), static_cast<unsigned long long>(seed));
}
