"""`assay serve` in a browser: pages show the contents of the stores, hostile text does nothing, and a page updates
without a reload."""

import contextlib
import os
import sqlite3
import unittest

from browser import FAINT, SCREENS, Browser, needs_browser
from harness import FINDINGS, NOTHING, RAN
from serving import Serving

# The rows of the table with that heading, as a person reads them.
ROWS = """const fold = [...document.querySelectorAll("main details")].find(one => one.querySelector("summary h3")?.textContent === arguments[0]);
return [...fold.querySelectorAll("tbody tr")].map(row => [...row.cells].map(cell => cell.innerText));"""
HEADING = "const rows = name => [...[...document.querySelectorAll('main details')].find(" \
          "one => one.querySelector('summary h3')?.textContent === name)?.querySelectorAll('tbody tr') ?? []];"
HOSTILE_NAME = "evil<b>&\"'"


@needs_browser
class ServeInBrowser(Serving):
    def show(self, *arguments):
        address = self.serve(*arguments)
        browser = Browser(self)
        browser.open(f"{address.scheme}://{address.netloc}/")
        browser.wait("return document.getElementById('state')?.textContent === 'live'")
        return browser

    def kept(self, out):
        """The contents of a campaign's store: number of tests, and kind, target and strategy of each finding."""
        with contextlib.closing(sqlite3.connect(self.path(out, "campaign.sqlite"))) as database:
            tests = database.execute("SELECT SUM(done) FROM chunks").fetchone()[0]
            rows = database.execute("SELECT id, kind, target, strategy FROM findings WHERE duplicate_of = ''").fetchall()
        return tests, {row[0]: list(row[1:]) for row in rows}

    def test_the_pages_show_what_the_store_says(self):
        self.campaign("one")
        browser = self.show("one")
        tests, findings = self.kept("one")
        self.assertTrue(findings)
        shown = {row[0]: row for row in browser.run(ROWS, "Findings")}
        self.assertEqual(shown.keys(), findings.keys())
        for name, finding in findings.items():
            self.assertEqual([shown[name][2], *shown[name][4:6]], finding)
            self.assertEqual(finding[1], HOSTILE_NAME)
        campaign = browser.run(ROWS, "Campaigns")[0]
        self.assertEqual(campaign[1:3] + campaign[5:6], ["not running", "smt-fuzz", str(tests)])
        self.assertEqual(browser.run("return [...document.querySelectorAll('canvas')].filter(one => one.width > 0).length > 0"), True)
        self.assertEqual(browser.complaints(), [])

    def test_hostile_names_and_outputs_show_as_text_and_do_nothing(self):
        self.campaign("one")
        browser = self.show("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        base = browser.run("return location.origin")
        campaign = browser.run("return document.querySelector('main a[href^=\"/c/\"]').pathname.replace(/[/]f[/].*/, '/')")
        for path, text in (("/", HOSTILE_NAME), (campaign, HOSTILE_NAME), (f"{campaign}f/{finding}", "<img src=x onerror=alert(2)>"),
                           ("/?target=%22%3E%3Cscript%3Ealert(3)%3C/script%3E", "Findings")):
            with self.subTest(path=path):
                browser.open(base + path)
                browser.wait("return document.getElementById('state')?.textContent === 'live'")
                self.assertEqual(browser.alerts(), "")
                self.assertEqual(browser.run("return document.querySelectorAll('main img, main script').length"), 0)
                self.assertIn(text, browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true;"
                                                "return document.querySelector('main').innerText"))
                self.assertEqual(browser.complaints(), [])

    def test_a_campaign_that_grows_shows_up_without_loading_the_page_again(self):
        self.campaign("all/one", "first")
        browser = self.show("all")
        browser.run("window.mark = 'loaded once'; document.querySelector('main details').open = false;")
        self.assertEqual(len(browser.run(ROWS, "Campaigns")), 1)
        self.campaign("all/two", "later")
        browser.wait(HEADING + "return rows('Campaigns').length === 2 && rows('Findings').some(row => row.textContent.includes('later'))")
        self.assay("campaign", "resume", "all/one", "--tests", "48", "--findings", "0", "--no-report", expect=RAN)
        tests = self.kept("all/one")[0]
        self.assertGreater(tests, 16)
        browser.wait(HEADING + "return rows('Campaigns').some(row => row.cells[5].textContent === given[0])", str(tests))
        self.assertEqual(browser.run("return window.mark"), "loaded once")
        self.assertEqual(browser.run("return document.querySelector('main details').open"), False)
        self.assertEqual(browser.complaints(), [])

    def test_a_form_is_filled_in_while_the_campaign_goes_on(self):
        self.campaign("one")
        browser = self.show("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        browser.run("[...document.querySelectorAll('main td a')].find(one => one.textContent === arguments[0]).click()", finding)
        browser.wait("return document.querySelector('textarea') !== null && document.getElementById('state')?.textContent === 'live'")
        browser.run("document.querySelector('select[name=state]').value = 'reported'; document.querySelector('input[name=link]').focus()")
        browser.press("https://example.org/1", "Tab", "half a no")
        browser.run("window.mark = 'loaded once'; window.renewed = 0; document.addEventListener('renewed', () => ++window.renewed)")
        self.assay("campaign", "resume", "one", "--tests", "48", "--findings", "0", "--no-report", expect=RAN)
        browser.wait("return window.renewed > 0")
        browser.press("te <b>")
        self.assertEqual(browser.run("return document.querySelector('textarea').value"), "half a note <b>")
        self.assertEqual(browser.run("return window.mark"), "loaded once")
        browser.press("Tab", "Enter")
        browser.wait("return document.querySelector('p.triage .note') !== null")
        self.assertEqual(browser.run("return document.querySelector('p.triage .note').innerText"), "half a note <b>")
        self.assertEqual(browser.run("return document.querySelector('p.triage a').href"), "https://example.org/1")
        self.assertIn("reported   ", self.assay("findings", "list", "one", expect=NOTHING).stdout)
        self.assertEqual(browser.complaints(), [])

    def test_pages_fit_screens(self):
        self.several("all/one")
        browser = self.show("all")
        base = browser.run("return location.origin")
        campaign = browser.run("return document.querySelector('main a[href^=\"/c/\"]').pathname.replace(/[/]f[/].*/, '/')")
        finding = os.listdir(self.path("all", "one", "findings"))[0]
        for path in ("/", campaign, f"{campaign}f/{finding}"):
            browser.open(base + path)
            for width, dark in SCREENS:
                with self.subTest(path=path, width=width, dark=dark):
                    browser.show_as(width, dark)
                    browser.wait("return document.documentElement.scrollWidth <= given[0]", width)  # charts follow the window
                    self.assertEqual(browser.run(FAINT), [])
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
