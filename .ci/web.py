"""What .ci/web does in the browser: each view used and looked at. Arguments: the tool, and a folder."""

import atexit
import csv
import gzip
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

TOOL, OUT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
ROOT = Path(__file__).resolve().parent.parent
WORK = OUT / "work"
PAIRS = 200
BOTH = ["light", "dark"]
failures = []
taken = set()
began = time.monotonic()


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def step(what):
    print(f"{time.monotonic() - began:5.1f} s  {what}", flush=True)


def vcard(*arguments, code=(0,)):
    done = subprocess.run([TOOL, *arguments], cwd=WORK, capture_output=True, text=True)
    if done.returncode not in code:
        sys.exit(f"vcard {' '.join(arguments)}: {done.returncode}\n{done.stderr}")
    return done.stdout


class Server:
    """A server that is running, and the address that it printed."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [TOOL, *arguments, "--no-open"], cwd=WORK, stdout=subprocess.PIPE, text=True)
        # None is left behind where the script ends early.
        atexit.register(self.process.kill)
        self.url = self.process.stdout.readline().strip()
        self.origin = self.url.split("/#")[0]

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(10)


def card(*lines):
    return "\r\n".join(["BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD", ""])


def name(number):
    given = ["Ann", "Ben", "Cora", "Dev", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kemi", "Lars"]
    family = ["Abara", "Berg", "Costa", "Dahl", "Egede", "Fuchs", "Grant", "Haas", "Ito", "Jansen",
              "Kowal", "Lund", "Moreau", "Novak", "Okafor", "Petit", "Quist", "Rossi", "Silva", "Toth"]
    return given[number % 12], family[number // 12 % 20] + ["", "son", "berg", "dal"][number // 240 % 4]


def make():
    WORK.mkdir(parents=True, exist_ok=True)
    for old in WORK.iterdir():
        old.unlink()
    vcard("import", str(ROOT / "Fixtures/demo/book.vcf"), "--book", "demo.sqlite")
    vcard("import", str(ROOT / "Fixtures/demo/incoming.vcf"), "--book", "demo.sqlite", "--ambiguous", "skip")
    many = []
    for number in range(3000):
        given, family = name(number)
        many.append(card(f"N:{family};{given} {number};;;", f"FN:{given} {number} {family}",
                         f"ORG:Works {number % 37}", f"TEL:+1 408 555 {number:04}"))
    (WORK / "many.vcf").write_text("".join(many))
    vcard("import", "many.vcf", "--book", "many.sqlite", "--policy", "careful")
    chance = random.Random(1)
    parts = ["ba", "ko", "ri", "ta", "me", "lo", "shi", "van", "der", "ne", "pu", "gar", "mi", "sol", "fe", "qui"]
    pairs = []
    for number in range(PAIRS):
        given = name(number)[0]
        family = "".join(parts[number * 7 % 16 if place == 0 else (number // 16 * place + number) % 16]
                         for place in range(3)).capitalize() + parts[number % 16]
        for side in "ab":
            pairs.append(card(f"N:{family};{given};;;", f"FN:{given} {family}",
                              f"TEL;TYPE=cell:+1 {chance.randrange(200, 999)} 555 {number:04}",
                              f"EMAIL:{given}.{number}{side}@{side}.example".lower(),
                              f"ADR;TYPE=home:;;{chance.randrange(1, 90)} Mill Road;Springfield;IL;62701;USA",
                              f"ORG:Works {number % 37}", f"NOTE:From the telephone {side}"))
    (WORK / "pairs.vcf").write_text("".join(pairs))
    vcard("dedupe", "plan", "pairs.vcf", "-o", "plan.jsonl", code=(0, 1))


def watched(browser, server, **options):
    """A window, and every request of it that leaves our server."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.on("request", lambda request: expect(
        request.url.startswith((server.origin, "blob:", "data:", WORK.as_uri())), f"a request for {request.url}"))
    page.on("pageerror", lambda error: expect(False, f"a script failed at {page.url}: {error}"))
    # A server that was killed ends connections in whichever way; what is refused with 4xx is asked for.
    expected = ["status of 4", "ERR_CONNECTION_", "ERR_SOCKET_NOT_CONNECTED", "ERR_EMPTY_RESPONSE"]
    page.on("console", lambda line: expect(
        line.type != "error" or any(word in line.text for word in expected), f"{page.url}: {line.text}"))
    return page


def look(page, label, *schemes):
    """Holds a view to axe, and takes its picture: as it is, or in light and in dark."""
    page.wait_for_load_state()
    expect(page.locator("h1").count() == 1, f"{label} has one name")
    for scheme in schemes or [None]:
        name = f"{label}-{scheme}" if scheme else label
        if scheme:
            page.emulate_media(color_scheme=scheme)
        # Beside colours nothing is another way in the dark, and forced ones are not ours.
        rules = {"runOnly": ["color-contrast"]} if name.endswith("-dark") else None
        found = [] if name.endswith("-forced") else Axe().run(page, options=rules).response["violations"]
        for violation in found:
            nodes = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            expect(False, f"axe: {name}: {violation['id']}: {nodes}")
        page.screenshot(path=OUT / f"{name}.png")
        taken.add(name)


def fits(page, label):
    # Without its style sheet nothing does.
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(wide <= 0, f"{label} is {wide} px too wide")


def people(browser, server):
    page = watched(browser, server, viewport={"width": 1200, "height": 800})
    page.goto(server.url)
    page.wait_for_url("**/people")
    expect("#" not in page.url, "the key is still in the address")
    cookies = page.context.cookies()
    page.wait_for_selector("#list .who")
    page.wait_for_selector(".letters a")
    visible = [box for box in (row.bounding_box() for row in page.query_selector_all("#list li a")) if box]
    expect(sum(box["height"] > 40 for box in visible) > 5, "rows are seen")
    box = page.locator("#arrive").bounding_box()
    expect(box and box["y"] + box["height"] <= 800, f"where a card is dropped is in sight: {box}")
    page.wait_for_timeout(300)
    look(page, "people", *BOTH)
    page.keyboard.press("/")
    page.keyboard.type("kate pier")
    page.wait_for_timeout(400)
    page.wait_for_selector("#list .who")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".card h1")
    expect("Kate Bell" in page.inner_text(".card h1"), "Enter opens who was found")
    page.goto(server.origin + "/people")
    page.wait_for_selector("#list .who")
    page.click("#list li:has-text('Kate Bell') a >> nth=0")
    page.wait_for_selector(".card h1")
    page.wait_for_timeout(300)
    look(page, "person", *BOTH)
    for key, label in [("e", "edit"), ("h", "history")]:
        page.keyboard.press(key)
        page.wait_for_selector("main h1")
        look(page, label, *BOTH)
        page.keyboard.press("Escape")
        page.wait_for_selector(".card h1")
    edit(page, server)
    page.keyboard.press("g")
    page.keyboard.press("b")
    page.wait_for_url("**/book*")
    look(page, "book", *BOTH)
    finding = page.locator(".finding >> nth=0")
    finding.locator("summary").press("Enter")
    expect(finding.locator("a").first.get_attribute("href").startswith("/people/"), "findings lead to people")
    expect(page.locator("h2:text-is('Labels')").count() == 1, "labels in use are counted")
    with page.expect_download() as download:
        page.click("[href='/book/known.csv']")
    expect(Path(download.value.path()).read_text().startswith("What,Records"), "a chart is a file, too")
    page.keyboard.press("?")
    look(page, "keys", *BOTH)
    page.context.close()
    return cookies


def edit(page, server):
    """A title is changed, the same elsewhere at once is asked about, and both are taken back."""
    page.goto(server.origin + "/people?q=ole")
    page.wait_for_selector("#list .who")
    page.click("#list li a >> nth=0")
    page.wait_for_selector(".card h1")
    person = page.url.split("/people/")[1].split("?")[0]
    before = vcard("book", "show", person, "--book", "demo.sqlite")
    page.keyboard.press("e")
    page.wait_for_selector("#edit")
    page.fill("[name=title]", "Ferryman")
    vcard("book", "set", person, "title=Captain", "--book", "demo.sqlite")
    page.keyboard.press("Control+s")
    page.wait_for_selector(".conflict")
    text = page.inner_text(".conflict")
    expect("Captain" in text and "Ferryman" in text, "a conflict shows both")
    look(page, "conflict", *BOTH)
    page.keyboard.press("Control+s")
    page.wait_for_selector(".card h1")
    expect("Ferryman" in page.inner_text(".card"), "what was typed is saved")
    expect("Saved. Take it back" in page.inner_text("#status"), "what was saved can be taken back")
    page.keyboard.press("e")
    page.wait_for_selector("#edit")
    page.click("summary:has-text('Other lines')")
    page.fill("#f-lines", "X-TEA:green\nno line")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#lines-problem")
    expect("Line 2" in page.inner_text("#lines-problem"), "a line that does not read is named")
    look(page, "lines", *BOTH)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector(".card h1")
    page.keyboard.press("z")
    page.wait_for_url("**/undo")
    look(page, "undo", *BOTH)
    page.click("main form button")
    page.wait_for_url("**/book?done=back")
    vcard("undo", "--book", "demo.sqlite")
    expect(vcard("book", "show", person, "--book", "demo.sqlite") == before, "undo brings back what was")
    page.goto(server.origin + f"/people/{person}")
    page.wait_for_selector(".card h1")


def choosing(browser, server, cookies):
    """Two are chosen by keyboard and exported, merged and linked after a look, and all is taken back."""
    before = vcard("export", "--book", "demo.sqlite", "--records", "-q")
    for scripts in [True, False]:
        page = watched(browser, server, java_script_enabled=scripts, viewport={"width": 1200, "height": 900})
        page.context.add_cookies(cookies)
        for word, words, done in [("export", "", ""), ("merge", "what the two become", "merged"), ("link", "as one?", "linked")]:
            page.goto(server.origin + "/people?q=kate")
            page.wait_for_selector("#list .who")
            if scripts:
                page.focus("#list li a[tabindex='0']")
                page.keyboard.press("Space")
                page.keyboard.press("ArrowDown")
                page.keyboard.press("Space")
                expect("2 chosen" in page.inner_text("#chosen"), "both are chosen")
            else:
                for box in page.query_selector_all("#list input"):
                    box.check()
            if word == "export":
                with page.expect_download() as download:
                    page.click("#chosen [value=export]")
                expect(Path(download.value.path()).read_text().count("BEGIN:VCARD") == 2, "two are exported")
                for query, rows in [("kate", 2), ("", 0)]:
                    page.goto(server.origin + f"/people?q={query}")
                    if scripts and query == "":
                        # The link follows what is typed.
                        page.keyboard.press("/")
                        page.keyboard.type("kate")
                        page.wait_for_selector("#list-title:has-text('Found')")
                        rows = 2
                    rows = rows or int(page.get_attribute("#list", "data-total"))
                    with page.expect_download() as download:
                        page.click("#table a")
                    table = Path(download.value.path()).read_text()
                    expect(table.count("Kate") >= 2, "people are in the table")
                    expect(len(list(csv.reader(table.splitlines(True)))) == rows + 1, f"{rows} become a table")
                continue
            page.click(f"#chosen [value={word}]")
            expect(words in page.inner_text("main"), f"{word} is shown before it is done")
            if scripts:
                look(page, word, *BOTH)
            page.click("main .buttons button")
            page.wait_for_url(f"**?done={done}")
            vcard("undo", "--book", "demo.sqlite", "-q")
            expect(vcard("export", "--book", "demo.sqlite", "--records", "-q") == before, f"{word} is taken back")
        page.context.close()


def others(browser, server, cookies):
    """Without scripts, in forced colours, on a narrow screen."""
    page = watched(browser, server, java_script_enabled=False)
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/people?q=kate")
    expect(page.locator("#list li").count() == 2, "search works without scripts")
    page.click("#list li a >> nth=0")
    expect("Kate Bell" in page.inner_text(".card"), "a person is read without scripts")
    page.context.close()
    page = watched(browser, server, forced_colors="active", viewport={"width": 1200, "height": 800})
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/people")
    page.wait_for_selector("#list .who")
    page.screenshot(path=OUT / "people-forced.png")
    page.context.close()
    page = watched(browser, server, viewport={"width": 320, "height": 640})
    page.context.add_cookies(cookies)
    for path, label in [("/people", "people"), ("/people/1", "person"), ("/people/1/edit", "edit"),
                        ("/book", "book"), ("/people/1/history", "history")]:
        page.goto(server.origin + path)
        page.wait_for_timeout(300)
        if label == "book":
            bars = page.locator("tbody tr:has-text('phone') .plot svg rect, tbody tr:has-text('3.0') .plot svg rect")
            size = bars.first.bounding_box() if bars.count() else None
            expect(size and size["width"] > 5 and size["height"] > 5, f"the bars of the book are seen: {size}")
        fits(page, f"{label} at 320 px")
        look(page, f"{label}-narrow")
    page.context.close()


def convert(browser, server, cookies):
    """A file is converted with and without scripts, as the command does it."""
    source = WORK / "convert.vcf"
    source.write_text(card("N:Bell;Kate;;;", "FN:Kate <b>Bell</b>", "TEL;TYPE=home,pref:+1 408 555 0100",
                           "RELATED;TYPE=friend:urn:uuid:1").replace("3.0", "4.0") + card("N:Ito;Eva;;;", "FN:Eva Ito"))
    for scheme, scripts in [("light", True), ("dark", True), ("light", False)]:
        page = watched(browser, server, color_scheme=scheme, java_script_enabled=scripts,
                       viewport={"width": 1200, "height": 900})
        page.context.add_cookies(cookies)
        page.goto(server.origin + "/people")
        if scripts:
            page.keyboard.press("g")
            page.keyboard.press("c")
            page.wait_for_url("**/convert")
        else:
            page.click("nav a[href='/convert']")
        page.set_input_files("[name=file]", source)
        target, option = ("outlook", "--for") if scheme == "dark" else ("vcard21", "--to")
        page.select_option("[name=target]", target)
        page.click("main form button")
        expect("2 cards" in page.inner_text("#converted h2"), "both cards are converted")
        expect(page.locator(".lines .differs").count() > 0, "changed lines are marked")
        if target == "vcard21":
            expect("loss-" in page.inner_text(".finding summary >> nth=0"), "what is lost is explained")
        with page.expect_download() as download:
            page.click("#converted .button")
        written = Path(download.value.path()).read_bytes()
        command = subprocess.run([TOOL, "convert", source, option, target], capture_output=True).stdout
        expect(written == command, f"the download is what the command writes for {target}")
        if scripts:
            look(page, f"convert-{scheme}")
        page.context.close()
    page = watched(browser, server, viewport={"width": 320, "height": 640})
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/convert")
    page.fill("[name=text]", source.read_text())
    page.click("main form button")
    page.wait_for_selector("#converted")
    fits(page, "convert at 320 px")
    look(page, "convert-narrow")
    packed = WORK / "convert.json.gz"
    packed.write_bytes(gzip.compress(subprocess.run([TOOL, "convert", source, "--to", "jcard"], capture_output=True).stdout))
    page.set_input_files("[name=file]", packed)
    page.select_option("[name=target]", "csv-google")
    page.click("main form button")
    page.wait_for_selector("#converted")
    fits(page, "a table at 320 px")
    look(page, "convert-table")
    with page.expect_download() as download:
        page.click("#converted .button")
    command = subprocess.run([TOOL, "convert", packed, "--to", "csv"], capture_output=True).stdout
    expect(Path(download.value.path()).read_bytes() == command, "a jCard that is packed becomes a table")
    page.context.close()


def arriving(browser, server, cookies):
    """A card that is dropped is told apart, added by a key, created by another, and taken back; many at once."""
    kate = card("N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:kate@bellbakery.example", "TITLE:Boatswain")
    new = card("N:Zorn;Mila;;;", "FN:Mila Zorn", "EMAIL:mila@zorn.example")
    (WORK / "one.vcf").write_text(kate)
    (WORK / "two.vcf").write_text(kate + new)
    before = vcard("export", "--book", "demo.sqlite", "--records", "-q")
    for scheme, scripts in [("light", True), ("dark", True), ("light", False)]:
        page = watched(browser, server, color_scheme=scheme, java_script_enabled=scripts,
                       viewport={"width": 1200, "height": 900})
        page.context.add_cookies(cookies)
        page.goto(server.origin + "/people")
        if scheme == "light" and scripts:
            page.evaluate("""text => {
                const files = new DataTransfer();
                files.items.add(new File([text], 'one.vcf'));
                document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}));
            }""", kate)
            page.wait_for_url("**/arrivals/*/1")
            page.wait_for_load_state()
            expect("may be" in page.inner_text("main h2") or "This is" in page.inner_text("main h2"), "the dropped card is told apart")
            look(page, "arriving", *BOTH)
            with page.expect_navigation():
                page.keyboard.press("a")
            page.wait_for_selector(".card h1")
            expect("Boatswain" in page.inner_text(".card"), "what was new is added")
            vcard("undo", "--book", "demo.sqlite")
            expect(vcard("export", "--book", "demo.sqlite", "--records", "-q") == before, "and taken back")
        else:
            page.goto(server.origin + "/arrivals")
            look(page, "arrive", *BOTH) if scripts else None
            page.set_input_files("#arrive-file", WORK / "two.vcf")
            page.click("#arrive button")
            expect("2 cards" in page.inner_text("main h1"), "both have arrived")
            look(page, "arrivals", *BOTH) if scripts else None
            page.click("text=Mila Zorn")
            expect("Nobody here is this" in page.inner_text("main h2"), "one is nobody here")
            if scripts:
                look(page, "unknown", *BOTH)
                with page.expect_navigation():
                    page.keyboard.press("c")
            else:
                page.click("button[value=create]")
            expect("Created" in page.inner_text("main table"), "and is created")
            vcard("undo", "--book", "demo.sqlite")
        page.context.close()
    page = watched(browser, server, viewport={"width": 320, "height": 640})
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/arrivals")
    fits(page, "the form of arriving at 320 px")
    page.set_input_files("#arrive-file", WORK / "two.vcf")
    page.click("#arrive button")
    fits(page, "arrivals at 320 px")
    page.click("text=Kate Bell")
    fits(page, "arriving at 320 px")
    look(page, "arriving-narrow")
    # What is pasted where nothing is written arrives, too.
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto(server.origin + "/people")
    page.wait_for_selector("#list .who")
    page.evaluate("""text => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
    }""", new)
    page.wait_for_url("**/arrivals/*/1")
    expect("Mila Zorn" in page.inner_text("h1"), "a pasted card arrives")
    page.context.close()


def share(browser, server, cookies):
    """A cutout is seen, downloaded as the command makes it, and fits a code."""
    for scheme in ["light", "dark"]:
        page = watched(browser, server, color_scheme=scheme, viewport={"width": 1200, "height": 900})
        page.context.add_cookies(cookies)
        page.goto(server.origin + "/people?q=kate%20bellbakery")
        page.wait_for_selector("#list .who")
        page.click("#list li a >> nth=0")
        page.wait_for_selector(".card h1")
        # Keys are a script's, which comes last.
        page.wait_for_load_state()
        page.keyboard.press("s")
        page.wait_for_url("**/share")
        expect(page.locator(".code svg").bounding_box()["width"] > 100, "the code is seen")
        look(page, f"share-{scheme}")
        with page.expect_download() as download:
            page.click("main .button.main")
        person = page.url.split("/people/")[1].split("/")[0]
        written = json.loads(Path(download.value.path()).read_text())
        command = json.loads(vcard("share", "--id", person, "--book", "demo.sqlite", "-q"))
        expect(written == command, "the download is what the command writes")
        page.keyboard.press("Escape")
        page.wait_for_selector(".card h1")
        page.context.close()
    page = watched(browser, server, viewport={"width": 320, "height": 640})
    page.context.add_cookies(cookies)
    page.goto(server.origin + f"/people/{person}/share")
    fits(page, "share at 320 px")
    page.context.close()


def states(browser, server, cookies):
    """A book without people, somebody new, the door, what cannot be read, and a server that has ended."""
    vcard("import", str(ROOT / "Fixtures/demo/book.vcf"), "--book", "empty.sqlite")
    vcard("undo", "--book", "empty.sqlite", "-q")
    empty = Server("serve", "--book", "empty.sqlite")
    page = watched(browser, empty, viewport={"width": 1200, "height": 800})
    page.goto(empty.origin)
    expect("behind its #" in page.inner_text("#door"), "the door says what is missing")
    look(page, "door", *BOTH)
    page.goto(empty.origin + "/#0")
    page.wait_for_selector("#door:has-text('opened before')")
    page.goto(empty.url)
    page.wait_for_url("**/people")
    expect("empty" in page.inner_text("#note"), "an empty book says so")
    look(page, "empty", *BOTH)
    page.click("a:text-is('New')")
    page.wait_for_selector("#edit")
    page.fill("[name=given]", "Ada")
    look(page, "new", *BOTH)
    empty.stop()
    page.wait_for_selector("#gone:not([hidden])")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(300)
    expect(page.input_value("[name=given]") == "Ada", "what was typed is kept when the server has ended")
    look(page, "gone", *BOTH)
    page.context.close()
    page = watched(browser, server, viewport={"width": 1200, "height": 800})
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/people")
    page.wait_for_selector("#list .who")
    page.route("**/api/people*", lambda route: route.fulfill(status=409, body="no"))
    page.keyboard.press("/")
    page.keyboard.type("kate")
    page.wait_for_selector("#note button")
    expect("nothing was changed" in page.inner_text("#note"), "what could not be read says so")
    look(page, "error", *BOTH)
    page.unroute("**/api/people*")
    page.click("#note button")
    page.wait_for_selector("#list-title:has-text('Found')")
    expect(page.is_hidden("#note") and page.locator("#list li:has-text('Kate')").count() > 0, "it is tried again")
    page.context.close()


def live(browser):
    """What a terminal changes is seen on a page that is open, and what the page answers on the terminal."""
    cards = (WORK / "pairs.vcf").read_text().split("BEGIN:VCARD")
    (WORK / "live.vcf").write_text("BEGIN:VCARD".join(cards[:7]))
    vcard("dedupe", "plan", "live.vcf", "-o", "live.jsonl", code=(0, 1))
    vcard("import", str(ROOT / "Fixtures/demo/book.vcf"), "--book", "live.sqlite")
    server = Server("review", "live.jsonl", "--book", "live.sqlite", "--web")
    page = watched(browser, server, viewport={"width": 1200, "height": 900})
    page.goto(server.url)
    page.wait_for_selector(".evidence")
    page.wait_for_timeout(800)
    pairs = int(page.get_attribute(".decide", "data-open"))
    asked = page.input_value("#answer [name=pair]")
    vcard("review", "live.jsonl", "--book", "live.sqlite", "--different", asked, "-q")
    page.wait_for_selector("#changed:not([hidden])")
    expect(page.inner_text("#open") == f"{pairs - 1} open", "an answer of the terminal is seen at once")
    look(page, "changed", *BOTH)
    page.click("#changed a")
    expect("Your answer" in page.inner_text("main") or page.input_value("#answer [name=pair]") != asked,
           "and what it was about is shown anew")
    page.goto(server.origin + "/review")
    with page.expect_navigation():
        page.keyboard.press("n")
    left = subprocess.run([TOOL, "review", "live.jsonl", "--book", "live.sqlite"], cwd=WORK, capture_output=True, text=True)
    expect(f"{pairs - 2} pair" in left.stderr or "nothing is left" in left.stderr,
           f"and the terminal sees one of the page: {left.stderr}")
    page.goto(server.origin + "/people/1")
    page.wait_for_selector("#list .who")
    page.wait_for_timeout(800)
    vcard("book", "set", "1", "title=Pilot", "--book", "live.sqlite", "-q")
    page.wait_for_selector("#changed:not([hidden])")
    page.click("#changed a")
    expect("Pilot" in page.inner_text(".card"), "a change of the terminal is shown anew")
    page.context.close()
    server.stop()


def hostile(browser):
    """Names, labels, names of files, photos and notes that would act do nothing in any view."""
    evil = "<img src=x onerror=window.acted=1><script>window.acted=1</script>"
    photo = "PHOTO;ENCODING=b;TYPE=SVG:PHN2ZyBvbmxvYWQ9IndpbmRvdy5hY3RlZD0xIi8+"
    def one(mail, phone, side):
        return card(f"N:{evil};Ann;;;", f"FN:Ann {evil}", f"ORG:{evil}", f"NOTE:{side} {evil}", f"EMAIL:{mail}",
                    f"TEL:{phone}", f"item1.TEL:{phone}9", f"item1.X-ABLabel:{evil}", f"TZ:{side}{evil}",
                    f"X-EVOLUTION-FILE-AS:{side} {evil}", f"PRODID:{evil}", f"CATEGORIES:{evil}",
                    "URL:javascript:window.acted=1", photo)
    people = [one("ann@z.example", "+14085550111", "a"), one("ann@z.example", "+14085550111", "b"),
              one("a@other.example", "+12125550177", "c")]
    source = WORK / "<img src=x onerror=window.acted=1>.vcf"
    source.write_text("".join(people))
    vcard("import", source.name, "--book", "evil.sqlite", "--policy", "careful", "--ambiguous", "new", "-q")
    plan = "<b onclick=window.acted=1>.jsonl"
    vcard("dedupe", "plan", source.name, "-o", plan, code=(0, 1))
    vcard("dedupe", "explain", plan, "--html", "evil.html")
    server = Server("review", plan, "--book", "evil.sqlite", "--web")
    page = watched(browser, server, viewport={"width": 1200, "height": 900})
    page.goto(server.url)
    page.wait_for_selector(".evidence")

    def inert(what):
        page.wait_for_load_state()
        found = page.evaluate("""() => [window.acted !== undefined,
            document.querySelectorAll('main script, main [onclick], main [onerror], img[src="x"], [href^="javascript"]').length]""")
        expect(found == [False, 0], f"hostile text acts in {what}: {found}")

    cluster = page.locator("main a[href*='cluster=']").first.get_attribute("href")
    for path in ["/review", "/review?pair=last", cluster, "/review/threshold", "/review/threshold?same=999", "/review/apply",
                 "/people", "/people/1", "/people/1/edit", "/people/1/history", "/people/1/share", "/people?q=script", "/book", "/undo"]:
        page.goto(server.origin + path)
        page.wait_for_timeout(250 if path.startswith("/people") else 50)
        inert(path)
    for word in ["merge", "link"]:
        page.goto(server.origin + "/people")
        page.wait_for_selector("#list .who")
        for box in page.query_selector_all("#list input")[:2]:
            box.check()
        page.click(f"#chosen [value={word}]")
        inert(word)
    page.goto((WORK / "evil.html").as_uri())
    inert("the file of evidence")
    page.context.close()
    server.stop()
    server = Server("serve", "--book", "evil.sqlite")
    page = watched(browser, server, viewport={"width": 1200, "height": 900})
    page.goto(server.url)
    page.wait_for_url("**/people")
    for path in ["/arrivals", "/convert"]:
        page.goto(server.origin + path)
        page.set_input_files("main [name=file]", source)
        page.click("main form button")
        page.wait_for_selector("#converted, table.arrivals")
        inert(path)
    page.goto(server.origin + "/arrivals")
    page.set_input_files("main [name=file]", source)
    page.click("main form button")
    page.click("table.arrivals a >> nth=2")
    page.wait_for_selector(".card h1")
    inert("somebody who arrives")
    page.context.close()
    server.stop()


def applying(browser):
    """A plan of the book is looked at, carried out in it, and taken back; a second time it is too old."""
    twins = [card("N:Young;Ann;;;", "FN:Ann Young", "EMAIL:ann@young.example", f"NOTE:side {side}") for side in "ab"]
    (WORK / "twins.vcf").write_text("".join(twins) + card("N:Ito;Eva;;;", "FN:Eva Ito"))
    vcard("import", "twins.vcf", "--book", "twins.sqlite", "--policy", "careful", "--ambiguous", "new", "-q")
    if len(vcard("book", "list", "--book", "twins.sqlite", "-q").splitlines()) < 3:
        vcard("book", "new", "twins.vcf", "--book", "twins.sqlite", "-q")
    before = vcard("export", "--book", "twins.sqlite", "--records", "-q")
    vcard("dedupe", "plan", "--book", "twins.sqlite", "-o", "twins.jsonl", "-q", code=(0, 1))
    server = Server("review", "twins.jsonl", "--book", "twins.sqlite", "--web")
    page = watched(browser, server, viewport={"width": 1200, "height": 900})
    page.goto(server.url)
    page.wait_for_selector("main h1")
    while page.locator("button[value=same]").count():
        with page.expect_navigation():
            page.keyboard.press("y")
    page.click("text=What the plan does")
    expect("linked as 1 person" in page.inner_text(".outcome"), "linking is shown before it is done")
    look(page, "apply", *BOTH)
    expect(vcard("export", "--book", "twins.sqlite", "--records", "-q") == before, "looking changes nothing")
    page.click("text=Merge them")
    expect("records become 1" in page.inner_text(".outcome"), "merging is shown before it is done")
    page.click("main .buttons button")
    page.wait_for_url("**/book?done=applied")
    expect("carried out" in page.inner_text("#status"), "and done")
    after = vcard("export", "--book", "twins.sqlite", "--records", "-q")
    expect(after.count("FN:Ann Young") == 1 and "side a" in after and "side b" in after, "no value is lost")
    page.goto(server.origin + "/review/apply")
    expect("not what the plan was made from" in page.inner_text("main"), "the plan is too old then")
    vcard("undo", "--book", "twins.sqlite", "-q")
    expect(vcard("export", "--book", "twins.sqlite", "--records", "-q") == before, "undo brings back what was")
    server.stop()
    page.context.close()


def clusters(browser):
    """What holds more than two cards together, in the review and in the file of evidence."""
    people = []
    for number, mail in enumerate(["ann@zorvath.example"] * 3 + ["a@other.example"]):
        people.append(card("N:<b>Zorvath;Ann;;;", "FN:Ann <b>Zorvath", "ORG:Works of Zorvath", f"NOTE:n{number}",
                           f"EMAIL:{mail}", f"TEL:+1 408 555 {'0177' if number == 3 else '0111'}"))
    (WORK / "cluster.vcf").write_text("".join(people))
    vcard("dedupe", "plan", "cluster.vcf", "-o", "cluster.jsonl", code=(0, 1))
    vcard("dedupe", "explain", "cluster.jsonl", "--html", "evidence.html")
    server = Server("review", "cluster.jsonl", "--decisions", "cluster-answers.jsonl", "--web", "--locale", "ar")
    cookies = []

    def graph(page, label, circles):
        box = page.locator("svg.graph").first.bounding_box()
        expect(box and box["width"] > 150 and box["height"] > 150, f"the graph of {label} is seen: {box}")
        expect(page.locator("svg.graph").first.locator("circle").count() == circles, f"{label} draws each card")
        signs = page.locator("details:has(svg.graph) td.n").first.evaluate("""cell => [0, 1].map(place => {
            const range = document.createRange();
            range.setStart(cell.firstChild, place);
            range.setEnd(cell.firstChild, place + 1);
            return range.getBoundingClientRect().left;
        })""")
        expect(signs[0] < signs[1], f"the sign stands before the number in {label}: {signs}")
        expect(page.locator("main b").count() == 0, f"a name in {label} is text")
        fits(page, f"{label} at {page.viewport_size['width']} px")
        look(page, label)

    kinds = [("light", {"color_scheme": "light"}, 1200), ("dark", {"color_scheme": "dark"}, 1200),
             ("forced", {"forced_colors": "active"}, 1200), ("narrow", {"java_script_enabled": False}, 320)]
    for kind, options, width in kinds:
        page = watched(browser, server, viewport={"width": width, "height": 800}, **options)
        if cookies:
            page.context.add_cookies(cookies)
            page.goto(server.origin + "/review?pair=last")
        else:
            page.goto(server.url)
            page.wait_for_selector(".evidence")
            cookies = page.context.cookies()
            with page.expect_navigation():
                page.keyboard.press("n")
            page.goto(server.origin + "/review?pair=last")
        # Axe needs scripts of its own, which a window without scripts does not run.
        if width == 320:
            fits(page, "the graph of a pair at 320 px, without scripts")
            page.click("main a[href*='cluster=']")
            expect(page.locator("svg.graph circle").count() == 3, "a cluster is drawn without scripts")
            fits(page, "a cluster at 320 px, without scripts")
            page.context.close()
            page = watched(browser, server, viewport={"width": width, "height": 800})
            page.context.add_cookies(cookies)
            page.goto(server.origin + "/review?pair=last")
        expect("≠" in page.inner_html("svg.graph"), "what was answered is on the links")
        expect("answer: two people" in page.inner_text("main .log >> nth=0"), "and in the table")
        graph(page, f"graph-{kind}", 4)
        link = page.locator("main a[href*='cluster=']")
        link.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        graph(page, f"cluster-{kind}", 3)
        page.goto((WORK / "evidence.html").as_uri())
        graph(page, f"evidence-{kind}", 3)
        page.context.close()
    server.stop()


def values(browser):
    """Whose value stands is chosen by keyboard and without scripts, and is on the card that comes of it."""
    cards = [card("N:Zorvath;Ann;;;", "FN:Ann <b>Zorvath", "ORG:Works of Zorvath", f"EMAIL:{mail}", f"TEL:+1 408 555 {phone}",
                  f"NOTE:{side}", f"X-EVOLUTION-FILE-AS:<b>{side}", f"TZ:{zone}")
             for side, mail, phone, zone in [("one", "ann@z.example", "0111", "-05:00"), ("two", "ann@z.example", "0111", "+01:00"),
                                             ("three", "a@other.example", "0177", "+02:00")]]
    (WORK / "values.vcf").write_text("".join(cards))
    vcard("dedupe", "plan", "values.vcf", "-o", "values.jsonl", code=(0, 1))
    server = Server("review", "values.jsonl", "--decisions", "values-answers.jsonl", "--web")
    cookies = []
    for kind, options, width in [("light", {"color_scheme": "light"}, 1200), ("dark", {"color_scheme": "dark"}, 1200),
                                 ("forced", {"forced_colors": "active"}, 1200), ("narrow", {}, 320)]:
        page = watched(browser, server, viewport={"width": width, "height": 900}, **options)
        if cookies:
            page.context.add_cookies(cookies)
            page.goto(server.origin + "/review")
        else:
            page.goto(server.url)
            page.wait_for_selector(".evidence")
            cookies = page.context.cookies()
        page.click("main a[href*='cluster=']")
        page.wait_for_selector(".contest input")
        page.wait_for_load_state()
        fits(page, f"values at {width} px")
        look(page, f"values-{kind}")
        if kind == "light":
            page.keyboard.press("2")
            page.keyboard.press("2")
            expect(page.locator(".contest input:checked").evaluate_all("all => all.map(one => one.value)") == ["1", "1"],
                   "digits choose one value after the other")
            with page.expect_navigation():
                page.keyboard.press("c")
            expect("these values stand" in page.inner_text("#status"), "what was chosen is kept")
            expect("X-EVOLUTION-FILE-AS:<b>two" in page.text_content("pre"), "and on the merged card")
        page.context.close()
    page = watched(browser, server, java_script_enabled=False, viewport={"width": 320, "height": 900})
    page.context.add_cookies(cookies)
    page.goto(server.origin + "/review?pair=last")
    fits(page, "values at 320 px, without scripts")
    page.locator(".contest:has-text('TZ') input >> nth=1").check()
    page.click("button[value=same]")
    page.goto(server.origin + "/review/threshold")
    page.click("main form button")
    for _ in range(100):
        if not page.locator("[data-again]").count():
            break
        page.wait_for_timeout(100)
        page.click("[data-again] a")
    expect("Nobody would be somebody else" in page.inner_text("main"), "the plan's own threshold changes nothing")
    fits(page, "threshold at 320 px, without scripts")
    page.context.close()
    for scheme in ["light", "dark"]:
        page = watched(browser, server, color_scheme=scheme, viewport={"width": 1200, "height": 900})
        page.context.add_cookies(cookies)
        page.goto(server.origin + "/review/threshold")
        page.focus("#same")
        page.keyboard.press("End")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("main table", timeout=10_000)
        expect("No longer one person: 1" in page.inner_text("main"), "a strict threshold parts what hangs by less")
        look(page, f"threshold-{scheme}")
        page.context.close()
    vcard("dedupe", "apply", "values.jsonl", "--decisions", "values-answers.jsonl", "-o", "values-out.vcf", "-q")
    merged = (WORK / "values-out.vcf").read_text()
    expect(merged.count("\nX-ALSO-TZ:") == 2 and merged.count("BEGIN:VCARD") == 1, "no value is lost")
    server.stop()


def film(browser):
    """The demo as numbered pictures: whom one looks for, what is shared of them, who arrives, who is who."""
    folder = OUT / "film"
    folder.mkdir(exist_ok=True)
    vcard("import", str(ROOT / "Fixtures/demo/book.vcf"), "--book", "film.sqlite")
    plan = "film.jsonl"
    # Pictures of documents show no path of a machine.
    for name in ["book.vcf", "incoming.vcf"]:
        (WORK / name).write_bytes((ROOT / "Fixtures/demo" / name).read_bytes())
    vcard("dedupe", "plan", "book.vcf", "incoming.vcf", "-o", plan, code=(0, 1))
    server = Server("serve", "--book", "film.sqlite")
    page = watched(browser, server, viewport={"width": 1200, "height": 800})
    number = 0

    def shot(name):
        nonlocal number
        number += 1
        page.wait_for_load_state()
        page.wait_for_timeout(200)
        page.screenshot(path=folder / f"{number:02}-{name}.png")

    page.goto(server.url)
    page.wait_for_selector(".letters a")
    shot("people")
    page.keyboard.press("/")
    page.keyboard.type("kate")
    page.wait_for_selector("#list-title:has-text('Found')")
    shot("found")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".card h1")
    shot("person")
    page.keyboard.press("s")
    page.wait_for_url("**/share")
    shot("share")
    page.goto(server.origin + "/arrivals")
    page.set_input_files("#arrive-file", ROOT / "Fixtures/demo/incoming.vcf")
    page.click("#arrive button")
    page.wait_for_selector("main table")
    shot("arrivals")
    page.click("main table a >> nth=0")
    page.wait_for_selector("main h2")
    shot("arriving")
    page.context.close()
    server.stop()
    server = Server("review", plan, "--decisions", "film-answers.jsonl", "--web")
    page = watched(browser, server, viewport={"width": 1200, "height": 800})
    page.goto(server.url)
    page.wait_for_selector("main h1")
    shot("review")
    page.context.close()
    server.stop()
    expect(len(list(folder.iterdir())) == number, "the film has no picture of another run")


def frames(browser, page):
    """The longest that anything held the page up while somebody scrolled, in ms, by the browser's own tracing."""
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.hover("#list")
    for number in range(60):
        page.mouse.wheel(0, 2000 if number < 40 else -9000)
        page.wait_for_timeout(16)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(one["pid"], one["tid"]) for one in events if one["name"] == "FunctionCall"}
    tasks = [one.get("dur", 0) / 1000 for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in main]
    expect(len(tasks) > 60, "the browser has traced its tasks")
    return max(tasks, default=0)


def many(browser):
    """Three thousand people scroll, from right to left, too."""
    server = Server("serve", "--book", "many.sqlite", "--locale", "ar")
    page = watched(browser, server, viewport={"width": 1200, "height": 800})
    page.goto(server.url)
    page.wait_for_selector("#list .who")
    expect(page.evaluate("document.documentElement.dir") == "rtl", "Arabic runs from right to left")
    page.wait_for_selector(".letters a")
    page.focus("#list li a[tabindex='0']")
    page.keyboard.press("End")
    page.wait_for_timeout(500)
    expect(page.evaluate("document.activeElement.closest('li').ariaPosInSet") == "3000", "End goes to the last")
    expect(page.locator("#list li").count() < 60, "a screenful of rows is there")
    page.click("#list-title")
    step(f"scrolling: no task of the page took longer than {frames(browser, page):.0f} ms")
    page.wait_for_timeout(300)
    page.focus("#list li a[tabindex='0']", timeout=5000)
    place = page.evaluate("document.activeElement.closest('li').ariaPosInSet")
    expect(1 < int(place) < 3000, f"Tab comes to somebody in sight where somebody has scrolled: {place}")
    page.click(".letters a:has-text('K') >> nth=0")
    page.wait_for_timeout(500)
    expect("Kowal" in page.evaluate("document.activeElement.innerText"), "a letter goes to its first")
    look(page, "people-rtl")
    for path, label in [("/people/1", "person"), ("/people/1/edit", "edit"), ("/people/1/history", "history"), ("/book", "book")]:
        page.goto(server.origin + path)
        page.wait_for_selector("main h1")
        fits(page, f"{label} from right to left")
        look(page, f"{label}-rtl")
    page.goto(server.origin + "/people")
    page.wait_for_selector("#list .who")
    page.keyboard.press("/")
    page.keyboard.type("moreau 2")
    page.wait_for_timeout(600)
    expect("Moreau" in page.inner_text("#list"), "search as one types")
    expect(server.stop() == 0, "the server ends by itself")
    page.wait_for_selector("#gone:not([hidden])")
    page.context.close()


def review(browser):
    """Each pair is answered by a key; the server is killed in the middle, and loses nothing."""
    answers = WORK / "answers.jsonl"

    def written():
        return len(answers.read_text().splitlines()) if answers.exists() else 0

    for part, scheme in enumerate(["light", "dark"]):
        server = Server("review", "plan.jsonl", "--decisions", "answers.jsonl", "--web")
        page = watched(browser, server, color_scheme=scheme, viewport={"width": 1200, "height": 900})
        page.goto(server.url)
        page.wait_for_selector(".evidence")
        look(page, f"review-{scheme}")
        if part == 0:
            page.keyboard.press("b")
            page.wait_for_url("**blind=1*")
            expect(not page.is_visible(".evidence"), "blind hides the evidence")
            with page.expect_navigation():
                page.keyboard.press("y")
            expect(page.is_visible(".evidence"), "and shows it when it is answered")
            with page.expect_navigation():
                page.keyboard.press("z")
            expect(json.loads(answers.read_text().splitlines()[-1])["answer"] == "open", "z takes back")
            page.goto(server.origin + "/review")
            with page.expect_navigation():
                page.keyboard.press("u")
            expect("Left open" in page.inner_text("#status"), "unsure leaves it open")
            cookies = page.context.cookies()
            narrow = watched(browser, server, viewport={"width": 320, "height": 640})
            narrow.context.add_cookies(cookies)
            narrow.goto(server.origin + "/review")
            fits(narrow, "review at 320 px")
            look(narrow, "review-narrow")
            narrow.context.close()
        before = written()
        for number in range(PAIRS // 2):
            with page.expect_navigation():
                page.keyboard.press("n" if number % 3 else "y")
            expect(written() == before + number + 1, f"answer {number} is written at once")
        server.stop(signal.SIGKILL)
        page.wait_for_selector("#gone:not([hidden])", timeout=10_000)
        page.context.close()
    left = subprocess.run(
        [TOOL, "review", "plan.jsonl", "--decisions", "answers.jsonl"], cwd=WORK,
        capture_output=True, text=True)
    expect("nothing is left" in left.stderr, f"the terminal sees every answer: {left.stderr}")


OUT.mkdir(parents=True, exist_ok=True)
step("books and a plan")
make()
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    server = Server("serve", "--book", "demo.sqlite")
    step("people, persons, forms, history")
    cookies = people(browser, server)
    step("choosing several")
    choosing(browser, server, cookies)
    step("no scripts, forced colours, 320 px")
    others(browser, server, cookies)
    step("convert")
    convert(browser, server, cookies)
    step("arriving, sharing")
    arriving(browser, server, cookies)
    share(browser, server, cookies)
    step("empty, new, door, errors, the end")
    states(browser, server, cookies)
    server.stop()
    step("changes of the terminal")
    live(browser)
    step("hostile text")
    hostile(browser)
    step("a plan of the book")
    applying(browser)
    step("graphs of clusters")
    clusters(browser)
    step("values that are chosen, thresholds")
    values(browser)
    step("the film of the demo")
    film(browser)
    step("many people, from right to left")
    many(browser)
    step(f"{PAIRS} pairs")
    review(browser)
    browser.close()
views = ["people", "person", "edit", "new", "conflict", "lines", "history", "undo", "merge", "link", "book", "keys", "convert",
         "arrive", "arrivals", "arriving", "unknown", "share", "review", "graph", "cluster", "values", "threshold", "apply",
         "evidence", "door", "empty", "error", "changed", "gone"]
for view in views:
    for scheme in BOTH:
        expect(f"{view}-{scheme}" in taken, f"there is no picture of {view} in {scheme}")
step(f"{len(failures)} failures; pictures are in {OUT}")
sys.exit(1 if failures else 0)
