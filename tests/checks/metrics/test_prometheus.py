"""Prometheus text: names, labels, engines, and what is refused with its line."""

import prometheus_client
import pytest
from draftproof.checks.metrics import prometheus
from draftproof.checks.metrics.formats import read_counters
from draftproof.checks.metrics.prometheus import mean_length_query, read_prometheus
from draftproof.errors import BadInput
from prometheus_client import CollectorRegistry, Counter

NAMES = ("num_drafts", "num_draft_tokens", "num_accepted_tokens")


def text(values=(10, 30, 12), positions=(6, 4, 2), *, suffix="_total", prefix="vllm:", labels='engine="0"'):
    inner = f"{{{labels}}}" if labels else ""
    lines = [f"{prefix}spec_decode_{n}{suffix}{inner} {v}" for n, v in zip(NAMES, values, strict=True)]
    lines += [
        f'{prefix}spec_decode_num_accepted_tokens_per_pos{suffix}{{{labels}{"," if labels else ""}position="{i}"}} {n}'
        for i, n in enumerate(positions)
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"suffix": ""},
        {"prefix": "vllm_"},
        {"labels": ""},
        {"values": ("10.0", "3e+01", "12")},
        {"labels": 'engine="0",model_name="a \\"b\\" {c}, d"'},
    ],
)
def test_forms_of_the_same_counters(form):
    (counters,) = read_prometheus(text(**form), "m")
    assert (counters.drafts, counters.drafted, counters.accepted) == (10, 30, 12)
    assert (counters.per_position, counters.gamma) == ((6, 4, 2), 3)


def test_what_the_client_itself_exposes_is_read():
    registry = CollectorRegistry()
    labels = ["model_name", "engine"]
    for name, value in zip(NAMES, (10, 30, 12), strict=True):
        Counter(f"vllm:spec_decode_{name}", "doc", labels, registry=registry).labels("m", "0").inc(value)
    per_position = Counter(
        "vllm:spec_decode_num_accepted_tokens_per_pos", "doc", [*labels, "position"], registry=registry
    )
    for i, n in enumerate((6, 4, 2)):
        per_position.labels("m", "0", str(i)).inc(n)
    exposed = prometheus_client.generate_latest(registry).decode()
    (counters,) = read_counters(exposed, "m")
    assert counters.per_position == (6, 4, 2)
    assert counters.started is not None
    assert counters.engine == 'engine="0",model_name="m"'


def test_llamacpp_exports_the_same_names_and_declares_no_gamma():
    (counters,) = read_counters(text(prefix="llamacpp:", labels=""), "m")
    assert counters.source == "llama.cpp counters"
    assert counters.gamma is None


def test_engines_keep_apart_by_every_label_but_position():
    both = text() + text(labels='engine="1"', values=(1, 3, 3), positions=(1, 1, 1))
    assert [c.drafts for c in read_prometheus(both, "m")] == [10, 1]


REFUSED = {
    "cut inside a number": (text()[:-2], "line 6: no line end"),
    "cut before the accepted tokens": ("".join(text().splitlines(keepends=True)[:2]), "num_accepted_tokens missing"),
    "cut inside the positions": ("".join(text().splitlines(keepends=True)[:5]), "sum to 10"),
    "only other metrics": ('vllm:num_requests_running{engine="0"} 1.0\n', "no vllm:spec_decode"),
    "garbage in a line": (text() + "vllm:x{engine= 3\n", "line 7: not Prometheus text"),
    "words": (text() + "what is this\n", "line 7: not Prometheus text"),
    "negative": (text(values=(10, 30, -12)), "line 3: .* is -12"),
    "not a number": (text(values=("NaN", 30, 12)), "line 1: .* is nan"),
    "infinite": (text(values=("+Inf", 30, 12)), "line 1: .* is inf"),
    "a fraction": (text(values=(10.5, 30, 12)), "line 1: .* is 10.5"),
    "accepted above drafted": (text(values=(10, 30, 31), positions=()), "accepted <= drafted"),
    "survivors that rise": (text(positions=(4, 6, 2)), "needs its prefix"),
    "two scrapes in one file": (text() + text(), "line 7: .* twice"),
    "a position twice": (text() + text().splitlines()[-1] + "\n", "line 7: position 2 twice"),
    "a position missing": (text(positions=(6, 4)).replace('"1"', '"2"').replace("12", "10"), "position 1 missing"),
    "a position that is none": (text().replace('position="2"', 'position="two"'), "label position is 'two'"),
    "an overlong line": (text() + "# " + "x" * 20000 + "\n", "line 7: 20002 characters"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_line_and_reason(name):
    content, message = REFUSED[name]
    with pytest.raises(BadInput, match=message) as raised:
        read_prometheus(content, "m.prom")
    assert str(raised.value).startswith("m.prom: ")
    assert "\n" not in str(raised.value)


def test_bounds_on_engines():
    many = "".join(text(labels=f'engine="{i}"', positions=()) for i in range(1025))
    with pytest.raises(BadInput, match="more than 1024 engines"):
        read_prometheus(many, "m")


def test_query_escapes_label_values():
    (counters,) = read_prometheus(text(labels='engine="0",model_name="a\\"b\\\\c"'), "m")
    assert 'model_name="a\\"b\\\\c"' in mean_length_query(counters.series)
    assert mean_length_query(("a", "b", "")) == "1 + rate(a[5m]) / rate(b[5m])"


@pytest.mark.parametrize(
    ("name", "shown"),
    [("en}gine", '"en}gine"="0"'), ('en\\"=\\"x\\",y', r'"en\"=\"x\",y"="0"'), ("a\\\\b", r'"a\\b"="0"')],
)
def test_a_label_name_cannot_end_the_selector(name, shown):
    """UTF-8 names come quoted, and go quoted into PromQL."""
    (counters,) = read_prometheus(text(labels=f'"{name}"="0"'), "m")
    assert counters.series[2] == shown
    assert f"{{{shown}}}[5m]" in mean_length_query(counters.series)


def test_a_scrape_is_bounded(monkeypatch):
    monkeypatch.setattr(prometheus, "MAX_SCRAPE", 100)
    with pytest.raises(BadInput, match="expected one scrape of at most 100"):
        read_prometheus(text(), "m")
