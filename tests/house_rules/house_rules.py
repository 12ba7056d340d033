#!/usr/bin/env python3
"""The house rules of CONTRIBUTING.md that a machine can check. Usage: house_rules.py [RULE...]; without a rule, all.

Prints `file:line: what is wrong` and exits with 1 if anything is.
"""

import pathlib
import re
import sys

from cpp_text import co_await_operands, code_of, functions_of, includes_of, line_at

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE_FOLDERS = ('lib', 'models', 'apps', 'include', 'tests', 'bench')

# Which module may include which (DESIGN, section 1); each may include itself. A module that is missing here is an
# error: decide where it stands, then add it.
BASE = ['units', 'sim', 'stats', 'queueing', 'workload', 'application', 'spec', 'twin']
ARROWS = {
    'units': [],
    'sim': ['units'],
    'stats': ['units', 'sim'],
    'queueing': ['units', 'sim', 'stats'],
    'spec': ['units'],
    'workload': ['units', 'sim', 'stats', 'spec'],
    'application': ['units', 'spec', 'workload'],
    'twin': BASE,
    'measured': BASE,
    'calibrate': BASE + ['measured', 'compare'],
    'compare': BASE + ['measured'],
    'scoreboard': BASE + ['measured', 'compare', 'calibrate'],
    'plan': BASE,
    'sweep': BASE,
    'report': ['units', 'spec', 'application', 'twin', 'measured', 'compare', 'calibrate', 'scoreboard', 'plan', 'sweep'],
}
MODELS_MAY_INCLUDE = BASE

FILE_LINES = 400
FUNCTION_LINES = 80

SIDE_EFFECTS = re.compile(
    r'\bstd::(?:cout|cerr|clog|print(?:ln)?)\b|\bfmt::print(?:ln)?\b'
    r'|(?<![\w.>])(?:std::)?(?:printf|fprintf|puts|putchar|fputs)\s*\('
    r'|(?<![\w.>])(?:std::)?(?:exit|_Exit|_exit|quick_exit|abort|terminate)\s*\(|\bsystem_clock\b')
# Where a process may end: only by programmers' mistakes and exhausted memory, as the language itself would.
MAY_END = {
    'lib/units/contract.hpp': 'a broken contract',
    'lib/units/contract.cpp': 'a broken contract',
    'lib/sim/task.hpp': 'an exception that leaves a process',
    'lib/stats/latency_histogram.hpp': 'no memory, under -fno-exceptions',
}
RANDOMNESS = re.compile(
    r'\bstd::\w+_distribution\b|\bstd::(?:mt19937(?:_64)?|minstd_rand0?|default_random_engine|ranlux\w+|knuth_b|'
    r'random_device|shuffle|sample)\b|(?<![\w.>])(?:std::)?s?rand\s*\(|#\s*include\s*<random>')
UNFINISHED = re.compile(r'\b(?:TODO|FIXME|XXX|HACK|[Ss]tub(?:s|bed)?)\b')
SNAKE_CASE = re.compile(r'[a-z0-9]+(?:_[a-z0-9]+)*(?:\.[a-z0-9]+)?')
LAMBDA = re.compile(r'(?:^|[(,=<>&|?:+\-])\s*\[')


class Source:
    """A C++ file: its path from the root, its text, and its code without comments and literals."""

    def __init__(self, path, text):
        self.path, self.text, self.code = path, text, code_of(text)
        self.is_test = bool(re.search(r'_test\.[hc]pp$', path)) or path.startswith('tests/')
        self.is_header = path.endswith('.hpp')
        self.folder = '/'.join(path.split('/')[:2])


def read_sources(root=ROOT):
    for folder in CODE_FOLDERS:
        for path in sorted((root / folder).rglob('*.[hc]pp')):
            if 'node_modules' not in path.parts:
                yield Source(path.relative_to(root).as_posix(), path.read_text(encoding='utf-8'))


def matches(sources, pattern, message):
    for source in sources:
        for match in pattern.finditer(source.code):
            yield source.path, line_at(source.code, match.start()), message.format(match.group(0).strip(' ('))


def arrows(sources):
    """Arrows point one way: units <- sim, stats <- queueing, workload, spec <- twin <- models, ... <- apps."""
    families = {s.folder for s in sources if re.fullmatch(r'models/\w+/family\.hpp', s.path)}
    model_edges = {}
    for source in sources:
        top, _, name = source.folder.partition('/')
        if top not in ('lib', 'models'):
            continue
        if top == 'lib' and name not in ARROWS:
            yield source.path, 1, f'lib/{name} is not in the table of arrows'
            continue
        for line, included in includes_of(source.text):
            target = '/'.join(included.split('/')[:2])
            kind, _, module = target.partition('/')
            if kind == 'arraytwin' and included != 'arraytwin/version.hpp' or kind in ('apps', 'include'):
                yield source.path, line, f'{top} must not include {included}, which stands above it'
            if target == source.folder:
                continue
            if top == 'lib' and kind == 'models':
                yield source.path, line, f'lib must not know models: {included}'
            if kind == 'lib' and not source.is_test:  # a test may compare with any other module of lib
                allowed = ARROWS[name] if top == 'lib' else MODELS_MAY_INCLUDE
                if module not in allowed:
                    yield source.path, line, f'{source.folder} must not include lib/{module}'
            if top == 'models' and kind == 'models':
                if target in families:
                    yield source.path, line, f'nothing includes a family: {included}'
                model_edges.setdefault(source.folder, {}).setdefault(target, (source.path, line))
    yield from cycles(model_edges)


def cycles(edges):
    """Parts may use parts, but not in a circle."""
    def reaches(start, goal, seen):
        return start == goal or any(
            reaches(next_, goal, seen | {start}) for next_ in edges.get(start, {}) if next_ not in seen)
    for source, targets in edges.items():
        for target, (path, line) in targets.items():
            if reaches(target, source, frozenset()):
                yield path, line, f'{source} and {target} include each other'


def side_effects(sources):
    """The library never prints, never exits, and knows no wall clock."""
    ours = [s for s in sources if s.path.startswith(('lib/', 'models/')) and not s.is_test]
    yield from matches([s for s in ours if s.path not in MAY_END], SIDE_EFFECTS, '{} in the library')


def randomness(sources):
    """Random numbers come from lib/sim: the standard library's differ from one library to the next."""
    yield from matches([s for s in sources if s.folder != 'lib/sim'], RANDOMNESS, '{}: use lib/sim/random.hpp')


def co_await(sources):
    """g++ 12 destroys temporaries of a co_await operand twice: only names and calls with names or literals."""
    for source in sources:
        for position, operand in co_await_operands(source.code):
            if '{' in operand or LAMBDA.search(operand):
                yield source.path, line_at(source.code, position), 'brace or lambda in a co_await operand'


def readme(sources):
    """Each model says in its README.md what it models and what it neglects."""
    for folder in sorted({s.folder for s in sources if s.path.startswith('models/')}):
        if not (ROOT / folder / 'README.md').exists():
            yield folder, 0, 'has no README.md'


def headers(sources):
    """A header opens with its purpose and has #pragma once."""
    for source in sources:
        if source.is_header and not source.text.startswith(('// ', '/*')):
            yield source.path, 1, 'opens without a comment on its purpose'
        if source.is_header and not re.search(r'^#pragma once$', source.code, re.MULTILINE):
            yield source.path, 1, 'has no #pragma once'


def size(sources):
    """A file is read in one sitting, a function on one screen."""
    for source in sources:
        lines = source.text.count('\n')
        if lines > FILE_LINES:
            yield source.path, lines, f'{lines} lines, more than {FILE_LINES}'
        for first, last in functions_of(source.code):
            if last - first + 1 > FUNCTION_LINES:
                yield source.path, first, f'a function of {last - first + 1} lines, more than {FUNCTION_LINES}'


def words(sources):
    """Nothing is left unfinished."""
    for source in sources:
        for match in UNFINISHED.finditer(source.text):
            yield source.path, line_at(source.text, match.start()), f'"{match.group(0)}"'


def names(sources):
    """Files and folders are snake_case."""
    for source in sources:
        for part in source.path.split('/'):
            if not SNAKE_CASE.fullmatch(part):
                yield source.path, 0, f'{part} is not snake_case'
                break


RULES = {rule.__name__: rule for rule in
         (arrows, side_effects, randomness, co_await, readme, headers, size, words, names)}


def main(chosen):
    unknown = [name for name in chosen if name not in RULES]
    if unknown:
        sys.exit(f'no such rule: {", ".join(unknown)}; there are {", ".join(RULES)}')
    sources = list(read_sources())
    found = 0
    for name in chosen or RULES:
        for path, line, message in RULES[name](sources):
            print(f'{path}:{line}: {message} [{name}]')
            found += 1
    if found:
        sys.exit(1)


if __name__ == '__main__':
    main(sys.argv[1:])
