"""Quantities in words, as names of a formula: `mean acceptance length = 1 + draft length × acceptance ratio`.

The grammar of mathematical text ends at a word that has a space before it, and at every word of a script without capital
letters. Here runs of the field's words beside an operator become one name of the same length, so that every place stays what
it was. Which quantity such a name is, is not decided here.
"""

from __future__ import annotations

import re

_SPACED = """
accept accepted acceptance accepting rate rates ratio probability prob draft drafts drafted drafting drafter speculative
speculated speculation proposed proposal candidate candidates length depth window size number count expected average avg mean
token tokens step steps round rounds iteration iterations pass passes forward verification verifications verify verified cycle
cycles call calls target model bonus emitted generated produced output total cost costs relative speedup speed-up acceleration
latency time lookahead tested reached position effective throughput per-token per-step
tasa aceptación aceptacion aceptados aceptado longitud borrador borradores esperados esperado esperada número numero promedio
probabilidad paso ronda verificación verificacion costo coste aceleración aceleracion objetivo modelo propuestos generados
taxa aceitação aceitacao aceitos aceitas comprimento tamanho rascunho rascunhos média media passo rodada verificação
verificacao custo aceleração aceleracao alvo gerados
taux acceptation d'acceptation d’acceptation longueur brouillon brouillons ébauche ébauches jeton jetons attendu attendus
nombre moyen moyenne acceptés accepté probabilité étape vérification coût accélération modèle cible
akzeptanzrate akzeptanz annahmerate annahmewahrscheinlichkeit akzeptanzwahrscheinlichkeit entwurfslänge draftlänge
draft-länge erwartete erwartet erwarteter anzahl akzeptierte akzeptierter mittlere schritt länge kosten beschleunigung
"""
_INNER = "of per the each a an de del la los las por par pro du des da do dos das der die je"
"""Words that stand inside such a quantity, never first or last."""
_JOINED = """
预期 預期 期望 平均 草稿 起草 推测 推測 投机 投機 猜测 猜測 候选 候選 长度 長度 步数 步數 接受 接收 通过 通過 命中 概率
機率 机率 数量 數量 个数 個數 令牌 词元 詞元 每步 每轮 每輪 每次 验证 驗證 奖励 獎勵 加速比 加速 成本 代价 目标 目標
模型 生成 输出 輸出 产出 產出 有效 开销 開銷 耗时 延迟 相对
期待 受理 受容 採択 採用 承認 確率 ドラフト 下書き 長さ トークン ステップ あたり 検証 高速化
기대 예상 평균 수락 승인 채택 수용 확률 드래프트 초안 추측 길이 토큰 개수 단계 스텝 검증 가속 비용 목표 모델
"""
_JOINED_INNER = "比率 系数 비율 比 率 数 數 长 長 的 の 值 値 総 总 總 每 个 個 률 율 수 당 값 의"
"""Stems of scripts that write words together, and what is only ever part of such a word."""


def _either(words: str) -> str:
    return "|".join(sorted(map(re.escape, words.split()), key=len, reverse=True))


_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_PER = r"tokens? ?/ ?(?:step|round|iteration|pass|cycle|verification)"
_OF_SPACED = rf"(?<![{_LETTER}_\\.\-\d])(?:{_PER}|{_either(_SPACED)})(?![{_LETTER}_\d(\[])"
_FIRST = rf"(?:{_OF_SPACED}|{_either(_JOINED)})"
_NEXT = (
    rf"(?:[ \u00a0](?:(?:{_either(_INNER)})[ \u00a0]){{0,2}}{_OF_SPACED}"
    rf"|[ \u00a0]?(?:{_either(_JOINED)}|{_either(_JOINED_INNER)}))"
)
_SYMBOL = r"(?: ?[(（][$`*]{0,2}\\?[^\W\d_][\w\\{}]{0,12}[$`*]{0,2}[)）])?"
_PHRASE = re.compile(rf"{_FIRST}(?:{_NEXT}|(?<![{_LETTER}]){_OF_SPACED}){{0,12}}{_SYMBOL}", re.IGNORECASE)
_BEFORE = re.compile(r"(?:[-+*/^=≈≃×·⋅∙÷−–<>≤≥→＝＋×＊／]|\\(?:times|cdot|approx)) ?[(（\[{]{0,2} ?\Z")
_AFTER = re.compile(r" ?[)）\]}]{0,2} ?(?:[-+*/^=≈≃×·⋅∙÷−–<>≤≥→＝＋×＊／]|:=|\\(?:times|cdot|approx))")
_NUMBER = re.compile(r"[\d%％] ?\Z")
_PLAIN = re.compile(rf"[{_LETTER}]+")
_GREEK = "alpha|beta|gamma|tau|rate|p|k|K|r|n|N|α|β|γ|τ"
_CROSS = re.compile(
    rf"(?:(?<![\w.])(?:{_GREEK})|(?<=[)\d%０-９])|(?:{_OF_SPACED}|{_either(_JOINED)}|[率数長长률수])) (?P<x>[xX]) "
    rf"(?=(?:{_GREEK}|\d[\d.]*%?)(?!\w)|\(|{_OF_SPACED}|{_either(_JOINED)})",
    re.IGNORECASE,
)
"""The letter x as a sign between what are quantities."""
_CODES = 0x1E00  # letters of the Latin alphabet that no language mixes with digits: what names are hidden as


def named(text: str) -> tuple[str, dict[str, str]]:
    """The text with each quantity in words as one name of its own length, and what those names stand for."""
    if " x " in text or " X " in text:
        text = _CROSS.sub(lambda match: f"{match[0][:-3]} × ", text)
    codes: dict[str, str] = {}
    pieces: list[str] = []
    done = 0
    for match in _PHRASE.finditer(text):
        start, end = match.span()
        before = text[max(0, start - 14) : start]
        after = _AFTER.match(text, end) is not None
        if not after and _BEFORE.search(before) is None:
            continue
        if _NUMBER.search(before) and after:  # the unit of a number: `5 drafted tokens × 0.7`
            new = " " * (end - start)
        elif _PLAIN.fullmatch(match[0]):
            continue
        else:
            new = codes.setdefault(match[0], _code(len(codes), end - start))
        pieces += (text[done:start], new)
        done = end
    return "".join((*pieces, text[done:])), {code: " ".join(phrase.split()) for phrase, code in codes.items()}


def _code(number: int, length: int) -> str:
    """A name of a length that the grammar reads as one: no letter of a formula, and no word beside a hyphen.

    The digits of a text's many names of two characters run out, and some are then one name: no text has 2,560 such.
    """
    return chr(_CODES + number % 256) + str(number // 256).zfill(length - 1)[: length - 1]
