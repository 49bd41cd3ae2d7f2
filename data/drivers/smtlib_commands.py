"""Takes an SMT-LIB script apart into its commands as they come, for drivers that give a library one after the other."""

import re

# Tokens that decide where a command ends: parentheses, and comments, strings and quoted symbols.
_MARKS = re.compile(r'[()]|;[^\n]*(?:\n|$)|"[^"]*(?:"|$)|\|[^|]*(?:\||$)')


def commands(stream):
    """Yields the text of each command after its last parenthesis has been read, and the rest at the end of the input.

    Outside of commands, comments and white space are left out, and any other text is handed on as it is.
    """
    text = ""  # the text that is not part of a yielded command
    depth = begin = at = 0
    for line in stream:
        text += line
        while (mark := _MARKS.search(text, at)) is not None:
            token = mark.group()
            if token[0] in ';"|' and not _complete(token):
                at = mark.start()
                break
            at = mark.end()
            if token == "(":
                depth += 1
            elif token == ")":
                depth = max(0, depth - 1)
                if depth == 0:
                    yield text[begin:at].strip()
                    begin = at
            elif token[0] == ";" and depth == 0:
                text = text[:mark.start()] + text[at:]
                at = mark.start()
        else:
            at = len(text)
        text, at, begin = text[begin:], at - begin, 0
    if text.strip():
        yield text.strip()


def _complete(token):
    end = "\n" if token[0] == ";" else token[0]
    return len(token) > 1 and token[-1] == end


def name(command):
    """The command's name, or an empty text."""
    match = re.match(r"\(\s*(?:;[^\n]*\n\s*)*([^\s()|\";]+)", command)
    return match.group(1) if match else ""


def error(message):
    """An error as SMT-LIB prints it."""
    text = " ".join(str(message).split()).replace('"', '""')
    return f'(error "{text}")\n'
