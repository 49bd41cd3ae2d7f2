#!/usr/bin/env python3
"""Checks that relative links in the Markdown files of the tree lead to a file or folder that is there."""

import argparse
import os
import re
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SKIPPED_FOLDERS = {"build", ".git", "node_modules"}
SKIPPED_BEGINNINGS = ("build-", "assay-campaign")  # other builds, and folders of the quickstart and of campaigns


def markdown_files(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS and not f.startswith(SKIPPED_BEGINNINGS))
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def broken_links(path):
    """(line number, link) of each link of a file that leads nowhere."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for link in LINK.findall(line):
                is_address = re.match(r"[a-z]+:", link)
                if not is_address and not os.path.exists(os.path.join(os.path.dirname(path), link)):
                    yield number, link


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    root = parser.parse_args().root
    files = list(markdown_files(root))
    broken = [(path, number, link) for path in files for number, link in broken_links(path)]
    for path, number, link in broken:
        print(f"{os.path.relpath(path, root)}:{number}: the link {link} leads nowhere")
    print(f"check_links: {len(files)} files, {len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
