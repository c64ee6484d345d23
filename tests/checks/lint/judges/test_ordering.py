"""Universal claims about the order of sampling steps are found; true ones about an engine, and lesser ones, are not."""

from __future__ import annotations

import pytest
from draftproof.checks.lint.document import Document, Kind, Passage, Source
from draftproof.checks.lint.finding import Level
from draftproof.checks.lint.judges.ordering import judge

UNIVERSAL = (
    "Temperature is always applied before top-p.",
    "All inference engines scale by temperature first and truncate afterwards.",
    "There is no engine that truncates before it applies the temperature.",
    "Top-k never comes after top-p in any implementation.",
    "Every inference engine applies temperature before top-k and top-p.",
    "Temperature is always applied before top-p, whatever the engine.",
    "No engine applies temperature after top-p.",
    "Temperature is always the last step.",
    "Temperature always comes first.",
    "No engine applies temperature last.",
    "Temperature is never applied last.",
    "In every framework the order is temperature, then top-k, then top-p.",
    "All engines apply top-k before top-p.",
    "All engines apply top-p before top-k.",
    "The order of temperature, top-k and top-p is the same in every engine, so the draft can reuse it.",
    "temperature comes before top-p in any engine",
    "Before top-p, temperature is always applied.",
    "所有推理引擎都先应用温度再做 top-p。",
    "温度总是在 top-p 之前应用。",
    "没有引擎在 top-p 之后应用温度。",
    "모든 추론 엔진은 온도를 top-p 보다 먼저 적용한다.",
    "온도는 항상 마지막에 적용된다.",
    "すべてのエンジンは温度を top-p より先に適用する。",
    "La temperatura siempre se aplica antes de top-p en todos los motores.",
    "Todos os motores de inferência aplicam a temperatura antes do top-p.",
    "Nenhum motor aplica a temperatura depois do top-p.",
    "Tous les moteurs appliquent la température avant top-p.",
    "Jede Engine wendet die Temperatur vor top-p an.",
)
ABOUT_ONE = (
    "In llama.cpp temperature always comes first.",
    "vLLM applies temperature last.",
    "EAGLE applies top-k before top-p.",
)
SILENT = (
    "vLLM applies temperature before top-k and top-p.",
    "llama.cpp applies temperature last by default.",
    "In Hugging Face transformers the order is always temperature, top-k, top-p.",
    "In vLLM temperature always comes before top-p.",
    "Here temperature comes first, then top-k, then top-p.",
    "The order differs between engines.",
    "Not every engine applies temperature before top-p.",
    "Most engines apply temperature before top-p; llama.cpp does not.",
    "It is a myth that every engine applies temperature first.",
    "We always apply temperature before top-p.",
    "Temperature should always be applied before top-p.",
    "This sampler always applies temperature before top-p.",
    "SGLang always applies temperature before top-p.",
    "Temperature before top-p: lowering it keeps fewer tokens.",
    "All engines apply penalties before temperature.",
    "All engines have a temperature and a top-p setting.",
    "Temperature is never negative.",
    "Temperature always sharpens or flattens the law.",
    "If temperature is always applied before top-p, the cut keeps fewer tokens.",
    "vLLM | penalties → temperature → min-p → top-k → top-p",
    "EAGLE | temperature → top-p → top-k",
    "llama.cpp | penalties → top-k → typical-p → top-p → min-p → xtc → temperature",
    "Unlike llama.cpp, vLLM applies temperature first.",
    "vLLM 先应用温度再做 top-k 和 top-p。",
    "并非所有引擎都先应用温度再做 top-p。",
    "En llama.cpp la temperatura se aplica al final.",
    "O vLLM aplica a temperatura antes do top-p.",
    "llama.cpp wendet die Temperatur zuletzt an.",
    "The temperature rose before the first snow, as always.",
)


def found(text: str, kind: Kind = Kind.PROSE, **given: str) -> list[tuple[str, Level]]:
    source = Source(text)
    passage = Passage(kind, text, source, **given)
    return [(finding.code, finding.level) for finding in judge(Document("x.md", (source,), (passage,)))]


@pytest.mark.parametrize("text", UNIVERSAL)
def test_a_universal_claim_that_an_engine_refutes_is_an_error(text: str) -> None:
    assert found(text) == [("DP302", Level.ERROR)]


@pytest.mark.parametrize("text", ABOUT_ONE)
def test_a_claim_about_one_engine_is_checked_against_its_order(text: str) -> None:
    assert found(text) == [("DP302", Level.WARNING)]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_true_or_claims_less_is_silent(text: str) -> None:
    assert found(text) == []


def test_the_finding_is_the_sentence() -> None:
    text = "Temperature comes first here.\nTemperature is always applied before top-p. The rest follows."
    source = Source(text)
    (finding,) = judge(Document("x.md", (source,), (Passage(Kind.PROSE, text, source),)))
    assert finding.expression == "Temperature is always applied before top-p."
    assert finding.place.line == 2
    assert "llama.cpp" in finding.message


def test_a_sentence_under_a_heading_of_mistakes_is_excused() -> None:
    assert found("Temperature is always applied before top-p.", above="Common misconceptions") == []


def test_code_is_not_prose() -> None:
    assert found("temperature always before top_p", Kind.CODE) == []
