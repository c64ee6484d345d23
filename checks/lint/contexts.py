"""Words that set what a formula stands in: another field, a bonus token counted or left out, relaxed acceptance, a limit."""

from __future__ import annotations

import re

from . import russian, vietnamese
from .document import Kind, Passage
from .sieve import sieved
from .splitting import bounded, spoken


def _any(*parts: str) -> re.Pattern[str]:
    return sieved(bounded("|".join(parts)))


OTHER_FIELDS = _any(
    russian.OTHER_FIELDS,
    r"focal loss|cross[ -]entropy|discount(?:ed|ing|s)?\b|\brewards?\b|\bbellman|q[ -]learning|"
    r"reinforcement|\bpolicy gradient|\bbandit|\badamw?\b|\bmomentum\b|bias[ -]correct",
    r"dirichlet|\blda\b|topic model|opacity|transparen|matplotlib|\bplt\b|\bax plot|learning rate|"
    r"weight decay|annuit|\binterest\b|compound|\byield curve|present value|\bcoupon|\bbond\b|\bint[ée]r[êe]t[s]?\b|"
    r"\binter[ée]s(?:es)? (?:simple|compuest|anual)|\bjuros\b|\bzinse?n?\b|zinseszins|\brente\b|\bannuité|anualidad|anuidade|"
    r"\bmortgage|\bprincipal\b|利息|贷款|이자|금리|金利|利子",
    r"rank[ -]biased|\brbo\b|\brbp\b|metropolis|\bmcmc\b|hastings|best[ -]of[ -]n\b|"
    r"completion accept|\bstrides?\b|\bpadding\b|dilation|convolution|gamma[ -]correct|\btone ?map|"
    r"\bsrgb\b|brightness|plasma",
    r"elastic net|ridge regress|\blasso\b|significance level|type i error|false positive|"
    r"half[ -]life|decay rate|exponential moving|smoothing factor|admission|pagerank|damping|"
    r"\bgeometric distribution\b",
    r"折扣|强化学习|學習率|学习率|奖励(?!.{0,3}token)|动量|利率|年金|狄利克雷|透明度|焦点损失|"
    r"강화 ?학습|할인|학습률|보상|모멘텀|強化学習|割引|学習率|報酬|descuento|"
    r"aprendizaje por refuerzo|tasa de aprendizaje|recompensa",
    r"desconto|aprendizado por reforço|taxa de aprendizado|"
    r"actualisation|apprentissage par renforcement|"
    r"taux d.apprentissage|récompense|diskont|verstärkungslern|"
    r"lernrate|belohnung|zinssatz",
)
"""Fields that use α, γ and k for other things."""

_TOKEN = (
    r"(?:bonus|extra|additional|奖励|獎勵|额外|額外|보너스|추가|ボーナス|追加|"
    r"adicional|extraordinari\w+|supplémentaire|zusätzlich\w*)"
)
_OWN_TOKEN = (
    r"(?:the target(?: model)?['’]s (?:own |extra |final )?token|the token (?:of|from) the target|das (?:eigene )?token des zielmodells|"
    r"el token (?:propio )?del modelo objetivo|o token (?:próprio )?do modelo[- ]alvo|le jeton (?:propre )?du modèle cible)"
)
NO_BONUS = _any(
    russian.NO_BONUS,
    vietnamese.NO_BONUS,
    rf"\b(?:without|excluding|not counting|ignoring|leaving out|leaving aside|apart from|besides|minus|sans|sem|sin|ohne) {_OWN_TOKEN}",
    rf"{_TOKEN}[-_ ]?(?:tokens?)?[`\"']{{0,2}}\s?[:=]\s?[`\"']{{0,2}}(?:false|off|no\b|0\b|none|disabled)",
    r"不(?:含|算|计|計)目标模型自己的 ?token|타깃 모델의 토큰(?:을)? (?:빼|제외)|ターゲットモデル自身のトークンを(?:除|含め)",
    rf"\b(?:no|without|excluding|not counting|not count|ignoring|"
    rf"leaving out|minus|sans|sem|sin|ohne|"
    rf"nicht)\b[^.;。]{{0,24}}{_TOKEN}",
    rf"{_TOKEN}[^.;。]{{0,24}}(?:not (?:included|counted)|excluded|"
    rf"omitted|is dropped|left out|no se cuenta|não incluído|"
    rf"non compris|nicht mitgezählt)",
    rf"(?:不含|不包含|不包括|不计|没有|沒有)[^，。]{{0,8}}{_TOKEN}|"
    rf"{_TOKEN}[^.]{{0,10}}(?:제외|없이|빼고)|"
    rf"{_TOKEN}[^。]{{0,12}}(?:除く|除いた|含まない|なし|ない)",
)
BONUS = _any(
    russian.BONUS,
    vietnamese.BONUS,
    rf"{_TOKEN}[ -]?(?:target )?(?:tok\w*|sample|one|position|row|"
    rf"token|토큰|トークン|的一个|jeton)|\bbonus\b|(?:token|one|"
    rf"sample) (?:that )?(?:the )?target (?:adds|itself|always)|"
    rf"plus (?:the )?(?:one|token) (?:from|by|of) the target",
    r"\b(?:full |large |big |target |main )*(?:model|target|verifier|it) (?:always |still |also |itself )?(?:adds|supplies|contributes|emits|samples|provides|appends) "
    r"(?:its own|one more|one|an?|another|the next)(?: \w+)? ?tok\w*|"
    r"\b(?:count\w*|includ\w*) (?:also )?(?:that|this|the|its|it's) (?:own |extra |final |last |target's |bonus )*(?:one|tok\w*)\b"
    r"(?=[^.;]{0,40}(?:target|model|itself|own|on top|at the end)|\s*[:,)])|"
    r"tok\w* (?:that |which )?the (?:target|large|full|big) model (?:\w+ )?(?:itself|samples|adds|supplies|emits|contributes|provides)|"
    r"\b(?:one|an?) (?:\w+ )?tok\w* (?:from|of|by) the (?:target|large|full|big)\w*(?: model)? on top|\btoken comes on top",
    r"modelo(?:[- ]alvo| objetivo| grande)? (?:siempre |sempre )?(?:añade|aporta|agrega|pone|adiciona|acrescenta|fornece|soma|dá|da) (?:un[oa]?|um|otro|outro|mais um) (?:token|ficha)|"
    r"modèle(?: cible)? (?:fournit|ajoute|apporte|donne)(?: toujours)? (?:un|encore un|son propre) jeton|"
    r"zielmodell (?:liefert|ergänzt|gibt|fügt)[^.;]{0,20}(?:ein|eigenes) (?:weiteres |eigenes |zusätzliches )?token|"
    r"(?:目标|大)模型(?:总会|总是|都会|还会|会)?(?:再|补|追加|多|额外)[^，。]{0,8}(?:一个|1 ?个)? ?(?:token|词元)|"
    r"ターゲット(?:モデル)?[がは][^。、]{0,12}(?:追加|足し|加え|出す|出し)|타[겟깃] ?모델이?[^.,]{0,12}토큰[^.,]{0,8}(?:더|추가)",
    r"(?:token|jeton|ficha)s? (?:extra|adiciona\w*|supplémentaire|"
    r"de bonificación|de bônus)|(?:one|1) more token|"
    r"\+ ?1 (?:for|from) the target|token of the target|"
    r"目标模型(?:额外|补充|自己)",
)

RELAXED = _any(
    r"typical accept|relaxed|non[ -]?prefix|lenien|"
    r"regardless of (?:the )?(?:earlier|prefix|previous|their prefix|order|others)|"
    r"(?:any|every) position (?:may|can|is)|"
    r"independent(?:ly)? of (?:the )?(?:earlier|previous|prefix|others)",
    r"\btree\b|tree[ -](?:attention|decod|structured)|out of order|"
    r"non[ -]contiguous|skip(?:s|ping)? rejected|"
    r"rejected (?:tokens )?do not stop|"
    r"does not stop at (?:the )?(?:first )?reject|"
    r"after a rejection too|宽松接受|树形|树状|트리|느슨한|ツリー|緩和|árbol|árvore|"
    r"\barbre\b|\bbaum",
)

WHOLE = _any(
    r"\ball[- ]or[- ](?:nothing|none)\b|\b(?:taken|accepted|kept|rejected|dropped|discarded) (?:only )?(?:whole|wholesale|in full|in its entirety|"
    r"as (?:a|one) (?:whole|unit|block)|as one (?=or not))\b|\baccept\w* (?:or reject\w* )?(?:it|them|each draft|(?:the|a) draft) (?:only )?(?:whole|as (?:a|one) (?:whole|unit|block))\b|"
    r"\b(?:the|each|a|every) (?:whole|entire) (?:draft|block|chunk|proposal|burst)(?: of \S{1,12} (?:\w+ )?tok\w*)? (?:is|gets|are|was|were) "
    r"(?:either )?(?:accepted|taken|kept|rejected|dropped|discarded|thrown)",
    r"全有或全无|全有或全無|要么全部?(?:接受|保留)|整(?:体|段|块|塊|體)(?:接受|采纳|採納|保留)|전부 아니면|전부 (?:수락|채택)되거나|통째로 (?:수락|채택|받)|"
    r"全か無か|丸ごと(?:受理|採択|受け入れ)|全体が(?:受理|採択)されるか",
    r"\btodo o nada\b|\btudo ou nada\b|\btout ou rien\b|\ben bloque\b|\bem bloco\b|\ben bloc\b|\balles oder nichts\b|\bals ganzes\b|"
    r"вс[её] или ничего|\bцеликом (?:принима|отверга)",
)
"""A draft that is accepted as one, or not at all: 1 + γα is right for it."""

CASCADE = _any(
    r"\bcascad|\brouters?\b|\brout(?:e[sd]?|ing)\b|\bescalat|\bearly[ -]exit|\bdeferr?al\b|\btiered\b|"
    r"级联|級聯|路由|提前退出|早退|캐스케이드|라우터|라우팅|조기 ?종료|カスケード|ルータ|ルーティング|早期終了|早期退出",
    r"\bcascada|\benruta|\bsalida temprana|\bcascata|\brotea|\bsaída antecipada|\brouteur|\broutage|\bsortie (?:anticipée|précoce)|"
    r"\bkaskad|\bweiterleit|каскад|маршрутиз|ранн\w+ выход",
)
"""Models of which one answers alone, and another only where it does not: no draft is verified there."""
FALLBACK = _any(
    r"\bf[ae]ll(?:s|en|ing)?[ -]?backs?\b|回退|폴백|フォールバック|\brepli\b|\brückfall|\brespaldo\b|\bcontingência|\bзапасн"
)
"""The same, where nothing speaks of speculation: of a rejected draft it is said too."""

LIMIT = _any(
    russian.LIMIT,
    r"(?:→|->|\\to|\\rightarrow) ?(?:∞|\\infty|inf)|"
    r"\binf(?:inity|inite|initely)?\b|∞|\\infty|\blimits?\b|\blim\b|"
    r"asymptot|\bat most\b|upper bound|\bceiling\b|"
    r"never (?:more than|exceeds?)|cannot exceed|unbounded|"
    r"arbitrarily (?:long|many)|supremum|\bunlimited|\buncapped|without (?:a |any )?(?:cap|limit)|\b(?:long|large) enough|"
    r"\b(?:for|at|with) (?:large|long|big) (?:γ|gamma|k|n|drafts?|lookaheads?)\b|"
    r"\bvery long\b|\bsaturat\w+|\bapproach(?:es|ing)?\b|\btends? to\b|\bconverg\w+|without bound|"
    r"\btiend[ea]n? a\b|\btend[ea]m? a\b|\btend vers\b|\bstrebt\b|趋近|趨近|収束|수렴|"
    r"\bas (?:γ|k|gamma) grows",
    r"[足充十][够夠分]に?[大长長]|충분히 [크긴길]|"
    r"上限|极限|極限|无穷|無窮|无限|趋于|上界|무한|극한|상한|한계|極限|無限|límite|infinit|"
    r"limite|à la limite|grenzwert|unendlich|höchstens|au plus|"
    r"no máximo|como máximo|im grenzfall",
)

NO_CAP = _any(r"\b(?:no|without an?y?|uncapped|un) ?cap\b|\buncapped\b|\bcap\b")
"""A draft without a cap: a limit where prose says so, a mistake where code is only named so."""

_OF_ROUND = _any(
    r"\b(?:total|whole|entire|combined|overall)\b[^.;]{0,30}\b(?:costs?|overhead|time)|\boverhead (?:per|of (?:an?|one|each|the|every)) "
    r"(?:\w+ )?(?:round|cycle|step|iteration|pass)|总(?:的)?(?:成本|开销|代价|耗时)|總(?:的)?(?:成本|開銷|代價)|整体开销|全体の?(?:コスト|オーバーヘッド)|"
    r"(?:전체|총) ?(?:비용|오버헤드)|\bcost[eo]s? tota(?:l|is|les)|\bcusto total|\bcoûts? tota(?:l|ux)|\bgesamt\w*|\bобщ(?:ая стоимость|ие затраты)"
)
"""A cost of all that a round does."""
_OF_VERIFYING = _any(
    r"\bverif\w*[ -](?:\w+ )?(?:costs?|overhead|time|latency)\b|\b(?:costs?|overhead|price)\sof\s(?:the\s)?(?:\w+\s)?verif|"
    r"\bdraft\w*(?: model)?(?: (?:costs?|overhead))? ?[ -]?(?:and|plus|\+|&)[ -]?(?:\w+ )?verif|"
    r"\bverif\w*(?: (?:costs?|overhead))? ?(?:and|plus|\+|&) (?:\w+ )?draft|"
    r"(?:验证|驗證|校验)(?:的|一步)?(?:相对[^，。；]{0,16})?(?:成本|开销|開銷|代价|代價|耗时)|検証の?(?:コスト|オーバーヘッド|時間)|검증(?:에 드는|의)? ?(?:비용|오버헤드|시간)|"
    r"\b(?:cost[eo]|sobrecarga|custo) d[ea] (?:la )?verifica|\b(?:surcoût|coût) de (?:la )?vérifi|\b(?:verifikations|prüf(?:ungs)?)(?:kosten|aufwand)|"
    r"\bkosten der (?:verifi|prüf)|\b(?:стоимость|затраты на|накладные расходы на) проверк"
)
_OF_ONE = _any(
    r"\b(?:an?|one|each|per|every|single)[ -](?:single )?draft|\bper (?:drafted )?tok\w*|\brelative\b|\bratio\b|\bover\b|[/÷]|\bdivided|\bfraction\b|\bcompared|"
    r"比|占|除以|每个?草稿|割|비율|대비|나눈|초안 ?(?:하나|토큰당)|\brelativ|\brazón|\brazão|\brapport\b|\bverhältnis|\bотношени|\bотносительн"
)
"""A cost of one draft step, or of one thing over another."""


def of_round(text: str) -> bool:
    """Whether a cost that a text speaks of is that of a round's verification, or of all that is done in it: it is not c."""
    low = spoken(text)
    verifying = _OF_VERIFYING.search(low)
    if verifying is not None and not _DRAFTING.search(low):  # relative to a single token's pass, it may be
        return True
    return _OF_ONE.search(low) is None and (_OF_ROUND.search(low) or verifying) is not None


_DRAFTING = _any(r"\bdraft|\bspecul|草稿|초안|드래프트|ドラフト|borrador|rascunho|brouillon|entwurf|чернов")


EXTRA = _any(
    r"\b(?:extra|additional|surplus) (?:draft |accepted )?(?:tokens|toks)\b|"
    r"\b(?:tokens|toks) (?:\w+ ){0,3}(?:beyond|on top of|besides|in addition to|over and above) |"
    r"(?:额外|額外|另外|(?<![更很许許最较較])多)(?:得到|产出|產出|生成|输出|获得)?的? ?(?:token|词元|令牌)|추가(?:로)?[^.,]{0,6}토큰|"
    r"(?:追加|余分)(?:で|に|の|される|された)?[^。、]{0,6}トークン|\btokens (?:adiciona(?:les|is)|extras?|de más|a mais)\b|"
    r"\b(?:jetons|tokens) (?:supplémentaires|en plus)\b|\bzusätzliche\w* token|дополнительн\w+ токенов"
)
"""More tokens than decoding one at a time gives: accepted drafts, whatever they are called. One extra token is the target's."""

_PROSE = frozenset({Kind.PROSE, Kind.HEADING, Kind.MATH, Kind.TABLE})
_SENTENCES = re.compile(r"[.,:;!?。，：]")


def said_around(passage: Passage) -> str:
    """The words around a passage; of code without the list of its names, which is the last line."""
    words, _, names = passage.around.rpartition("\n")
    return passage.around if passage.kind in _PROSE or _SENTENCES.search(names) else words
