"""A terminal that keeps all text that was ever on it: progress displays with wrapped lines, resized and reflowed."""

import re

ESCAPE = re.compile(r"\x1b\[(\d*)([A-Za-z])")


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [""]  # scrolled off and shown
        self.wrapped = [False]  # whether the line below goes on with the same text
        self.row, self.column = 0, 0

    def feed(self, text):
        at = 0
        while at < len(text):
            escape = ESCAPE.match(text, at)
            if escape:
                self.control(escape.group(2), int(escape.group(1) or 1))
                at = escape.end()
                continue
            self.put(text[at])
            at += 1

    def control(self, letter, number):
        if letter == "A":
            self.row = max(self.row - number, len(self.lines) - self.rows, 0)
        elif letter == "J":
            self.lines[self.row] = self.lines[self.row][:self.column]
            del self.lines[self.row + 1:], self.wrapped[self.row + 1:]
            self.wrapped[self.row] = False
        elif letter != "m":
            raise AssertionError(f"this terminal does not know ESC [ {number} {letter}")

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.down()
        else:
            if self.column == self.columns:
                self.wrapped[self.row] = True
                self.column = 0
                self.down()
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[:self.column] + character + line[self.column + 1:]
            self.column += 1

    def down(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append("")
            self.wrapped.append(False)

    def resize(self, columns):
        """Lines that are too long now take several rows, as most terminals do it."""
        old = list(zip(self.lines[:-1], self.wrapped[:-1]))
        below = len(self.lines) - 1 - self.row
        assert below == 0 and self.lines[-1] == "" and self.column == 0, "resized while something was written"
        self.columns, self.lines, self.wrapped = columns, [], []
        whole = ""
        for line, goes_on in old:
            whole += line
            if goes_on:
                continue
            pieces = [whole[i:i + columns] for i in range(0, len(whole), columns)] or [""]
            self.lines += pieces
            self.wrapped += [True] * (len(pieces) - 1) + [False]
            whole = ""
        self.lines.append("")
        self.wrapped.append(False)
        self.row = len(self.lines) - 1
