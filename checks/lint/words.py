"""The words of decoding in the languages that people write about it: plain data, and searches over it.

Every pattern is searched in text as `spoken` gives it: lower case, with `_` and the humps of camelCase as spaces, so that one
pattern reads `acceptance_rate`, `acceptanceRate` and "acceptance rate". Languages: English, Chinese (simplified and traditional),
Korean, Japanese, Spanish, Portuguese, French and German; Russian in `russian`, Vietnamese in `vietnamese`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from . import chains, russian, vietnamese
from .sieve import sieved
from .splitting import bounded
from .splitting import key as key
from .splitting import split as split
from .splitting import spoken as spoken


def _any(*parts: str) -> re.Pattern[str]:
    return sieved(bounded("|".join(parts)))


SPECULATION = _any(
    russian.SPECULATION,
    vietnamese.SPECULATION,
    r"\bdraft\w*[ -]?(?:and|then)[ -]?verif|\b(?:multi|parallel|self)[ -]?(?:head )?draft\w*|\bdraft blocks?\b",
    r"\bspecul\w*[ -]?(?:decod|sampl|tok|len|draft|infer|gener|config|verif|k\b|step|round|"
    r"window|depth|num)|\bspec[ -]?dec",
    r"\b(?:n|num|max|k|len|use|with|no|per) spec(?: tok\w*| len\w*)?\b|"
    r"\bspec (?:len|length|k|tokens?|steps?|depth|accept\w*)\b",
    r"\bdraft\w*[ -]?(?:model|tok|heads?\b|len|step|prob|cost|k\b|n\b|accept\w* (?:rate|ratio|prob|"
    r"len)|law|logit|latency|overhead|vocab|speed|tps\b|per[ -]sec)",
    r"\bdrafter|\bdrafted\b|\bdrafts?\b(?=.{0,60}(?:accepted|reject|\bverif|\btarget\b))|\b(?:num|n|max|per) drafts?\b",
    r"(?:accepted|rejected|verif\w*|candidate|each|every|\d|[kγ]) drafts?\b(?! \d)|bonus[ -]?tok|assistant[ -](?:model|tok)",
    r"assisted (?:decod|generat)|\bmedusa\b|\beagle(?:[ -]?[123])?\b|lookahead decod|"
    r"\bmulti[ -]token predict",
    r"\btarget (?:model|pass|forward|call|step|verif|prob|law|logit)\w*|prompt[ -]lookup|verif\w* (?:step|pass|round|cycle)",
    r"tokens? per verif\w*|\brejection[ -]?sampler",
    r"\b(?:draft|target) ?(?:模型|모델|モデル)|推测解码|投机解码|推测采样|投机采样|推测性解码|草稿|草擬|候选 ?token|投機解碼|推測解碼|推測解码|目标模型|目標模型|大模型验证|验证步|每次验证",
    "투기적|추측 ?(?:디코딩|해독|토큰|길이)|추론적 ?디코딩|스페큘레이티브|드래프트|초안|타[겟깃] ?모델|검증 ?(?:단계|스텝|당)",
    "投機的|推測デコ|推測的|ドラフト|下書き|ターゲットモデル|目標モデル|検証(?:ステップ|あたり|ごと)",
    r"especulativ|\bborrador\w*|"
    r"modelo (?:objetivo|alvo|destino|draft|rascunho)|\brascunho|"
    r"spéculati|\bbrouillon|\bébauche|modèle cible",
    r"spekulativ|\bentwurf|zielmodell|draft-?modell|speculatief",
)
"""Text that is about speculative decoding. The words draft, target or verify on their own are not: each needs its company."""

ACCEPT = (
    rf"(?:{russian.ACCEPT}|{vietnamese.ACCEPT}|\baccept\w*|\bacept\w*|\baceit\w*|\bakzept\w*|"
    r"\bangenommen\w*|\bannahme\w*|接受|接收|采纳|採納|수락|수용|채택|승인|受理|受容|採択|"
    r"受け入れ|承認)"
)
ACCEPTS = _any(ACCEPT)
PROBABILITY = _any(
    russian.PROBABILITY,
    vietnamese.PROBABILITY,
    r"\bprob(?:s|a|ab\w*)?\b|\bpr\b|likelihood|\bchances?\b|\bodds\b|概率|機率|几率|확률|確率|\bprobab\w*|wahrscheinlich",
)
PER_TOKEN = _any(
    russian.PER_TOKEN,
    vietnamese.PER_TOKEN,
    r"(?:per|each|every|single|individual)[ -](?:single |individual |draft(?:ed)? |speculat\w+ |proposed |candidate )*"
    r"(?:tok\w*|draft|position|proposal)\b(?! (?:step|round|pass|model|length|cost))",
    r"\b(?:one|any|a|given) (?:single |individual |draft(?:ed)? |speculat\w+ |proposed |candidate )*tok\w*\b",
    r"token[ -]level|token[ -]wise|\bi\.?i\.?d\b|conditional",
    r"每个? ?(?:草稿 ?|候选 ?)?(?:token|词元|令牌|位置)|逐 ?(?:token|词)|"
    r"单个? ?(?:草稿 ?)?(?:token|词元)|单token|每個 ?(?:草稿 ?)?token",
    r"토큰 ?(?:당|별|하나|마다|단위)|각 ?(?:드래프트 |초안 |추측 )?토큰|"
    r"トークン(?:ごと|あたり|毎|単位)|各(?:ドラフト)?トークン",
    r"(?:por|de|a) (?:cada |un )?(?:token|ficha)|cada token|(?:par|chaque|de chaque) (?:token|jeton)|(?:pro|je|jedes) token",
)
MEASURED = _any(
    russian.MEASURED,
    r"\bmeasured?\b|\bobserved?\b|dashboard|\blogged\b|\breported\b|\breports?\b|telemetry|"
    r"\bempirical|\bmetrics?\b|in production|prometheus|grafana|counters?\b",
    r"实测|测得|测量|观测|監測|实际|監控|监控|統計|统计|측정|관측|실측|대시보드|実測|計測|測定|観測|"
    r"ダッシュボード|\bmedid[oa]|\bobservad[oa]|\bmesuré|\bobservé|"
    r"gemessen|beobachtet",
    r"\b(?:holds?|held|exact|fits|agrees|matches|true) (?:\w+ )?(?:on|in|for|across|over|with) (?:all|every|each)\b[^.;]{0,24}"
    r"\b(?:runs?|rows?|measurements?|benchmarks?|logs?|traces?|experiments?)\b|"
    r"(?:所有|全部|每[次组行条])[^，。；]{0,10}(?:运行|实验|数据|测试|记录|日志)[^，。；]{0,6}成立|"
    r"모든 ?(?:실행|실험|행|로그)[^.,]{0,6}(?:성립|일치|들어맞)|(?:すべて|全て|全)の?(?:実行|実験|行|ログ)[^。、]{0,6}(?:成り立|一致)|"
    r"\b(?:se cumple|vale|vaut|gilt) (?:en|em|sur|pour|in|für) (?:tod[ao]s|tou(?:te)?s|allen?)\b[^.;]{0,16}"
    r"\b(?:ejecuciones|filas|execuções|linhas|exécutions|lignes|essais|läufen?|zeilen|versuchen?)\b|"
    r"\bвыполняется (?:во|на|для) всех\b[^.;]{0,16}(?:запуск|прогон|строк)",
)
ASSUMED = _any(
    r"\bassum\w*|\bsuppose\b|\bhypothe\w*|\bmodel(?:led|ed)\b|假设|假定|"
    r"假設|若|가정|仮定|\bsupon\w*|\bassum\w*|\bsuppos\w*|"
    r"angenommen\w* dass|\bannahmen?\b"
)
OVER_DRAFTED = _any(
    russian.OVER_DRAFTED,
    r"\b(?:llama\.cpp|vllm|sglang|tensorrt\S*|tgi|engine|server)(?:['’]s)? (?:own )?(?:reported|logged|printed) [\"“'`]?(?:draft )?accept",
    r"accepted (?:tok\w* )?per (?:drafted|proposed|speculated|draft)(?: tok\w*)?\b",
    r"accepted(?: (?:draft|candidate|speculat\w+|proposed)s?)?(?: tok\w*)? ?(?:÷|/|over|divided by|"
    r"out of|to) ?(?:the )?(?:num\w* |total |all )?(?:drafted|"
    r"proposed|draft tok|speculated|draft\b|generated draft|"
    r"candidates?\b)",
    r"(?:fraction|share|percentage|proportion|ratio|percent|%) of (?:all )?(?:the )?(?:draft\w*|"
    r"propos\w*|speculat\w*|candidate)(?: tok\w*)?[^.;]{0,30}accept",
    r"accepted ?/ ?drafted|accepted (?:draft )?tokens? divided by (?:the )?(?:draft|proposed)|"
    r"(?:fraction|share|percentage|proportion) of accepted|(?:\d ?%?|fraction|most|half|"
    r"some) of (?:the |all )?(?:drafted|proposed|draft|speculat\w+|candidate)(?: tok\w*)? (?:were|"
    r"are|was|is|got|get|being)? ?accepted",
    r"acept\w*(?: del borrador)?,? (?:dividid\w+ )?(?:entre|sobre|"
    r"por|÷|/) (?:los |las |el total de )?(?:tokens )?(?:propuest|"
    r"del borrador|borrador|generad)|"
    r"aceit\w*(?: do rascunho)?,? (?:dividid\w+ )?(?:entre|sobre|"
    r"por|pelos|÷|/) (?:os |as )?(?:tokens )?(?:propost|do rascunho|"
    r"rascunho|gerad)",
    r"accept\w* (?:divisé\w* )?(?:sur|parmi|par|÷|"
    r"/) (?:les )?(?:jetons |tokens )?(?:propos|du brouillon|ébauch|"
    r"spécul)|(?:akzeptiert|"
    r"angenommen)\w*(?: token)? (?:geteilt )?(?:durch|zu|pro|÷|"
    r"/) (?:die )?(?:vorgeschlagen|entworfen|entwurf|draft)",
    r"(?:接受|采纳|採納)(?:了)?(?:的)?(?:草稿)? ?(?:token|词元)? ?(?:总?数|數)?(?: ?[÷/] ?|除以)(?:(?:所?提出|所?提议|生成|起草)的)?(?:草稿|"
    r"推测|提议|全部)|수락[^.]{0,16}(?:초안|드래프트|제안)[^.]{0,10}로 나|"
    r"受理[^。]{0,16}(?:ドラフト|提案)[^。]{0,12}で割|占(?:草稿|推测|全部)[^。]{0,10}比例|"
    r"수락[^.]{0,8} ?[÷/] ?(?:드래프트|초안|제안)|"
    r"受理[^。]{0,8} ?[÷/] ?(?:ドラフト|提案)",
)
"""Words that say accepted ÷ drafted."""
OVER_TESTED = _any(
    russian.OVER_TESTED,
    r"accepted(?: (?:draft|candidate|speculat\w+|proposed)s?)?(?: tok\w*)? ?(?:÷|/|over|divided by|"
    r"out of) ?(?:the )?(?:num\w* |those )?(?:tested|reached|"
    r"evaluated|checked|examined|verified up to)",
    r"(?:÷|/|over|divided by|out of) ?(?:the |"
    r"those )?(?:draft(?:ed)? )?tok\w* (?:that |which )?(?:(?:were|"
    r"was|are|is|get|got|the target) )?(?:actually )?(?:tested|"
    r"reached|checked|examined|looked at|evaluated|tried)|"
    r"before the first reject",
    r"(?:stops?|ends?) at the first reject|first[ -]position|"
    r"(?:given|once) (?:that )?(?:it|they|all|the prefix|everything)[^.;]{0,40}(?:reached|accepted)",
    r"(?:到|在)?(?:第一个|第一次|首次|首个)(?:被)?拒绝|첫 ?(?:번째 )?거절|"
    r"最初の(?:拒否|棄却|不受理)|primer(?:a|o)? rechaz|primeira rejei|"
    r"premier rejet|ersten ablehnung",
)
"""Words that say accepted ÷ tested, the count stopping at the first rejection."""

_RATE = (
    russian.RATE,
    vietnamese.RATE,
    rf"{ACCEPT}[ -]?(?:rate|ratio|prob\w*|fraction|likelihood|percentage|pct)|"
    rf"\bacc (?:rate|prob|ratio)\b|"
    rf"\b(?:rate|prob\w*|ratio|percentage|likelihood|chance|frequency) of {ACCEPT}",
    rf"\b(?:p|pr|prob) {ACCEPT}|{ACCEPT} p\b|\d ?%? {ACCEPT}|"
    rf"{ACCEPT} ?(?:of |is |= ?|: ?|≈ ?)?0?\.\d|"
    rf"{ACCEPT} (?:of |is |at )?\d+ ?%|\bhit rate|match rate",
    r"接受率|接收率|采纳率|採納率|命中率|通过率|(?:接受|接收|采纳|採納)(?:比例|占比)|수락 ?비율|(?:受理|受容|採択)(?:の)?(?:割合|比率)|接受概率|接受機率|接受的概率|수락[률율]|수용[률율]|채택[률율]|"
    r"승인[률율]|수락 ?확률|수용 ?확률|채택 ?확률|수락될 ?확률",
    r"(?:受理|受容|採択|採用|承認|受け入れ(?:ら)?)(?:され|られ|れ)?る?(?:確率|率)|アクセプト率|"
    r"(?:接受|采纳|採納|通过|通過|保留)[^，。、]{0,6}(?:概率|機率|几率)|(?:概率|機率|几率)[^，。、]{0,6}(?:接受|采纳|採納)|"
    r"(?:수락|수용|채택|승인|받아들여)[^.,]{0,4}확률|확률[^.,]{0,8}(?:수락|수용|채택|승인)|"
    r"(?:tasa|ratio|probabilidad|índice)(?: de)? acept\w*",
    r"(?:taxa|razão|probabilidade|índice)(?: de)? aceit\w*|"
    r"(?:taux|probabilité|ratio)(?: d.)? ?accept\w*|"
    r"(?:akzeptanz|annahme)(?:rate|quote|wahrscheinlichkeit)",
    r"(?:each|every|a|any|one|single|"
    r"per)[^.;,]{0,40}accepted[^.;]{0,40}with (?:a )?prob\w*|"
    r"(?:prob\w*|chances?|likelihood|odds) (?:that|of|with which|for)"
    r"(?:[^.;]{0,60}accept|[^.;,]{0,60}(?:surviv|\bmatch|\bagree|\bkept\b|\bpass(?:es)?\b))|"
    r"accept\w*[^.;]{0,40}with (?:a )?prob\w*|被接受的概率|"
    r"(?:fraction|share|proportion|percentage) of[^.;]{0,40}accept|"
    r"rate at which[^.;]{0,40}accept",
    r"probabilidad(?:e)? de que[^.;]{0,60}ace|"
    r"probabilité qu[^.;]{0,60}accept|"
    r"wahrscheinlichkeit[^.;]{0,60}(?:akzept|angenommen|übernommen)",
)
_LENGTH = (
    russian.LENGTH,
    vietnamese.LENGTH,
    r"\b(?:draft|speculation|speculative|spec|lookahead|proposal|candidate)[ -]?(?:len|length|depth|"
    r"window|size|k)\b|\blookahead\b(?! decod)",
    r"(?:number of |num |n |max |# ?|\d+ |[kγ] )(?:draft(?:ed)?|"
    r"speculat\w*|spec|candidate|proposed|assistant|guess\w*|"
    r"lookahead)(?: (?:tok\w*|candidate\w*))?\b(?! model| head| (?:rounds?|iter\w*|cycles?|calls?|pass\w*|verif\w*)\b)",
    r"tok\w* (?:draft|speculat|propos)\w* (?:per|each|in one|at once|ahead)|"
    r"drafts? (?:per|a|each) (?:verif\w*|step|round|cycle|pass|target)",
    r"\bdrafts (?:tok\w* )?(?:per|ahead)|\d drafts\b|草稿长度|草稿長度|"
    r"草稿 ?(?:token|词元)? ?(?:数|個數|个数|數)|推测(?:长度|步数)|投机(?:长度|步数)|(?:推测|猜测|候选) ?token ?数",
    r"(?:초안|드래프트|추측|투기) ?(?:길이|토큰 ?수|개수)|"
    r"(?:ドラフト|下書き)(?:長|トークン数|の長さ)|(?:推測|投機)(?:長|トークン数)|先読み(?:長|数)|"
    r"\d ?(?:个|個)?(?:草稿|候选) ?token|\d ?個のドラフト",
    r"longitud (?:del? )?(?:borrador|draft|especulaci)|(?:número de|"
    r"\d) tokens? (?:de(?:l)? )?(?:borrador|rascunho|draft|"
    r"especulativ|propuest|propost)\w*|"
    r"(?:comprimento|tamanho) (?:do )?(?:rascunho|draft)",
    r"longueur (?:du |de l.|d.)?(?:brouillon|ébauche|draft)|"
    r"(?:nombre de|\d) (?:jetons|tokens) (?:de |d.)?(?:brouillon|"
    r"ébauche|spéculatif|draft|proposé)\w*|"
    r"(?:entwurfs|draft-?)länge|"
    r"(?:anzahl|\d) (?:der )?entwurfs?-?token",
)
_DRAFT_TOKENS = (
    r"(?:draft|speculat\w*|spec|candidate|proposed|assistant|"
    r"lookahead) tok\w*|tok\w* (?:draft|speculat|propos)\w*|"
    r"草稿 ?token|草稿词元",
    r"(?:초안|드래프트|추측|투기) ?토큰|ドラフトトークン|"
    r"tokens? (?:de(?:l)? )?(?:borrador|rascunho|draft|especulativ|"
    r"propuest|propost)\w*",
    r"(?:jetons|tokens) (?:de |d.)?(?:brouillon|ébauche|spéculatif|draft|proposé)\w*|entwurfs?-?token|spekulative\w* token",
)
"""Drafted tokens, as a length only where nothing else is spoken of."""
_COST = (
    russian.COST,
    vietnamese.COST,
    r"\b(?:draft\w*|relative|head|proposal|verif\w*)[ -]?(?:cost|overhead)\b|"
    r"\bcost (?:ratio|coefficient|of (?:a|one|each|the) draft|per draft|of drafting|factor)|"
    r"\b(?:time|latency|speed) ratio\b",
    r"draft (?:model )?(?:latency|time|step|run|pass|"
    r"forward)[^.;]{0,20}(?:over|/|÷|divided by|relative to|"
    r"to)[^.;]{0,20}target|(?:time|cost|latency) of (?:a|one|"
    r"each) draft(?:(?! and )[^.;]){0,40}(?:target|over|relative|as a fraction)",
    r"(?:ratio|quotient) of (?:the |a )?draft\w*(?: model| step| pass)?(?:['’]s)? (?:\w+ )?(?:latency|time|runtime|cost|duration)|"
    r"draft\w*(?: model| step| pass)?(?:['’]s)? (?:latency|time|runtime|duration)[^.;]{0,20}(?:relative to|as a fraction of|compared (?:with|to)|"
    r"in units of|divided by)[^.;]{0,20}target|"
    r"(?:how long|time that|time) (?:a|one|each|the) draft\w* (?:step |pass |model |forward )?takes?\b[^.;]{0,30}target|"
    r"draft\w* (?:step|pass|forward)? ?takes? [^.;]{0,12}(?:of a |as long as a |times )?target|"
    r"草稿(?:模型)?(?:单步|每步)?(?:耗时|延迟|时间)(?:与|和|除以|占|相对|比)|(?:耗时|延迟|时间)比|"
    r"(?:드래프트|초안)(?: 모델)?(?:의)? ?(?:지연|시간|레이턴시)[^.]{0,16}(?:대비|비율|비\b|나눈)|(?:지연|시간) ?(?:시간 ?)?비율?|"
    r"(?:ドラフト|下書き)(?:モデル)?の?(?:レイテンシ|時間|遅延)[^。]{0,16}(?:比|割)|(?:レイテンシ|時間|遅延)の?比|"
    r"(?:latencia|tiempo) del? (?:modelo )?borrador[^.;]{0,24}(?:entre|sobre|respecto|dividid|relativ)|"
    r"(?:latência|tempo) d[eo] (?:modelo )?rascunho[^.;]{0,24}(?:sobre|relação|dividid|relativ|pelo)|"
    r"(?:latence|temps) d[ue] (?:modèle )?brouillon[^.;]{0,24}(?:sur|rapport|divisé|relati)|"
    r"(?:latenz|zeit)verhältnis|(?:latenz|zeit|dauer) (?:des|eines) entwurfs\w*[^.;]{0,24}(?:geteilt|durch|relativ|verhältnis)",
    r"\bdraft to target|\bcost\b|草稿(?:模型)?(?:成本|开销|代价)(?:比|系数)?|成本(?:比|系数)|开销比|相对成本|"
    r"代价比|비용|コスト|cost[eo] (?:del? |relativ)|"
    r"custo (?:do |de |relativ)|coût|kosten",
)
_PER_SECOND = r" ?(?:/ ?s(?:ec\w*)?\b|(?:per|a) sec)"
_EXPECTED = (
    russian.EXPECTED,
    vietnamese.EXPECTED,
    r"(?:expect\w*|average|avg|mean|effective|total|typical)(?: value of)?(?: number of| num| n|"
    r"#)? ?(?:(?:of )?(?:generated|emitted|output|produced|new|committed|total|decoded|"
    rf"final) )*tok\w*+(?! ?(?:accept|draft)|{_PER_SECOND})",
    r"(?<!accepted )(?<!drafted )(?<!draft )(?<!speculative )(?:\btok\w*|token count)(?: (?!draft|"
    r"propos|specul|accept)[\w-]+){0,4} ?(?:\b(?:per|a|each|every|in|from|of|for|by)\b|/) ?(?:\b(?:a|"
    r"one|each|every|the|single|target|verif\w*|model|forward|specul\w*|spec|decod\w*) ){0,3}(?:step|pass|forward|round|"
    r"iteration|iter|cycle|verif\w*|call|launch)\b",
    r"\btok\w* (?:per|each|a) target(?! (?:model|distrib|vocab|sent|text|word|class|label|lang|example|seq|doc))|tok\w* (?:emitted|generated|produced|committed)|"
    r"(?:emitted|generated|committed|produced) tok\w*|"
    r"\bexpected (?:generated|emitted|yield|length|progress)\b|^expected$|\be tokens?\b|\be n\b",
    r"(?:期望|预期|預期|平均|有效)(?:的|每步|每轮|每次|生成|产出|输出|接受)* ?(?:token|词元|令牌|"
    r"产出)|每(?:一)?(?:步|轮|次|輪|個週期|周期)[^，。；]{0,8}(?:token|词元|令牌|生成|产出)|"
    r"每次(?:验证|前向|迭代)",
    r"(?:기대|예상|평균|유효)[^.,]{0,10}토큰|토큰[^.,]{0,8}(?:기댓값|기대값|평균)|"
    r"トークン[^。、]{0,6}(?:期待値|平均)|(?:token|词元)[^，。]{0,4}(?:期望|均值)|"
    r"(?:스텝|단계|라운드|검증|패스|사이클|반복|회) ?당[^.,]{0,10}토큰|"
    r"(?:期待|平均|有効)[^。、]{0,8}トークン|"
    r"(?:ステップ|検証|ラウンド|パス|サイクル|反復|回)(?:あたり|ごと|毎)[^。]{0,6}トークン",
    r"(?:esperanza|valor esperado|esperança)[^.,]{0,20}tokens|"
    r"tokens? (?:esperad|previst|emitid|generad|gerad|produzid|efec?tiv|"
    r"médi)\w*|número (?:esperado|médio|medio) de tokens|"
    r"tokens? por (?:paso|passo|ronda|rodada|verifica\w*|ciclo|"
    r"itera\w*|pas\w*|etapa)",
    r"(?:tokens?|jetons?) (?:attendu|espéré|émis|généré|produit|effectif)\w*|"
    r"(?:nombre|espérance)[^.,]{0,12} (?:de |des )(?:tokens|jetons)|"
    r"(?:tokens|jetons) par (?:étape|passe|cycle|tour|itération|"
    r"vérification|pas)",
    r"(?:erwartete|effektive)\w* (?:anzahl|token)\w*|token\w* (?:pro|je) (?:schritt|runde|zyklus|durchlauf|verifika\w*|prüfung)",
)
_ACCEPTED = (
    russian.ACCEPTED,
    vietnamese.ACCEPTED,
    rf"\be ?[\[({{](?:\w+ ){{0,2}}{ACCEPT}(?!\w| (?:len|rate|ratio|prob))",
    r"accepted (?:draft\w*|speculat\w*|candidate|proposed)? ?(?:tok\w*|count|total|drafts?|num\w*)\b|"
    r"(?:num\w*|n|number of|mean|avg|average|expected|total|count) accept(?:ed|s)?\b(?! (?:len|rate|"
    r"ratio|prob))",
    r"(?:draft\w*|tok\w*|drafts|candidates) (?:that are |are |get |"
    r"being )?accepted|^(?:n )?accepted$|accepted per|"
    r"(?:接受|采纳|採納|接收)的? ?(?:草稿|候选|推测)? ?(?:token|词元|草稿)|(?:接受|采纳|採納)(?:数|数量|个数)|"
    r"수락(?:된|되는)? ?(?:초안 |드래프트 )?토큰|채택(?:된|되는)? ?토큰|수용(?:된|되는)? ?토큰",
    r"(?:受理|採択|受容|採用|承認)(?:された|される|した)? ?(?:ドラフト|下書き)?の?(?:トークン|ドラフト|下書き)|"
    r"tokens? (?:aceptad|aceit|accepté)\w*|jetons? accepté\w*|"
    r"(?:akzeptierte|angenommene)\w* (?:token|entwürfe)\w*|"
    r"borradores aceptados",
)
_ACCEPT_LENGTH = (
    rf"{ACCEPT} ?(?:len|length|长度|長度|길이|長)\b|\bacc len|"
    rf"\bmean (?:accept\w* )?len(?:gth)?\b|接受长度|接收长度|수락 ?길이|"
    rf"平均 ?(?:接受|接收)?长度|平均 ?(?:受理|受容)?長|평균 ?(?:수락 ?)?길이|longitud media|comprimento médio|longueur moyenne|mittlere länge|"
    rf"longitud (?:media )?de acept\w*|"
    rf"comprimento (?:médio )?de aceit\w*|"
    rf"longueur (?:moyenne )?d.accept\w*|akzeptanzlänge",
)
_SPEEDUP = (
    russian.SPEEDUP,
    vietnamese.SPEEDUP,
    r"\bganho\b|\bganancia\b|\bgain de (?:vitesse|temps)|\bspeed[ -]?ups?\b|\bacceleration\b|"
    r"\bwall[ -]?(?:clock|time) improv\w*|times faster|"
    r"\b(?:speed|throughput) (?:gain|factor|multiplier)|加速比|加速|提速|속도 ?향상|가속|고속화|"
    r"高速化|スピードアップ|加速率|aceleraci|aceleraç|speedup|accélérat|"
    r"beschleunig",
)

PHRASES: dict[str, re.Pattern[str]] = {
    "S": _any(*_SPEEDUP),
    "throughput": re.compile(rf"\b(?:expected|average|avg|mean|effective) tok\w*{_PER_SECOND}"),
    "L": _any(*_ACCEPT_LENGTH),
    "rate": _any(*_RATE),
    "A": _any(*_ACCEPTED),
    "E": _any(*_EXPECTED),
    "gamma": _any(*_LENGTH, *_DRAFT_TOKENS),
    "c": _any(*_COST),
}
"""What a phrase in any language speaks of, by vocabulary name; `rate` is α or r. `speaks` decides between two."""

YIELDS = _any(
    russian.YIELDS,
    r"\b(?:yield|produc|emit|giv(?:e|ing)|gave|deliver|generat|return|mak(?:e|ing)|made|obtain|commit|creat)\w*|"
    r"\b(?:get|gets|got|nets?|buys?|expect|expects|advances?|outputs?|worth)\b",
    r"产生|产出|生成|得到|输出|产生|產生|產出|輸出|获得|獲得|만들|생성|얻|나오|나온|출력|생산|得られ|生成|出力|得る|進む",
    r"\b(?:produc|gener|ger(?:a|am|ados)\b|obt(?:iene|ien|ém|emos|enemos)|emit|da\b|dan\b|dá\b|dão\b|rinde|rende|entrega|"
    r"devuelve|sale|saem)\w*|\b(?:produi|génèr|génér|donn|fourni|obtien|émet|rapporte)\w*|"
    r"\b(?:liefer|erzeug|ergib|erg[ei]b|produzier|bring|generier|gibt|bekomm|erhält|erhalt)\w*",
)
"""Verbs of what hands tokens over."""
ROUND = _any(
    russian.ROUND,
    vietnamese.ROUND,
    r"\b(?:verif\w+|pass(?:es)?|forward|step|round|cycle|iteration|call|launch|turn)s?\b|验证|每步|每轮|每次|一次|一轮|前向|"
    r"驗證|每輪|검증|스텝|단계|라운드|패스|사이클|반복|検証|ステップ|ラウンド|パス|サイクル|1 ?回|一度",
    r"\b(?:verificaci|verificaç|paso|passo|pasada|ronda|rodada|ciclo|iteraci|iteraç|llamada|chamada|passagem|passada)\w*|"
    r"\b(?:vérification|passe|passage|étape|tour|cycle|itération|appel)s?\b|"
    r"\b(?:durchlauf|durchgang|schritt|runde|zyklus|prüfung|verifikation|aufruf|iteration|pass)\w*",
)
"""One run of the target, by whatever name."""
ON_AVERAGE = _any(
    r"\bon average\b|\baverage\b|\bexpect|\bmean\b|平均|期望|预期|預期|기대|평균|期待|\bpromedio\b|\bmedia\b|\bmédia\b|"
    r"\besperad|\bmoyenne\b|\battend|\bim (?:mittel|schnitt)\b|durchschnitt|\berwart"
)
_SPOKEN = {**PHRASES, "gamma": _any(*_LENGTH)}
_TOKENS_ALONE = _any(*_DRAFT_TOKENS)

_GATE = (
    "token",
    "draft",
    "specul",
    "spekul",
    "decod",
    "spec_",
    "_spec",
    "medusa",
    "eagle",
    "top-p",
    "top_p",
    "nucleus",
    "ridge",
    "roofline",
    "bitmask",
    "kv block",
    "kv cache",
    "kv_block",
    "copy-on-write",
)
"""Without one of these a text in ASCII is about none of the chains but the sampling law."""
_STARTS = (
    *russian.STEMS,
    *vietnamese.STEMS,
    "specul",
    "draft",
    "spec_",
    "spec-",
    "spec dec",
    "specdec",
    "bonus tok",
    "bonus_tok",
    "assistant",
    "assisted",
    "target model",
    "per verif",
    "per target",
    "rejection sampl",
    "prompt lookup",
    "prompt-lookup",
    "multi-token pred",
    "medusa",
    "eagle",
    "lookahead",
    "n_spec",
    "num_spec",
    "大模型验证",
    "目标模型",
    "推测",
    "投机",
    "草稿",
    "投機",
    "推測",
    "투기",
    "추측",
    "드래프트",
    "초안",
    "ドラフト",
    "especulat",
    "borrador",
    "rascunho",
    "spécul",
    "brouillon",
    "spekul",
    "entwurf",
)
"""Stems at which words about speculation begin, or that stand in them."""
_ACCEPTING = (
    "accept",
    "接受",
    "接收",
    "采纳",
    "採納",
    "수락",
    "수용",
    "채택",
    "受理",
    "受容",
    "採択",
    "acept",
    "aceit",
    "akzept",
)
_A_RATE = _any(
    r"accept\w*[ _-]?(?:rate|prob|ratio|length)|\bp_?acc|"
    r"(?:rate|prob\w*|ratio|percent\w*) of accept|\d ?%? accept|"
    r"[率율률]|확률|概率|機率|確率|"
    r"(?:tasa|taxa|probabilidad\w*|taux|probabilité)",
    r"(?:akzeptanz|annahme)\w*(?:rate|wahrsch)|accept\w* with prob",
)
_PASSES = _any(
    r"tokens?[ _/](?:per|a|each)?[ _]?(?:step|round|pass|verif|forward|iteration|cycle|target)",
    r"每(?:步|轮|次)|당 ?토큰|あたり|tokens? por|(?:tokens?|jetons?) par|"
    r"token\w* pro|[γΓ]|\\gamma|\bgamma\b|target.model|verif",
)
_NEAR = 100  # characters on each side of a stem in which the words about speculation must stand
_MAX_STEMS = 500  # of one kind in a file: past them it is no text about anything


_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def about(text: str) -> bool:
    """Whether a file can be about decoding at all: a few plain searches, since nearly every file of a tree is not."""
    if text[:1] == "{" and "\\u" in text:
        text = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text)
    low = text.lower()
    if low.isascii() and not any(word in low for word in _GATE):
        return chains.stands(chains.SAMPLING_LAW, low)
    if any(_speculates(low, word) for word in _STARTS if word in low):
        return True
    if any(word in low for word in _ACCEPTING) and "token" in low and _A_RATE.search(low) and _PASSES.search(low):
        return True
    return any(chains.stands(chain, low) for chain in chains.OTHERS)


def _speculates(low: str, stem: str) -> bool:
    """Whether one of the places of a stem is about speculation."""
    return next(_windows(low, stem), None) is not None


def _windows(low: str, stem: str) -> Iterator[int]:
    """The places of a stem that are about speculation. Places closer than the stretch that is read are read once."""
    place = -1
    for _ in range(_MAX_STEMS):
        place = low.find(stem, place + 1)
        if place < 0:
            return
        if SPECULATION.search(spoken(low[max(0, place - _NEAR) : place + _NEAR])):
            yield place
        place += _NEAR // 2


def speculation(text: str) -> int:
    """In how many places a text is about speculative decoding, at most some hundreds."""
    low = text.lower()
    return sum(1 for stem in _STARTS if stem in low for _ in _windows(low, stem))


@lru_cache(maxsize=1024)  # comments and docstrings repeat themselves
def speaks(text: str) -> tuple[tuple[str, int], ...]:
    """What a phrase speaks of, with where: the first is what it is about. `rate` is left undecided."""
    low = spoken(text)
    found = []
    for symbol, pattern in _SPOKEN.items():
        if match := pattern.search(low):
            found.append((match.start(), symbol))
    if not any(symbol == "gamma" for _, symbol in found) and (match := _TOKENS_ALONE.search(low)):
        found.append((len(low) + match.start(), "gamma"))
    return tuple((symbol, start % (len(low) or 1)) for start, symbol in sorted(found, key=lambda one: one[0]))
