"""`assay serve`: pages show the contents of the stores; hostile names and outputs stay text; others are refused."""

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import sqlite3
import unittest
import urllib.parse

from harness import ENVIRONMENT, FINDINGS, NOTHING, USAGE
from serving import Serving


class Serve(Serving):
    def ask(self, address, path, method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        self.addCleanup(connection.close)
        connection.putrequest(method, path, skip_host="Host" in (headers or {}))
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Type", "application/x-www-form-urlencoded")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() if body else None)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers

    def pages(self, address):
        """The paths of the campaigns' pages, in the order of the list."""
        return list(dict.fromkeys(re.findall(r'href="(/c/[^"/]+/)"', self.ask(address, "/")[1])))

    def post(self, address, page, headers=None, **fields):
        """Sends the form of a finding's page, with other fields."""
        form = re.search(r"<form .*?</form>", self.ask(address, page)[1], re.DOTALL).group(0)
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        return self.ask(address, "/mark", "POST", headers, urllib.parse.urlencode({**hidden, "state": "new", "link": "", "note": "", **fields}))

    def triage(self, out):
        return [(row["state"], row["link"], row["note"]) for row in json.loads(self.assay("findings", "list", out, "--json").stdout)]

    def test_the_pages_say_what_the_store_says(self):
        self.campaign("one")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        status, page, headers = self.ask(address, "/")
        self.assertEqual(status, 200)
        self.assertIn("1 finding", re.sub(r"<[^>]*>", " ", page).replace("\n", " ").replace("  ", " ").replace("  ", " "))
        [campaign] = self.pages(address)
        self.assertRegex(campaign, r"^/c/one-[0-9a-f]{8}/$")
        self.assertIn(f'href="{campaign}f/{finding}"', page)
        self.assertIn("refutation-unsound", page)
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        status, page, _ = self.ask(address, f"{campaign}f/{finding}")
        self.assertEqual(status, 200)
        for file in ("report.md", "original/script.smt2", "original/witness.smt2"):
            self.assertIn(f'href="{campaign}f/{finding}/file/{file}"', page)
        status, file, headers = self.ask(address, f"{campaign}f/{finding}/file/original/script.smt2")
        with open(self.path("one", "findings", finding, "original", "script.smt2"), encoding="utf-8") as original:
            self.assertEqual(file, original.read())
        self.assertIn("attachment", headers["Content-Disposition"])
        self.assertIn("<h2>Configuration</h2>", self.ask(address, campaign)[1])

    def test_hostile_names_and_outputs_are_text(self):
        self.campaign("one")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        [campaign] = self.pages(address)
        for path in ("/", campaign, f"{campaign}f/{finding}", "/?kind=%22%3E%3Cscript%3E&target=%3Cb%3E"):
            status, page, _ = self.ask(address, path)
            self.assertEqual(status, 200)
            for hostile in ("<script>alert", "<img", "<b>&", '"><script>'):
                self.assertNotIn(hostile, page, path)
        self.assertIn("evil&lt;b&gt;&amp;", self.ask(address, "/")[1])

    def test_filters_choose_findings(self):
        self.campaign("all/one", "first")
        self.campaign("all/two", "later")
        address = self.serve("all")
        shown = lambda query: re.findall(r'href="(/c/[^/"]+/)f/', self.ask(address, "/" + query)[1])
        one, two = self.pages(address)
        self.assertEqual(shown(""), [one, two])
        self.assertEqual(shown("?target=later"), [two])
        self.assertEqual(shown(f"?campaign={one[3:-1]}"), [one])
        self.assertEqual(shown("?kind=crash"), [])
        self.assertEqual(shown("?kind=refutation-unsound&baseline=new"), [one, two])
        finding = os.listdir(self.path("all", "two", "findings"))[0]
        self.assay("findings", "mark", "all/two", finding, "--state", "fixed", expect=NOTHING)
        self.assertEqual(shown("?state=fixed"), [two])
        self.assertEqual(shown("?state=new"), [one])

    def test_addresses_are_the_same_after_a_restart(self):
        self.campaign("all/one", "first")
        self.campaign("all/two", "later")
        one, two = self.pages(self.serve("all"))
        self.assertEqual(self.pages(self.serve("all/two", "all/one/")), [two, one])
        self.campaign("all/a", "third")
        self.assertEqual(self.pages(self.serve(self.path("all")))[1:], [one, two])
        self.assertEqual(self.pages(self.serve("all/one", "./all/one", "all")).count(one), 1, "one folder is one campaign")

    def test_a_form_changes_what_is_said_of_a_finding(self):
        self.campaign("one")
        address = self.serve("one")
        page = self.pages(address)[0] + "f/" + os.listdir(self.path("one", "findings"))[0]
        here = f"http://{address.netloc}"
        status, _, headers = self.post(address, page, {"Origin": here, "Sec-Fetch-Site": "same-origin"}, state="reported",
                                       link="https://example.org/?a=1&b=2", note="über alles\r\n<b>&+ 100%")
        self.assertEqual((status, headers["Location"]), (303, page))
        said = ("reported", "https://example.org/?a=1&b=2", "über alles\n<b>&+ 100%")
        self.assertEqual(self.triage("one"), [said])
        text = self.ask(address, page)[1]
        self.assertIn('<a href="https://example.org/?a=1&amp;b=2" rel="noreferrer">', text)
        self.assertIn("über alles\n&lt;b&gt;&amp;+ 100%", text)
        self.assertIn("<option selected>reported</option>", text)
        # Refused requests change nothing.
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                        {"Sec-Fetch-Site": "same-site"}, {"Host": "evil.example"}, {"Origin": here + "0"}):
            with self.subTest(headers=headers):
                self.assertEqual(self.post(address, page, headers, state="fixed")[0], 403)
        for fields, status in (({"token": ""}, 403), ({"token": "0" * 32}, 403), ({"state": "odd"}, 400), ({"link": "javascript:alert(1)"}, 400),
                               ({"finding": "../../etc"}, 400), ({"campaign": "nosuch"}, 404), ({"note": "x" * 8001}, 400),
                               ({"note": "x" * 100000}, 413)):
            with self.subTest(fields=fields):
                self.assertEqual(self.post(address, page, **{"state": "fixed", **fields})[0], status)
        self.assertEqual(self.ask(address, "/mark")[0], 404)
        self.assertEqual(self.triage("one"), [said])
        # A form of a server that has ended.
        again = self.serve("one")
        old = re.search(r'name="token" value="(\w+)"', text).group(1)
        status, why, _ = self.post(again, page, token=old)
        self.assertEqual(status, 403)
        self.assertIn("load its page again", why)

    def test_the_command_line_says_the_same(self):
        self.campaign("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        mark = lambda *words, expect: self.assay("findings", "mark", "one", *words, expect=expect).both
        self.assertEqual(mark(finding, "--note", "look", expect=NOTHING), f"{finding}  new: look\n")
        self.assay("findings", "list", "one", expect=FINDINGS)
        self.assertEqual(mark(finding, "--state", "not-a-bug", "--link", "https://example.org/1", expect=NOTHING),
                         f"{finding}  not-a-bug, https://example.org/1: look\n")
        self.assay("findings", "list", "one", expect=NOTHING)
        self.assertIn("nothing to change", mark(finding, expect=USAGE))
        self.assertIn("no web address", mark(finding, "--link", "javascript:alert(1)", expect=USAGE))
        mark(finding, "--state", "odd", expect=USAGE)
        self.assertIn("no finding 'nosuch'", mark("nosuch", "--state", "fixed", expect=ENVIRONMENT))
        self.assertEqual(self.triage("one"), [("not-a-bug", "https://example.org/1", "look")])
        mark(finding, "--state", "fixed", "--note", "", expect=NOTHING)
        self.assertEqual(json.loads(self.assay("findings", "export", "one", "-f", "baseline").stdout)["findings"], [])

    def test_a_refused_body_is_not_the_next_request(self):
        self.campaign("one")
        address = self.serve("one")
        with socket.create_connection((address.hostname, address.port), timeout=30) as connection:
            inner = f"GET /events HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n"
            connection.sendall(f"POST /mark HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: http://evil.example\r\n"
                               f"Content-Type: text/plain\r\nContent-Length: {len(inner)}\r\n\r\n{inner}".encode())
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while part := connection.recv(65536):
                    answer += part
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
        self.assertIn(b" 403 ", answer)

    def test_where_others_can_reach_it_nothing_can_be_changed(self):
        self.campaign("one")
        address = self.serve("one", "--host", "0.0.0.0")
        page = self.pages(address)[0] + "f/" + os.listdir(self.path("one", "findings"))[0]
        self.assertNotIn("<form", self.ask(address, page)[1])
        self.assertEqual(self.ask(address, "/mark", "POST", body="token=&state=fixed")[0], 405)

    def test_no_path_leaves_the_findings(self):
        self.campaign("one")
        self.write("secret", "secret")
        address = self.serve("one")
        finding = os.listdir(self.path("one", "findings"))[0]
        [campaign] = self.pages(address)
        for path in ("/../secret", f"{campaign}../../secret", f"{campaign}f/{finding}/file/../../../campaign.sqlite", f"{campaign}f/..%2f..", "/c/1/", "/c/-1/",
                     f"{campaign}f/{finding}/file/original/..%2F..%2F..%2F..%2Fsecret", f"{campaign}f/{finding}/file/finding.json", "/secret", f"{campaign}x",
                     f"{campaign}f/{finding}/file//etc/passwd", "/" + "a" * 7000, f"/c/99999999999999999999/f/{finding}"):
            status, text, _ = self.ask(address, path)
            self.assertEqual(status, 404, path)
            self.assertNotIn("secret", text)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.ask(address, "/", method)[0], 405, method)
        self.assertEqual(self.ask(address, "/", headers={"Host": "other.example"})[0], 403)
        self.assertEqual(self.ask(address, "/", headers={"Host": f"localhost:{address.port}"})[0], 200)

    def test_on_all_addresses_only_the_machines_own_names_are_answered(self):
        self.campaign("one")
        address = self.serve("one", "--host", "0.0.0.0", "--name", "lab.example")
        named = lambda name: self.ask(address, "/", headers={"Host": name})[0]
        for name in ("evil.example", f"evil.example:{address.port}", "", "lab.example.evil.example"):
            self.assertEqual(named(name), 403, name)
        for name in ("lab.example", f"localhost:{address.port}", "127.0.0.1", "[::1]:80", socket.gethostname()):
            self.assertEqual(named(name), 200, name)

    def test_a_campaign_that_grows_appears_and_vanishes(self):
        self.campaign("all/one", "first")
        address = self.serve("all")
        [campaign] = self.pages(address)
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
        self.assertEqual(self.ask(address, campaign)[0], 200)

    def test_what_cannot_be_served(self):
        self.assertIn("there is no folder nosuch", self.assay("serve", "nosuch", expect=USAGE).stderr)
        self.assay("serve", ".", "--port", "70000", expect=USAGE)
        address = self.serve(".")
        taken = self.assay("serve", ".", "--port", str(address.port), expect=3)
        self.assertIn("cannot listen", taken.stderr)


if __name__ == "__main__":
    unittest.main()
