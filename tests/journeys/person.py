"""A person at a browser: does what people do, and reads what they see."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    JavascriptException,
    StaleElementReferenceException,
)
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.site import RunningSite

T = TypeVar("T")
PATIENCE_S = 120.0
BRIEFLY_LOST = (StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException)
_LABELLED = (
    "return [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, a, summary')].find("
    "(one) => one.checkVisibility() && !one.disabled && one.textContent.trim().replace(/\\s+/g, ' ') === arguments[0])"
)
_BESIDE = (
    "return [...document.querySelectorAll('li, tr')].find((one) => one.textContent.includes(arguments[1]))"
    "?.querySelectorAll('button, a').values().find((one) => one.textContent.trim() === arguments[0])"
)
_TEXT = "return (document.querySelector(arguments[0])?.innerText ?? '').includes(arguments[1])"
_BROUGHT_INTO_SIGHT = """
const [element, done] = arguments;
element.scrollIntoView({block: "center"});
requestAnimationFrame(() => requestAnimationFrame(() => {
  const box = element.getBoundingClientRect();
  done({x: box.x + box.width / 2, y: box.y + box.height / 2});
}));
"""
_POST = """
const [path, body, done] = arguments;
const token = document.querySelector('meta[name="csrf-token"]').content;
const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
fetch(path, {method: "POST", headers, body: JSON.stringify(body)}).then((answer) => answer.json()).then(done);
"""
_AWAIT_CLICK = """
window.clicked = null;
const wanted = arguments[0];
const label = wanted.textContent.trim();
const isLike = (other) => Boolean(label) && other?.textContent.trim() === label;
addEventListener("click", ({target}) => {
  window.clicked = wanted.contains(target) || isLike(target.closest("button, a, summary"));
}, {capture: true, once: true});
"""
"""A page that has come by the click does not know of it."""


class Person:
    """One browser with its own cookies. Every wait has an end, and says what it waited for."""

    def __init__(self, driver: WebDriver, site: RunningSite, *, name: str, downloads: Path) -> None:
        self.driver = driver
        self.site = site
        self.address = site.address
        self.name = name
        self.downloads = downloads
        behaviour = {"behavior": "allow", "downloadPath": str(downloads)}
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)

    # Going and reading

    def visit(self, path: str) -> None:
        self.driver.get(self.address + path)

    def until(self, seen: Callable[[], T], what: str, seconds: float = PATIENCE_S) -> T:
        """The first true value of `seen`, looked for twenty times a second."""
        ends = time.monotonic() + seconds
        while True:
            try:
                if found := seen():
                    return found
            except BRIEFLY_LOST:
                pass
            if time.monotonic() > ends:
                raise AssertionError(f"{self.name} waited {seconds:.0f} s in vain for {what}; reads: {self._gist()}")
            time.sleep(0.05)

    def awaits(self, function: str, *arguments: Any, what: str, seconds: float = PATIENCE_S) -> Any:
        """The first true value of a script's function."""

        def found() -> Any:
            with suppress(JavascriptException):  # the page was left meanwhile
                return self.ask(function, *arguments)

        return self.until(found, what, seconds)

    def ask(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def text(self, css: str = "main") -> str:
        """The visible text of the first such element, empty if there is none."""
        return str(self.ask("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def sees(self, words: str, css: str = "main", seconds: float = PATIENCE_S) -> None:
        self.awaits(_TEXT, css, words, what=f"{words!r} in {css}", seconds=seconds)

    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.address)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def speaks(self, language: str) -> None:
        """The browser is one of this language, as en-GB."""
        same = self.ask("return navigator.userAgent")
        self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": same, "acceptLanguage": language})
        self.driver.execute_cdp_cmd("Emulation.setLocaleOverride", {"locale": language.replace("-", "_")})

    def resize(self, width: int, height: int) -> None:
        """Change the window in place, as a device that is turned does; narrow ones are those of phones."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefers(self, scheme: str, media: str = "") -> None:
        """The device is set to dark or light, or the page is for print."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})

    def troubles(self) -> list[str]:
        """What the browser's console calls an error."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]

    def picture(self, path: Path) -> None:
        self.driver.save_screenshot(str(path))

    def _gist(self) -> str:
        return " | ".join(self.text("main").split("\n"))[:400]

    # Doing

    def press(self, label: str, within: str | None = None) -> None:
        """Click the button or link of this text (within the first element that holds `within`)."""

        def pressed() -> bool:
            self.button(label, within).click()
            return True

        self.until(pressed, f"a button {label!r} that can be clicked")

    def button(self, label: str, within: str | None = None) -> WebElement:
        """The button or link of this text, as soon as it is there."""
        return self.awaits(_BESIDE if within else _LABELLED, label, within, what=f"a button {label!r}")  # type: ignore[no-any-return]

    def fill(self, **fields: str) -> None:
        """Write into fields or choose in lists, by the form's names."""
        for name, value in fields.items():
            self.until(lambda name=name, value=value: self._filled(name, value), f"the field {name}")

    def _filled(self, name: str, value: str) -> bool:
        boxes = self.all(f"[name={name}]")
        if boxes and boxes[-1].tag_name == "select":
            boxes[-1].find_element(By.CSS_SELECTOR, f"option[value='{value}']").click()
        elif boxes:
            boxes[-1].clear()
            boxes[-1].send_keys(value)
        return bool(boxes)

    def keys(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self, attribute: str) -> str | None:
        return self.driver.switch_to.active_element.get_attribute(attribute)

    def tab_to(self, label: str, most: int = 70) -> None:
        """Press Tab until the focus is on what has this text or accessible name."""
        for _ in range(most):
            self.keys(Keys.TAB)
            with suppress(*BRIEFLY_LOST):
                at = self.driver.switch_to.active_element
                if label in (at.text.strip(), at.get_attribute("data-square"), at.get_attribute("name")):
                    return
        raise AssertionError(f"{self.name} reached no {label!r} with {most} presses of Tab")

    def tap(self, element: WebElement) -> bool:
        """Touch it with a finger, once the page shows it where it says that it is; whether it, or its like, was still there.

        It is done when its click has come, which is after the finger has gone.
        """
        spot = self.driver.execute_async_script(_BROUGHT_INTO_SIGHT, element)
        self.ask(_AWAIT_CLICK, element)
        touch = self.driver.execute_cdp_cmd
        touch("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        touch("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.until(lambda: self.ask("return window.clicked !== null"), "the click of a tap")
        return self.ask("return window.clicked") is not False

    def tap_on(self, label: str) -> None:
        """Touch the button of this text; again, if the page put another in its place meanwhile."""
        self.until(lambda: self.tap(self.button(label)), f"a button {label!r} that stays under the finger")

    def sign_in(self, username: str) -> None:
        """Be signed in, without the form."""
        from tests.journeys.acts import sign_in  # not before Django is set up

        key = self.site.do(sign_in, username)
        cookie = {"name": "sessionid", "value": key, "url": self.address, "httpOnly": True, "sameSite": "Lax"}
        self.driver.execute_cdp_cmd("Network.setCookie", cookie)

    def fill_in_to_sign_in(self, username: str, password: str = "league-zero") -> None:
        self.visit("/accounts/sign-in/")
        self.fill(username=username, password=password)
        self.submit()
        self.until(lambda: "/accounts/" not in self.path(), "being signed in")

    def downloaded(self, pattern: str) -> Path:
        found = self.until(lambda: list(self.downloads.glob(pattern)), f"a download {pattern}")
        return found[0]

    def fetch(self, path: str) -> Any:
        """What the site's API tells this person."""
        return json.loads(self.read(path))

    def post(self, path: str, body: Any) -> Any:
        """What the site's API answers to this person, from the page that is open."""
        return self.driver.execute_async_script(_POST, path, body)

    def width(self) -> int:
        """Of the page that is open, in pixels."""
        return int(self.ask("return document.documentElement.scrollWidth"))

    def submit(self) -> None:
        """Press the button of the page's form."""
        self.ask("document.querySelector('main form button').click()")

    def read(self, path: str) -> str:
        """The text at an address of the site."""
        script = "const [path, done] = arguments; fetch(path).then((answer) => answer.text()).then(done)"
        return str(self.driver.execute_async_script(script, path))
