"""No search for garbage while a document is made, and after it as before."""

from __future__ import annotations

import gc

import pytest
from draftproof.report.documents import build, formats
from draftproof.report.documents.memory import uncollected


@pytest.mark.parametrize("before", [True, False])
def test_it_is_off_within_and_after_it_as_before(before: bool) -> None:
    was_on = gc.isenabled()
    try:
        (gc.enable if before else gc.disable)()
        with uncollected():
            assert not gc.isenabled()
        assert gc.isenabled() is before
        with pytest.raises(ZeroDivisionError), uncollected():
            raise ZeroDivisionError
        assert gc.isenabled() is before
    finally:
        (gc.enable if was_on else gc.disable)()


def test_a_document_is_made_and_written_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def found(*_: object) -> tuple[()]:
        seen.append(gc.isenabled())
        return ()

    monkeypatch.setattr(build, "select", found)
    made = build.document()
    monkeypatch.setattr(formats, "import_module", lambda *_: found() or type("module", (), {"files": found}))
    formats.files("text", made, formats.Layout())
    assert seen == [False] * 3
    assert gc.isenabled()


def test_what_was_made_within_is_old_after_it() -> None:
    with uncollected():
        made: list[list[object]] = [[] for _ in range(3)]
    old = {id(one) for one in gc.get_objects(generation=2)}
    assert all(id(one) in old for one in made)


def test_what_others_froze_stays_so() -> None:
    kept: list[object] = []
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with uncollected():
            kept.append([])
        assert gc.get_freeze_count() == frozen > 0
    finally:
        gc.unfreeze()
