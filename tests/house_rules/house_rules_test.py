#!/usr/bin/env python3
"""Each rule finds what it forbids and lets pass what only looks like it."""

import unittest

import house_rules
from cpp_text import code_of, functions_of
from house_rules import Source


def found(rule, *sources):
    return [message for _, _, message in rule([Source(path, text) for path, text in sources])]


class HouseRules(unittest.TestCase):
    def test_arrows(self):
        def include(path, target):
            return found(house_rules.arrows, (path, f'#include "{target}"\n'), ('models/ontap/family.hpp', ''))
        for path, target in [
                ('lib/sim/a.cpp', 'lib/spec/b.hpp'), ('lib/units/a.hpp', 'lib/sim/b.hpp'),
                ('lib/twin/a.cpp', 'models/cache/b.hpp'), ('lib/sim/a_test.cpp', 'models/cache/b.hpp'),
                ('lib/report/a.cpp', 'lib/sim/b.hpp'), ('lib/novel/a.cpp', 'lib/units/b.hpp'),
                ('models/cache/a.hpp', 'models/ontap/family.hpp'), ('models/cache/a.hpp', 'lib/plan/b.hpp'),
                ('lib/twin/a.cpp', 'arraytwin/arraytwin.hpp')]:
            self.assertTrue(include(path, target), (path, target))
        for path, target in [
                ('lib/sim/a.cpp', 'lib/units/b.hpp'), ('lib/sim/a.cpp', 'lib/sim/b.hpp'),
                ('lib/sim/a_test.cpp', 'lib/queueing/b.hpp'), ('models/ontap/a.cpp', 'models/cache/b.hpp'),
                ('lib/report/a.cpp', 'arraytwin/version.hpp'), ('apps/cli/a.cpp', 'models/cache/b.hpp'),
                ('lib/sim/a.cpp', 'vector')]:
            self.assertFalse(include(path, target), (path, target))

    def test_parts_in_a_circle(self):
        self.assertTrue(found(house_rules.arrows, ('models/a/x.hpp', '#include "models/b/x.hpp"'),
                              ('models/b/x.hpp', '#include "models/a/x.hpp"')))

    def test_side_effects(self):
        for code in ['std::cout << 1;', 'printf("x");', 'std::exit(1);', 'abort();', 'std::chrono::system_clock::now();',
                     'fmt::print("x");']:
            self.assertTrue(found(house_rules.side_effects, ('lib/sim/a.cpp', code)), code)
        for code in ['// std::cout', '"exit(1)"', 'queue.exit();', 'snprintf(x);', 'on_exit(1);', 'gate->abort();']:
            self.assertFalse(found(house_rules.side_effects, ('lib/sim/a.cpp', code)), code)
        self.assertFalse(found(house_rules.side_effects, ('apps/cli/a.cpp', 'std::cout << 1;')))

    def test_randomness(self):
        for code in ['std::normal_distribution<> d;', 'std::mt19937 g;', 'rand();', '#include <random>']:
            self.assertTrue(found(house_rules.randomness, ('models/cache/a.cpp', code)), code)
        for code in ['boost::random::normal_distribution<> d;', 'operand();', 'dice.rand();']:
            self.assertFalse(found(house_rules.randomness, ('models/cache/a.cpp', code)), code)

    def test_co_await(self):
        for operand in ['use(Io{1})', 'run([&] { return 1; })', 'Delay{5}', 'all(a, [] {})', 'use({.size = 1})']:
            code = f'Task<> f() {{ co_await {operand}; }}'
            self.assertTrue(found(house_rules.co_await, ('lib/sim/a.cpp', code)), operand)
        for operand in ['use(io)', 'servers_[i].use(cost_[2])', 'f("{")']:
            code = f'Task<> f() {{ co_await {operand}; Io other{{1}}; }}'
            self.assertFalse(found(house_rules.co_await, ('lib/sim/a.cpp', code)), operand)
        loop = 'Task<> f() { if (co_await g()) { h(); } }'
        self.assertFalse(found(house_rules.co_await, ('lib/sim/a.cpp', loop)))

    def test_headers(self):
        self.assertFalse(found(house_rules.headers, ('lib/sim/a.hpp', '// Why.\n#pragma once\n')))
        self.assertEqual(2, len(found(house_rules.headers, ('lib/sim/a.hpp', '#include <map>\n'))))

    def test_words_and_names(self):
        self.assertTrue(found(house_rules.words, ('lib/sim/a.cpp', '// TO' 'DO: more')))
        self.assertFalse(found(house_rules.words, ('lib/sim/a.cpp', '// stubborn')))
        self.assertTrue(found(house_rules.names, ('lib/sim/EventQueue.cpp', '')))
        self.assertFalse(found(house_rules.names, ('lib/sim/event_queue_2.cpp', '')))

    def test_functions(self):
        code = code_of('''
namespace a {
template <class T, int n>
struct S : B<T> {
    S(int x) : x_{x}, y_{x} {
        // a brace in a comment {
        x = 1'000;
    }
    int x_{3};
};
constexpr int table[] = {
    1, 2,
};
template <class T>
T f(T x) {
    if (x) {
        return x;
    }
    auto g = [] { return '{'; };
}
}
TEST(A, b) {
}
''')
        bodies = [lines for lines in functions_of(code) if lines[0] != lines[1]]
        self.assertEqual([(5, 8), (15, 20), (22, 23)], bodies)

    def test_size(self):
        long_function = 'void f() {\n' + 'g();\n' * house_rules.FUNCTION_LINES + '}\n'
        self.assertTrue(found(house_rules.size, ('lib/sim/a.cpp', long_function)))
        self.assertTrue(found(house_rules.size, ('lib/sim/a.cpp', '\n' * (house_rules.FILE_LINES + 1))))
        self.assertFalse(found(house_rules.size, ('lib/sim/a.cpp', 'void f() {\n}\n')))


if __name__ == '__main__':
    unittest.main()
