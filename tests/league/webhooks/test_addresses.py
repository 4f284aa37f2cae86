"""Where a webhook may lead: https, and the public internet."""

import pytest

from league.outgoing_http.url_validation import is_public, parse_url
from matches.errors import ActionError

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
    "2002:a9fe:a9fe::1", "2002:101:101::1",
    "fec0::1", "feff:ffff::1", "fe00::1", "100::1", "64:ff9b:1::a00:1", "64:ff9b::a00:1", "64:ff9b::c0a8:101",
    "2002:a00:1::", "2002:c0a8:101::1", "::ffff:0:10.0.0.1", "::ffff:169.254.169.254", "::ffff:100.64.0.1", "::1.1.1.1",
    "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:192.168.1.1", "3fff::1", "5f00::1", "2001:db8:ffff::1", "ff0e::1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "::127.0.0.1", "example.org", "",
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
