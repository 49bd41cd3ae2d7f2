"""A headless Chromium for tests, driven by chromedriver over WebDriver (https://www.w3.org/TR/webdriver2/)."""

import http.client
import json
import re
import shutil
import subprocess
import unittest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

# Calls back once the expression is true, which is asked again whenever the page changes.
WAIT = """const given = [...arguments], done = given.pop();
const holds = () => { %s };
const look = () => holds() && (observer.disconnect(), done(true));
const observer = new MutationObserver(look);
observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
look();"""


def needs_browser(what):
    return unittest.skipUnless(CHROMIUM and DRIVER, "chromium and chromedriver are not both installed (apt install chromium-driver)")(what)


class Browser:
    def __init__(self, case, seconds=60):
        self.case = case
        driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        case.addCleanup(driver.stdout.close)
        case.addCleanup(driver.wait)
        case.addCleanup(driver.terminate)
        for line in driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                break
        self.port = int(found.group(1))
        # Without its own sandbox it runs as root, too; it opens nothing but our pages.
        options = {"binary": CHROMIUM, "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}, "unhandledPromptBehavior": "ignore",
                  "timeouts": {"script": seconds * 1000}}
        self.session = ""
        self.session = "/session/" + self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        case.addCleanup(self.ask, "DELETE", "")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, self.session + path, json.dumps(body) if body is not None else None, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """What the script returns; like a user's script, it is not held by the page's policy."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition, *given):
        """Until the script, which reads `given`, returns true; the test fails after the browser's seconds."""
        self.ask("POST", "/execute/async", {"script": WAIT % condition, "args": list(given)})

    def alerts(self):
        """Whether a script of the page's asks for attention."""
        try:
            return self.ask("GET", "/alert/text")
        except AssertionError as error:
            self.case.assertIn("no such alert", str(error))
            return ""

    def complaints(self):
        """What the browser wrote on its console: errors of scripts, and what the page's policy refused."""
        return [line["message"] for line in self.ask("POST", "/se/log", {"type": "browser"}) if "favicon" not in line["message"]]
