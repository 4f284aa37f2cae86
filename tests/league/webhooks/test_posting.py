import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from league.outgoing_http import safe_http
from league.outgoing_http.safe_http import MAX_TEXT_LENGTH, PostResult, post
from league.outgoing_http.url_validation import is_public, parse_url
from matches.errors import ActionError

BODY = b'{"kind": "test"}'
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@contextmanager
def server(
    *pieces: bytes, pause: float = 0.0, hold: bool = False, tls: ssl.SSLContext | None = None
) -> Iterator[tuple[str, list[bytes]]]:
    """Listens on this machine, hears one request and answers with these pieces, a pause before each.

    With `hold` the line is kept open afterwards.
    """
    heard: list[bytes] = []
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as endpoint:

        def serve() -> None:
            line, _ = endpoint.accept()
            if tls:
                try:
                    line = tls.wrap_socket(line, server_side=True)
                except OSError:
                    return
            with line:
                request = b""
                while BODY not in request and (part := line.recv(65536)):
                    request += part
                heard.append(request)
                for piece in pieces:
                    time.sleep(pause)
                    try:
                        line.sendall(piece)
                    except OSError:
                        return
                if hold:
                    over.wait(20)

        worker = threading.Thread(target=serve, daemon=True)
        worker.start()
        yield f"{'https' if tls else 'http'}://127.0.0.1:{endpoint.getsockname()[1]}/hook?x=1", heard
        over.set()
        worker.join(2)


def ask(url: str) -> PostResult:
    return post(parse_url(url, local=True), BODY, {"webhook-id": "7"}, local=True)


def test_whatever_comes_back_is_an_answer_and_no_failure_of_ours() -> None:
    """No redirect is followed."""
    redirect = b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
    for code, *pieces in (
        (302, redirect), (500, b"HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n", b"3\r\nbad\r\n0\r\n\r\n"),
        (200, b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 40_000),
        (200, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nbroken"), (None, b"SSH-2.0-OpenSSH_9.6\r\n"),
        (None,), (None, b"HTTP/1.1 200 OK\r\nA: " + b"x" * 70_000), (None, b"HTTP/1.1 200 OK\r\n" + b"A: x\r\n" * 70_000),
    ):  # fmt: skip
        with server(*pieces) as (url, _):
            answer = ask(url)
        assert (answer.code, answer.good, len(answer.text) <= MAX_TEXT_LENGTH) == (code, code == 200, True)


def test_nobody_waits_for_a_line_that_is_kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be kept for twenty seconds."""
    monkeypatch.setattr(safe_http, "TOTAL_TIMEOUT_S", 60.0)
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
    for answer in (OK, b"HTTP/1.1 204 No Content\r\n\r\n", chunked):
        with server(answer, hold=True) as (url, _):
            assert ask(url).took_ms < 19_000


def test_an_answer_that_drips_does_not_stretch_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would drip for ten seconds."""
    monkeypatch.setattr(safe_http, "TOTAL_TIMEOUT_S", 0.3)
    for first, code in ((b"", None), (b"HTTP/1.1 200 OK\r\n\r\n", 200)):
        with server(first, *[b"H"] * 200, pause=0.05) as (url, _):
            answer = ask(url)
        assert (answer.code, answer.took_ms < 9_000) == (code, True)


def test_a_name_that_leads_inside_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(ExceptionGroup):
        post(parse_url("https://example.org/"), BODY, {}, resolve=_to("93.184.216.34"))
    for found in (["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:169.254.169.254"], []):
        answer = post(parse_url("https://example.org/"), BODY, {}, resolve=_to(*found))
        assert answer.code is None
        assert "address" in answer.text


def test_the_connection_goes_to_checked_addresses_and_the_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A DNS server that answers differently the second time is not asked a second time."""
    asked: list[str] = []
    lookups: list[object] = []
    look_up = socket.getaddrinfo

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.2", "127.0.0.1"] if len(asked) == 1 else ["127.0.0.3"]

    def noted(host: str, *args: Any, **kwargs: Any) -> Any:
        lookups.append(host)
        return look_up(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", noted)
    with server(OK) as (url, heard):
        named = url.replace("127.0.0.1", "hook.example.org")
        answer = post(parse_url(named, local=True), BODY, {}, local=True, resolve=resolve)
    assert (answer.code, asked) == (200, ["hook.example.org"])
    assert set(lookups) <= {"127.0.0.1", "127.0.0.2"}
    assert f"Host: {named.split('/')[2]}\r\n".encode() in heard[0]


def test_proxies_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(OK) as (url, _), server(b"HTTP/1.1 502 Proxy\r\n\r\n") as (proxy, asked):
        monkeypatch.setenv("HTTP_PROXY", proxy)
        monkeypatch.setenv("ALL_PROXY", proxy)
        assert ask(url).code == 200
        assert asked == []
        socket.create_connection(("127.0.0.1", int(proxy.split(":")[2].split("/")[0]))).close()


@pytest.mark.parametrize(
    ("names", "trusted", "code"),
    [(["hook.example.org"], True, 200), (["other.example.org"], True, None), (["hook.example.org"], False, None)],
)
def test_tls_is_checked_against_the_name_not_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], trusted: bool, code: int | None
) -> None:
    certificate, theirs, seen = tmp_path / "certificate.pem", ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), []
    certificate.write_bytes(_certificate(names))
    theirs.load_cert_chain(certificate)
    theirs.sni_callback = lambda _, name, __: seen.append(name)
    if trusted:
        monkeypatch.setattr(safe_http, "_create_ssl_context", lambda: ssl.create_default_context(cafile=str(certificate)))
    with server(OK, tls=theirs) as (url, heard):
        named = url.replace("127.0.0.1", "hook.example.org")
        answer = post(parse_url(named, local=True), BODY, {}, local=True, resolve=_to("127.0.0.1"))
    assert (answer.code, seen) == (code, ["hook.example.org"])
    if code is None:
        assert answer.text.startswith("Invalid certificate")
        assert heard == []


def _certificate(names: list[str]) -> bytes:
    """A private key and a certificate for these names, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    began = datetime.now(UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=9))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _to(*found: str) -> Callable[[str, int], list[str]]:
    return lambda host, port: list(found)


def test_what_is_said_of_a_broken_answer_or_a_refused_connection_can_be_kept() -> None:
    """A line of status with NUL in it would be in the words for the log, which no database keeps."""
    with server(b"\x00\xff\x1b" * 900) as (url, _):
        broken = ask(url)
    with socket.create_server(("127.0.0.1", 0)) as endpoint:
        url = f"http://hook.example.org:{endpoint.getsockname()[1]}/"
    for answer in (broken, post(parse_url(url, local=True), BODY, {}, local=True, resolve=_to("127.0.0.1"))):
        assert (answer.code, answer.text.startswith("Connection failed")) == (None, True)
        assert (answer.text.isprintable(), len(answer.text) <= MAX_TEXT_LENGTH) == (True, True)


def test_it_posts_or_puts_the_body_and_reads_the_status_the_pause_and_the_beginning_of_the_answer() -> None:
    with server(b"HTTP/1.1 202 Accepted\r\nContent-Length: 4\r\n\r\nfine") as (url, heard):
        answer = ask(url)
    assert (answer.code, answer.text, answer.good) == (202, "fine", True)
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0] == b"POST /hook?x=1 HTTP/1.1"
    assert (b"webhook-id: 7" in head, body) == (True, BODY)
    with server(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 17\r\nContent-Length: 0\r\n\r\n") as (url, heard):
        answer = post(parse_url(url, local=True), BODY, {"Authorization": "Bearer x"}, method="PUT", local=True)
    assert (answer.code, answer.retry_after, answer.good) == (429, "17", False)
    assert heard[0].startswith(b"PUT /hook?x=1 HTTP/1.1\r\n")


PRIVATE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "192.0.0.1",
    "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fe80::1%eth0", "fc00::1", "ff02::1",
    "ff0e::1", "2001:db8:ffff::1", "::ffff:10.0.0.1", "::ffff:100.64.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1",
    "2002:7f00:1::", "2002:101:101::1", "fec0::1", "feff:ffff::1", "fe00::1", "100::1", "::ffff:0:10.0.0.1", "::1.1.1.1",
    "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:192.168.1.1", "3fff::1", "5f00::1", "::127.0.0.1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "example.org", "",
]  # fmt: skip


def test_what_is_not_public_is_blocked_and_what_is_public_is_not() -> None:
    assert [address for address in PRIVATE if is_public(address)] == []
    public = ("1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101")
    assert [address for address in public if not is_public(address)] == []


WRONG = [
    "http://example.org/", "ftp://example.org/", "//example.org/", "https://", "https:///hook", "example.org", "",
    "https://user@example.org/", "https://u:p@example.org/", "https://example.org/#part", "https://localhost/",
    "https://printer.local/", "https://db.internal/", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/",
    "https://0x7f.1/", "https://127.1/", "https://169.254.169.254/latest/", "https://[::ffff:127.0.0.1]/",
    "https://intranet/", "https://example.org:22/", "https://example.org:99999/", "https://example.org:x/",
    "https://exa mple.org/", "https://example.org/\r\nX: y", "https://example.org\\@127.0.0.1/", "https://[::1/",
    "https://localhost./", "https://münchen.example/", "https://example.org/" + "x" * 500, "https://127.0.0.1./",
]  # fmt: skip


def test_addresses_that_lead_elsewhere_are_refused() -> None:
    for url in WRONG:
        with pytest.raises(ActionError, check=lambda refusal: refusal.field == "url"):
            parse_url(url)


def test_the_parts_of_an_address_are_what_is_posted_to() -> None:
    one = parse_url("https://Example.org:8443/hook/?a=1&b=%20")
    assert (one.secure, one.host, one.port, one.path) == (True, "example.org", 8443, "/hook/?a=1&b=%20")
    assert one.authority == "example.org:8443"
    assert parse_url("https://example.org").authority == "example.org"
    assert parse_url("https://[2606:4700::1111]/").authority == "[2606:4700::1111]"
    assert parse_url("http://127.0.0.1:9/x", local=True).port == 9
