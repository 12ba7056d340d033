"""Reads C++ just well enough to check house rules: code without comments and literals, and where functions lie."""

import re

_SKIPPED = re.compile(
    r'//(?:\\\n|[^\n])*'                                   # line comment
    r'|/\*.*?\*/'                                          # block comment
    r'|(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'                                # string
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",               # character, but not the ' of 1'000
    re.DOTALL)
_DIRECTIVE = re.compile(r'^[ \t]*#(?:\\\n|[^\n])*', re.MULTILINE)
_TYPE_OR_SCOPE = re.compile(
    r'^(?:\[\[[^\]]*\]\]\s*|inline\s+|typedef\s+|(?:public|protected|private)\s*:\s*)*'
    r'(?:namespace|class|struct|union|enum|extern\s*""|concept)\b')


def _blank(match):
    """Same length and lines, so that positions stay true; a literal leaves its quotes."""
    text = match.group(0)
    inner = re.sub(r'[^\n]', ' ', text)
    return inner if text.startswith('/') else '"' + inner[1:-1] + '"'


def code_of(text):
    """The text with comments and the insides of literals blanked out."""
    return _SKIPPED.sub(_blank, text)


def includes_of(text):
    """(line, path) of each quoted or angled #include."""
    code = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group(0)), text, flags=re.DOTALL)
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', code, re.MULTILINE):
        yield line_at(text, match.start(1)), match.group(1)


def line_at(text, position):
    return text.count('\n', 0, position) + 1


def functions_of(code):
    """(first line, last line) of each function body outside other functions, by matching braces.

    A brace opens a function's body if it is in no other body, opens no namespace or type, and what stands before it has
    a parameter list; or follows the braced initialisers of a constructor.
    """
    code = _DIRECTIVE.sub(lambda m: re.sub(r'[^\n]', ' ', m.group(0)), code)
    scopes = []  # 'open' (namespace, type), 'body' or 'other' for each brace
    head_start = 0
    body_start = 0
    for match in re.finditer(r'[{};]', code):
        mark, at = match.group(0), match.start()
        if mark == '{':
            if any(scope != 'open' for scope in scopes):
                scopes.append('other')
            else:
                scopes.append(_kind_of(code[head_start:at]))
                body_start = at
        elif mark == '}' and scopes and scopes.pop() == 'body':
            yield line_at(code, body_start), line_at(code, at)
        if not any(scope != 'open' for scope in scopes):
            head_start = at + 1


def _kind_of(head):
    head = _without_template(head.strip())
    if _TYPE_OR_SCOPE.match(head):
        return 'open'
    if head.endswith('='):
        return 'other'
    return 'body' if '(' in head or not head or head.startswith(',') else 'other'


def _without_template(head):
    while head.startswith('template'):
        depth = 0
        for at, mark in enumerate(head):
            depth += (mark == '<') - (mark == '>')
            if mark == '>' and depth == 0:
                head = head[at + 1:].strip()
                break
        else:
            return head
    return head


def co_await_operands(code):
    """(position, operand) of each co_await, up to the end of its expression."""
    for match in re.finditer(r'(?<!operator )\bco_await\b', code):
        depth = 0
        end = match.end()
        while end < len(code):
            mark = code[end]
            if mark in '([{':
                depth += 1
            elif mark in ')]}':
                if depth == 0:
                    break
                depth -= 1
            elif mark == ';' or (mark == ',' and depth == 0):
                break
            end += 1
        yield match.start(), code[match.end():end]
