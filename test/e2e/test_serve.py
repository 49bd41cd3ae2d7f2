"""`assay serve`: what is on the pages is what the stores say; hostile names and outputs stay text; nothing else is answered."""

import http.client
import os
import re
import shutil
import sqlite3
import unittest

from harness import USAGE
from serving import Serving


class Serve(Serving):
    def ask(self, address, path, method="GET", headers=None):
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        self.addCleanup(connection.close)
        connection.putrequest(method, path, skip_host="Host" in (headers or {}))
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers

    def test_the_pages_say_what_the_store_says(self):
        self.campaign("one")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        status, page, headers = self.ask(address, "/")
        self.assertEqual(status, 200)
        self.assertIn("1 finding", re.sub(r"<[^>]*>", " ", page).replace("\n", " ").replace("  ", " ").replace("  ", " "))
        self.assertIn(f'href="/c/0/f/{finding}"', page)
        self.assertIn("refutation-unsound", page)
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        status, page, _ = self.ask(address, f"/c/0/f/{finding}")
        self.assertEqual(status, 200)
        for file in ("report.md", "original/script.smt2", "original/witness.smt2"):
            self.assertIn(f'href="/c/0/f/{finding}/file/{file}"', page)
        status, file, headers = self.ask(address, f"/c/0/f/{finding}/file/original/script.smt2")
        with open(self.path("one", "findings", finding, "original", "script.smt2"), encoding="utf-8") as original:
            self.assertEqual(file, original.read())
        self.assertIn("attachment", headers["Content-Disposition"])
        self.assertIn("<h2>Configuration</h2>", self.ask(address, "/c/0/")[1])

    def test_hostile_names_and_outputs_are_text(self):
        self.campaign("one")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        for path in ("/", "/c/0/", f"/c/0/f/{finding}", "/?kind=%22%3E%3Cscript%3E&target=%3Cb%3E"):
            status, page, _ = self.ask(address, path)
            self.assertEqual(status, 200)
            for hostile in ("<script>alert", "<img", "<b>&", '"><script>'):
                self.assertNotIn(hostile, page, path)
        self.assertIn("evil&lt;b&gt;&amp;", self.ask(address, "/")[1])

    def test_filters_choose_findings(self):
        self.campaign("all/one", "first")
        self.campaign("all/two", "later")
        address = self.serve("all")
        shown = lambda query: re.findall(r'href="/c/(\d)/f/', self.ask(address, "/" + query)[1])
        self.assertEqual(shown(""), ["0", "1"])
        self.assertEqual(shown("?target=later"), ["1"])
        self.assertEqual(shown("?campaign=0"), ["0"])
        self.assertEqual(shown("?kind=crash"), [])
        self.assertEqual(shown("?kind=refutation-unsound&baseline=new"), ["0", "1"])

    def test_no_path_leaves_the_findings(self):
        self.campaign("one")
        self.write("secret", "secret")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        for path in ("/../secret", "/c/0/../../secret", f"/c/0/f/{finding}/file/../../../campaign.sqlite", "/c/0/f/..%2f..", "/c/1/", "/c/-1/",
                     f"/c/0/f/{finding}/file/original/..%2F..%2F..%2F..%2Fsecret", f"/c/0/f/{finding}/file/finding.json", "/secret", "/c/0/x",
                     f"/c/0/f/{finding}/file//etc/passwd", "/" + "a" * 7000, f"/c/99999999999999999999/f/{finding}"):
            status, text, _ = self.ask(address, path)
            self.assertEqual(status, 404, path)
            self.assertNotIn("secret", text)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.ask(address, "/", method)[0], 405, method)
        self.assertEqual(self.ask(address, "/", headers={"Host": "other.example"})[0], 403)
        self.assertEqual(self.ask(address, "/", headers={"Host": f"localhost:{address.port}"})[0], 200)

    def test_a_campaign_that_grows_appears_and_vanishes(self):
        self.campaign("all/one", "first")
        address = self.serve("all")
        self.assertFalse("later" in self.ask(address, "/")[1])
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", "/events")
        events = connection.getresponse()
        self.assertEqual(events.headers["Content-Type"], "text/event-stream")
        self.campaign("all/two", "later")
        while not (line := events.readline().decode()).startswith("event: "):
            self.assertIn(line[:1], ("\n", ":", "i", "d"))
        self.assertEqual(line, "event: changed\n")
        self.assertTrue("later" in self.ask(address, "/")[1])
        with sqlite3.connect(self.path("all", "two", "campaign.sqlite")) as database:
            database.execute("PRAGMA user_version = 1")
        database.close()
        page = self.ask(address, "/")[1]
        self.assertIn("cannot be read", page)
        self.assertIn("first", page)
        shutil.rmtree(self.path("all", "one"))
        self.assertEqual(self.ask(address, "/")[0], 200)
        self.assertEqual(self.ask(address, "/c/0/")[0], 200)

    def test_what_cannot_be_served(self):
        self.assertIn("there is no folder nosuch", self.assay("serve", "nosuch", expect=USAGE).stderr)
        self.assay("serve", ".", "--port", "70000", expect=USAGE)
        address = self.serve(".")
        taken = self.assay("serve", ".", "--port", str(address.port), expect=3)
        self.assertIn("cannot listen", taken.stderr)


if __name__ == "__main__":
    unittest.main()
