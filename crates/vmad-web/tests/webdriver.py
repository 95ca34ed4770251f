"""A browser, through chromedriver's WebDriver protocol: plain HTTP with JSON."""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Left": "\ue012", "Up": "\ue013",
        "Right": "\ue014", "Down": "\ue015", "Home": "\ue011", "End": "\ue010"}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def missing():
    """The programs that are not installed."""
    return [name for name in ("chromium", "chromedriver") if not shutil.which(name)]


class Browser:
    """A session; use it in a `with` statement."""

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"
        options = {"args": [*FLAGS, f"--user-data-dir={self.profile}"], "binary": shutil.which("chromium")}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options}}
        for _ in range(100):
            try:
                answer = self.post("/session", {"capabilities": capabilities})
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.2)
        else:
            sys.exit("chromedriver does not answer")
        self.url += f"/session/{answer['sessionId']}"
        return self

    def __exit__(self, *_):
        try:
            self.request("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.read().decode()}")

    def post(self, path, body):
        return self.request("POST", path, body)

    def devtools(self, command, **parameters):
        """A command of the debugging protocol."""
        return self.post("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script, *arguments):
        """The value that a script returns."""
        return self.post("/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, address):
        """Opens an address, and waits until the page's library is ready."""
        self.post("/url", {"url": "about:blank"})
        self.post("/url", {"url": address})
        for _ in range(200):
            if self.run("return document.documentElement.dataset.ready === 'yes'"):
                return
            time.sleep(0.05)
        sys.exit(f"{address} is not ready")

    def press(self, *keys):
        """Presses keys, one after the other; a text is its letters."""
        strokes = []
        for key in keys:
            strokes += [KEYS[key]] if key in KEYS else list(key)
        actions = [{"type": kind, "value": stroke} for stroke in strokes for kind in ("keyDown", "keyUp")]
        self.post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector):
        """Clicks the middle of an element."""
        element = self.post("/element", {"using": "css selector", "value": selector})
        self.post(f"/element/{next(iter(element.values()))}/click", {})

    def look(self, width, height, dark):
        """Sets the size of the window, and the reader's colour scheme."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])
