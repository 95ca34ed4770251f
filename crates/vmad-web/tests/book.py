#!/usr/bin/env python3
"""Tests the rendered book: every link has a target, and every page fits 390 and 1280 pixels.

Usage: book.py FOLDER. Exit status 77: no chromium or no chromedriver.
"""

import html.parser
import pathlib
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from webdriver import Browser, missing

BOOK = pathlib.Path(sys.argv[1]).resolve()
# The elements that are wider than the window, or cut off in their own boxes.
TOO_WIDE = """const right = (it) => it.getBoundingClientRect().right;
const shown = (it) => it.getBoundingClientRect().width > 0 && right(it) > 0;
const outside = [...document.querySelectorAll('main *')].filter((it) => shown(it) && right(it) > innerWidth + 1);
const cut = [...document.querySelectorAll('main table, main pre, main code')]
  .filter((it) => it.clientWidth > 0 && it.scrollWidth > it.clientWidth + 1);
return [...outside, ...(innerWidth < 640 ? cut : [])].map((it) => it.tagName + ' ' + it.textContent.trim().slice(0, 40));"""


class Links(html.parser.HTMLParser):
    """The identifiers and the links of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.targets = {""}, []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.add(given.get("id"))
        self.targets += [given[name] for name in ("href", "src", "srcset") if given.get(name)]


def links(pages):
    read = {page: Links(page) for page in pages}
    checked = 0
    for page, found in read.items():
        for target in found.targets:
            address = urllib.parse.urlsplit(target)
            if address.scheme or address.netloc:
                continue
            path = (page.parent / urllib.parse.unquote(address.path)).resolve() if address.path else page
            if not path.exists():
                sys.exit(f"FAILED: {page.name}: {target} leads nowhere")
            fragment = urllib.parse.unquote(address.fragment)
            if path in read and fragment not in read[path].ids:
                sys.exit(f"FAILED: {page.name}: {path.name} has no place {fragment!r}")
            checked += 1
    print(f"{checked} links lead to a place")


def widths(pages):
    with Browser() as browser:
        for width in (390, 1280):
            browser.look(width, 844, False)
            for page in pages:
                browser.post("/url", {"url": page.as_uri()})
                time.sleep(0.1)
                wide = browser.run(TOO_WIDE)
                if wide:
                    sys.exit(f"FAILED: {page.name} at {width} pixels: {wide[:3]}")
    print(f"{len(pages)} pages fit 390 and 1280 pixels")


def main():
    # The page that prints all others repeats their identifiers; that of a missing page has addresses of the site's root.
    pages = [it for it in sorted(BOOK.rglob("*.html")) if it.name not in ("print.html", "404.html", "toc.html")]
    links(pages)
    if missing():
        print(f"no {' and no '.join(missing())}")
        return 77
    widths(pages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
