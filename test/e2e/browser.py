"""A headless Chromium for tests, driven by chromedriver over WebDriver (https://www.w3.org/TR/webdriver2/)."""

import base64
import http.client
import json
import re
import shutil
import subprocess
import unittest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

# Calls back once the expression is true; evaluates it again whenever the page changes.
WAIT = """const given = [...arguments], done = given.pop();
const holds = () => { %s };
const look = () => holds() && (observer.disconnect(), done(true));
const observer = new MutationObserver(look);
observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
look();"""

# Texts without enough contrast to their background (WCAG 2.1, 1.4.3).
FAINT = """
const light = (color) => { const parts = color.match(/[\\d.]+/g).map(Number);
  const [r, g, b] = parts.slice(0, 3).map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return [0.2126 * r + 0.7152 * g + 0.0722 * b, parts.length < 4 ? 1 : parts[3]]; };
const behind = (one) => { for (; one; one = one.parentElement) { const [value, opaque] = light(getComputedStyle(one).backgroundColor);
  if (opaque === 1) return value; } return 1; };
return [...document.querySelectorAll("main *")].filter((one) => {
  if (one.offsetParent === null || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) return false;
  const [a, b] = [light(getComputedStyle(one).color)[0], behind(one)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
}).map((one) => one.className + ": " + one.textContent.slice(0, 40));"""
SCREENS = [(width, dark) for width in (390, 1280) for dark in (False, True)]


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
        # Without its own sandbox, Chromium runs as root, too. It opens only our pages and makes no other connections.
        quiet = ["quic", "background-networking", "component-update", "sync", "dev-shm-usage", "gpu"]
        options = {"binary": CHROMIUM, "args": ["--headless=new", "--no-sandbox", "--no-first-run", f"--user-data-dir={case.path('profile')}",
                                                *(f"--disable-{what}" for what in quiet)]}
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
        """The script's result. The page's policy does not apply, as for a script that the user runs."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition, *given):
        """Waits until the script, which reads `given`, returns true; the test fails after the browser's time limit."""
        self.ask("POST", "/execute/async", {"script": WAIT % condition, "args": list(given)})

    def command(self, name, **parameters):
        """A command of the Chrome DevTools Protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def show_as(self, width, dark):
        """A screen of that width, for a person who likes dark pages or light ones."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def press(self, *keys):
        """Keys as a person presses them: text, or names like "Enter" and "Tab"."""
        codes = {"Enter": "\ue007", "Tab": "\ue004", "Space": " "}
        pressed = [{"type": kind, "value": code} for key in keys for code in (codes[key] if key in codes else key)
                   for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": pressed}]})

    def picture(self, path):
        """The whole page as a PNG file."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return innerWidth")
        shot = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                            clip={"x": 0, "y": 0, "width": width, "height": min(height, 8000), "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def alerts(self):
        """The text of a dialog that a script of the page has opened, or an empty text."""
        try:
            return self.ask("GET", "/alert/text")
        except AssertionError as error:
            self.case.assertIn("no such alert", str(error))
            return ""

    def complaints(self):
        """The messages on the browser's console: errors of scripts, and requests that the page's policy refused."""
        return [line["message"] for line in self.ask("POST", "/se/log", {"type": "browser"}) if "favicon" not in line["message"]]
