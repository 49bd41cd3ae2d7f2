"""report.html in a browser: the effects of its scripts, use without a mouse, and reading without scripts."""

import os
import unittest

from browser import FAINT, SCREENS, Browser, needs_browser
from harness import FINDINGS, NOTHING, SAYS_UNSAT
from serving import Serving

SHOWN = "return [...document.querySelectorAll('details.finding')].filter(one => one.offsetParent !== null).map(one => one.id.slice(8));"
ROWS = """return [...document.querySelector(".findings table").tBodies[0].rows].filter(row => !row.hidden)
  .map(row => [...row.cells].map(cell => cell.innerText));"""
CHOOSE = """const select = document.querySelector(`.tools select[aria-label="${arguments[0]}"]`);
select.value = arguments[1]; select.dispatchEvent(new Event("change"));"""


@needs_browser
class ReportInBrowser(Serving):
    def open_report(self, *marks, arguments=()):
        self.several("out")
        for mark in marks:
            self.assay("findings", "mark", "out", *mark, expect=NOTHING)
        self.assay("report", "out", *arguments, expect=NOTHING)
        browser = Browser(self)
        browser.open("file://" + self.path("out", "report.html"))
        return browser

    def findings(self, target=""):
        return sorted(name for name in os.listdir(self.path("out", "findings")) if name.startswith(target))

    def read(self, *parts):
        with open(self.path("out", "findings", *parts), encoding="utf-8") as file:
            return file.read()

    def test_search_and_filters(self):
        browser = self.open_report()
        everything = self.findings()
        self.assertGreaterEqual(len(everything), 3)
        self.assertEqual(sorted(browser.run(SHOWN)), everything)
        [crash] = self.findings("broken")
        wrong = [name for name in everything if name != crash]
        self.assertEqual(browser.run(ROWS)[-1][0], crash, "wrong answers come first")
        browser.run(CHOOSE, "Severity", "failure")
        self.assertEqual((browser.run(SHOWN), [row[0] for row in browser.run(ROWS)]), ([crash], [crash]))
        self.assertEqual(browser.run("return document.querySelector('.tools output').innerText"), f"1 of {len(everything)} findings")
        browser.run(CHOOSE, "Severity", "")
        browser.run(CHOOSE, "Target", "later<b>")
        self.assertEqual(sorted(browser.run(SHOWN)), self.findings("later"))
        browser.run(CHOOSE, "Target", "")
        browser.run("document.querySelector('.tools input').focus()")
        browser.press("UNSAT (check-sat)")  # the search covers inputs and outputs, too
        self.assertEqual(sorted(browser.run(SHOWN)), wrong)
        browser.press("\ue003" * 17 + "nowhere to be found")
        self.assertEqual(browser.run(SHOWN), [])
        self.assertEqual(browser.complaints(), [])

    def test_inputs_of_a_comparison_are_filtered_by_their_change(self):
        for name, number in (("a", 1), ("b", 2), ("c", 3)):
            self.write(f"{name}.smt2", f"(declare-const x Int)\n(assert (< {number} x {number}))\n(check-sat)\n")
        self.program("old", "#!/bin/sh\n" + SAYS_UNSAT)
        self.program("new", '#!/bin/sh\ncase $(cat) in *"< 2 x"*) echo unknown ;; *"(check-sat)"*) echo unsat ;; esac\n')
        self.assay("smt", "compare", "a.smt2", "b.smt2", "c.smt2", "--target", f"old={self.path('old')}", "--target",
                   f"new={self.path('new')}", "--controls", "0", "--out", "out", "-q", expect=FINDINGS)
        browser = Browser(self)
        browser.open("file://" + self.path("out", "report.html"))
        inputs = """return [...document.querySelectorAll("section table tbody tr")].filter(row => row.offsetParent !== null)
          .map(row => row.cells[0].innerText.split("/").pop())"""
        self.assertEqual(browser.run(inputs), ["b.smt2", "a.smt2", "c.smt2"])
        browser.run(CHOOSE, "Change", "same")
        self.assertEqual(browser.run(inputs), ["a.smt2", "c.smt2"])
        self.assertEqual(browser.run("return document.querySelector('.tools output').innerText"), "2 of 3 inputs")
        browser.run("document.querySelector('.tools input').focus()")
        browser.press("c.smt2")
        self.assertEqual(browser.run(inputs), ["c.smt2"])
        self.assertEqual(browser.complaints(), [])

    def test_filters_by_baseline_and_state(self):
        self.several("out")
        [crash] = self.findings("broken")
        self.assay("findings", "mark", "out", crash, "--state", "fixed", expect=NOTHING)
        self.assay("findings", "export", "out", "-f", "baseline", "-o", "known.json", expect=NOTHING)
        self.assay("report", "out", "--baseline", "known.json", expect=NOTHING)
        browser = Browser(self)
        browser.open("file://" + self.path("out", "report.html"))
        browser.run(CHOOSE, "Baseline", "new")
        self.assertEqual(browser.run(SHOWN), [crash], "what is fixed and fails again is new")
        browser.run(CHOOSE, "Baseline", "")
        browser.run(CHOOSE, "State", "new")
        self.assertEqual(len(browser.run(SHOWN)), len(self.findings()) - 1)

    def test_columns_are_sorted_with_the_keyboard(self):
        browser = self.open_report()
        before = [row[0] for row in browser.run(ROWS)]
        focus = "[...document.querySelectorAll('.findings th button')].find(one => one.textContent === arguments[0]).focus()"
        sizes = lambda: [int(row[5].replace(",", "")) for row in browser.run(ROWS)]
        browser.run(focus, "Bytes")
        browser.press("Enter")
        self.assertEqual(sizes(), sorted(sizes(), reverse=True))
        self.assertEqual(browser.run("return document.querySelector('th[aria-sort]').ariaSort"), "descending")
        browser.press("Enter")
        self.assertEqual(sizes(), sorted(sizes()))
        self.assertEqual(browser.run(SHOWN), [row[0] for row in browser.run(ROWS)], "the findings follow the table")
        browser.run(focus, "Severity")
        browser.press("Enter")
        self.assertEqual({row[1] for row in browser.run(ROWS)[:1]}, {"wrong-answer"})
        self.assertEqual(sorted(before), sorted(browser.run(SHOWN)))
        browser.run("document.querySelector('.findings td a').focus()")
        browser.press("Enter")
        first = browser.run(ROWS)[0][0]
        browser.wait("return document.getElementById(given[0]).open", "finding-" + first)

    def test_inputs_have_colours_copies_and_differences(self):
        browser = self.open_report()
        name = next(name for name in self.findings() if os.path.exists(self.path("out", "findings", name, "reduced", "script.smt2")))
        browser.run("document.getElementById(arguments[0]).open = true", "finding-" + name)
        part = f"#finding-{name.replace('<', '')} "
        browser.wait("return document.querySelector(given[0] + '.views button') !== null", part)
        shown = browser.run("return document.querySelector(arguments[0] + '.reduced pre[data-file=\"script.smt2\"]').textContent", part)
        self.assertEqual(shown, self.read(name, "reduced", "script.smt2"))
        colours = browser.run("""return [...document.querySelectorAll(arguments[0] + '.reduced .tok-keyword')].map(one => one.textContent)""", part)
        self.assertIn("check-sat", colours)
        visible = lambda: browser.run("""return ['.reduced', '.original', '.diff'].filter(one =>
          document.querySelector(arguments[0] + '.input > ' + one).offsetParent !== null)""", part)
        self.assertEqual(visible(), [".reduced"])
        press = "[...document.querySelectorAll(arguments[0] + '.views button')].find(one => one.textContent === arguments[1]).focus()"
        browser.run(press, part, "Difference")
        browser.press("Space")
        self.assertEqual(visible(), [".diff"])
        gone = browser.run("return [...document.querySelector(arguments[0] + '.diff pre').querySelectorAll('del')].map(one => one.textContent.slice(2, -1))", part)
        old = self.read(name, "original", "script.smt2").split("\n")
        self.assertTrue(gone)
        self.assertEqual([line for line in gone if line not in old], [])
        browser.run(press, part, "Original")
        browser.press("Enter")
        self.assertEqual(visible(), [".original"])
        browser.run(press, part, "Reduced")
        browser.press("Enter")
        # Records the text that the page copies to the clipboard.
        browser.run("document.addEventListener('copy', () => { window.got = document.activeElement.value; });"
                    "navigator.clipboard.writeText = async (text) => { window.got = text; };")
        copies = lambda: browser.run("return [...document.querySelectorAll(arguments[0] + 'button.copy')].map(one => one.ariaLabel)", part)
        self.assertEqual(copies().count("Copy the command"), 1)
        for label, text in (("Copy script.smt2", self.read(name, "reduced", "script.smt2")), ("Copy the command", "")):
            browser.run("window.got = ''; [...document.querySelectorAll(arguments[0] + 'button.copy')].find(one => one.ariaLabel === arguments[1]).focus()",
                        part, label)
            browser.press("Enter")
            browser.wait("return document.activeElement.textContent === 'Copied'")
            got = browser.run("return window.got")
            self.assertTrue(got == text if text else "script.smt2" in got, got)
        self.assertEqual(browser.complaints(), [])

    def test_nothing_sticks_out_and_all_of_it_can_be_read(self):
        browser = self.open_report(["broken-0", "--state", "reported", "--link", "https://example.org/" + "long/" * 40, "--note", "a note " * 30])
        for width, dark in SCREENS:
            with self.subTest(width=width, dark=dark):
                browser.show_as(width, dark)
                browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true;")
                browser.wait("return document.querySelectorAll('.body:not([data-furnished])').length === 0")
                for view in ("reduced", "diff"):
                    browser.run("for (const one of document.querySelectorAll(`.views button[data-view=${arguments[0]}]`)) one.click();", view)
                    browser.wait("return document.documentElement.scrollWidth <= given[0]", width)
                    self.assertEqual(browser.run(FAINT), [])
        self.assertEqual(browser.complaints(), [])

    def test_without_scripts_it_can_be_read(self):
        self.several("out")
        browser = Browser(self)
        browser.command("Emulation.setScriptExecutionDisabled", value=True)
        browser.open("file://" + self.path("out", "report.html"))
        name = self.findings()[0]
        text = browser.command("Runtime.evaluate", expression="document.querySelector('main').innerText", returnByValue=True)["result"]["value"]
        self.assertIn(name, text)
        self.assertNotIn("Search", text)
        markup = browser.command("Runtime.evaluate", expression="document.querySelectorAll('main button, main input').length", returnByValue=True)
        self.assertEqual(markup["result"]["value"], 0)
        browser.command("Runtime.evaluate", expression="document.querySelector('details.finding > summary').click()")
        opened = browser.command("Runtime.evaluate", expression="document.querySelector('details.finding').innerText", returnByValue=True)
        self.assertIn("Expected and actual", opened["result"]["value"])
        self.assertIn("(check-sat)", opened["result"]["value"])


if __name__ == "__main__":
    unittest.main()
