"""The words by which people state a mistake as a mistake, and those that only look like it. Plain data.

"≈", "roughly", "simplified" and "linear approximation" are none of them: they state the mistake as a shortcut.
"""

from __future__ import annotations

import re
from functools import lru_cache

from . import russian, vietnamese
from .sieve import sieved
from .splitting import bounded


def _any(*parts: str) -> re.Pattern[str]:
    return sieved(bounded("|".join(parts)))


_BELIEF = (
    r"\b(?:many|most|some|lots of|a lot of) (?:people|folks|posts|blogs|readers|engineers|students)\b[^.;]{0,40}"
    r"\b(?:think|believe|assume|say|claim|write|expect)\b|\bpeople (?:often|tend to|usually|commonly) (?:think|believe|assume|claim|say|forget|expect)\b|"
    r"\bit is (?:often|commonly|widely|frequently) (?:claimed|believed|assumed|said|thought)\b|\b(?:i|we) used to (?:think|believe)\b|"
    r"\b(?:much[ao]s?|la mayoría)(?: de la)?(?: gente)? (?:cree|creen|piensa|piensan|asume|suponen)|\bse suele (?:creer|pensar)|"
    r"\bmuit[ao]s?(?: gente| pessoas)? (?:acha|acham|acredita|acreditam|pensa|pensam)|"
    r"\b(?:beaucoup|certains|on)\b[^.;]{0,20}\b(?:croit|croient|pensent|s.imagine)\b|\bon croit souvent|"
    r"\b(?:viele|manche)\b[^.;]{0,20}\b(?:glauben|denken|meinen|behaupten)\b|\boft (?:glaubt|denkt|meint) man\b|\boft behauptet\b|"
    r"(?:很多人|许多人|不少人|有人|人们)(?:会|都|常|往往|常常)?(?:以为|认为|觉得)|많은 ?(?:사람|분)[^.]{0,12}(?:생각|믿)|"
    r"(?:흔히|보통)[^.]{0,12}(?:생각|오해)|多くの人[^。]{0,16}(?:思|考え)|よく[^。]{0,8}と(?:思われ|言われ)"
)
_THEN_NOT = (
    r"(?:\b(?:thought|believed|figured|guessed|expected|assumed)\b[^.;]{0,160}\b(?:but|yet|however)\b[^.;]{0,80}"
    r"\b(?:disagree\w*|measur\w*|get|got|see|saw|observe\w*|simulat\w*|wrong|lower|less|instead|only|differ\w*|not)\b|"
    r"\b(?:pensaba|creía|pensé|creí|achava|pensei|pensava|pensais|croyais)\b[^.;]{0,160}\b(?:pero|mas|porém|mais)\b|"
    r"\bdachte\b[^.;]{0,160}\baber\b|以为[^。；]{0,80}(?:但|却|結果|结果)|줄 알았|と思っ(?:て(?:い)?た|た)が)"
)
THEN_NOT = _any(_THEN_NOT)
"""What was thought, and did not turn out."""
_PRETENDS = r"\bpretends?\b|\bpretending\b|\bfalsely\b|\bwould (?:wrongly )?claim\b|\bfinge\b|\bfait comme si\b|\btut so\b|假装|척하"
_FOUND = r"(?:the |our |a |any |my |what is )?(?:\w+ )?(?:simulat\w*|monte carlo|measur\w*|experiments?|traces?|logs?|benchmarks?|data|observ\w*|empirical\w*)"
_DISAGREES = (
    rf"\b(?:do(?:es)?|did)(?:n['’]t| not) (?:agree|match|fit|square|tally|line up)(?: with| up with)? {_FOUND}|"
    rf"\bdisagree[sd]? with {_FOUND}|\bcontradict(?:s|ed)? (?:by )?{_FOUND}|\bat odds with {_FOUND}|"
    r"(?:与|和|跟|同|與)[^，。；|]{0,10}(?:模拟|仿真|实测|实验|测量|数据|模擬|實測|實驗|數據)[^，。；|]{0,6}(?:不(?:吻合|符|一致|相符|匹配)|对不上|對不上|有出入|矛盾)|"
    r"不符合(?:模拟|仿真|实测|实验|模擬|實測|實驗)|(?:시뮬레이션|실측|실험|측정|데이터)[^.,]{0,10}(?:일치하지 ?않|맞지 ?않|어긋)|"
    r"(?:シミュレーション|実測|実験|計測)[^。、]{0,8}(?:一致しな|一致しませ|合わな|合いませ|食い違|矛盾)|"
    r"\bno (?:coinciden?|concuerdan?|cuadran?|encajan?) con (?:\w+ )?(?:simulaci|medi|datos|experiment|traza)|"
    r"\bnão (?:batem?|coincidem?|concordam?|conferem?|condizem?) com (?:\w+ )?(?:simula|medi|dados|experiment)|"
    r"\bne (?:correspond(?:ent)?|concordent?|collent?|cadrent?|concorde|colle|cadre) pas (?:à|avec|aux?) (?:\w+ )?(?:simulat|mesur|donn|expér)|"
    r"\bstimm(?:t|en) nicht mit (?:\w+ )?(?:simulation|mess|daten)|\bpass(?:t|en) nicht zu(?:r|m| \w+)? (?:simulation|mess|daten)|"
    r"\bwiderspr(?:icht|echen) (?:\w+ )?(?:simulation|mess|daten)"
)
"""What a formula gives is not what was found when it was tried."""
_OPTIMISTIC = (
    r"\b(?:is|are|gets?|becomes?|too|overly|rather|somewhat|slightly|quite|fairly|a (?:bit|little)|on the) optimistic\b"
    r"(?! (?:about|value|alpha|accept\w*|rate|case|scenario|assumption|execut\w*|guess\w*))|"
    r"\boptimistic (?:estimate|approximation|bound|formula|figure)s?\b|(?:偏|过于?|過於?|太|略显|较|較)(?:乐观|樂觀)|"
    r"낙관적(?:이|인 ?(?:근사|추정|식|공식))|낙관적으로 ?나|楽観的(?:になる|になり|すぎ|過ぎ|である|です|な(?:近似|見積|式))|楽観寄り|"
    r"\b(?:es|resulta|algo|demasiado|muy|bastante|un poco|é|fica|muito|um pouco|est|trop|un peu|plutôt|assez) optimist[ae]\b|"
    r"\b(?:ist|wird|zu|eher|etwas|recht|ziemlich) optimistisch\b|(?:слишком|излишне|несколько) оптимистич\w*"
)
REFUTES = _any(
    russian.REFUTES,
    vietnamese.REFUTES,
    _DISAGREES,
    _BELIEF,
    _THEN_NOT,
    _PRETENDS,
    r"\bwrong(?:ly)?\b|\bincorrect(?:ly)?\b|\berroneous|\bflawed\b|\binvalid\b|\bmistaken\b|"
    r"\bbogus\b|\bbuggy\b|\bfallac\w+|\bmisguided",
    r"\bna[iï]ve(?:ly)?\b|\bmisconceptions?\b|\bmistakes?\b|"
    r"\bpitfalls?\b|\bmyths?\b|\btraps?\b|\bgotchas?\b|"
    r"\banti-?patterns?\b",
    r"\bmisleading|\bmisquoted|\bmiscount\w*|\bmiscalculat\w*|\bcounter-?example|\brefut\w+|"
    r"\bdisprov\w+|\bdebunk\w*|\bbroken\b",
    r"(?:common|classic|frequent|usual|typical|off-by-one|the|an|same|find the|spot the|"
    r"algebra) errors?\b|\bin error\b|\ba bug\b",
    r"\bover-?(?:estimat|stat|count|promis)\w*|\bdouble[ -]count\w*|\bexaggerat\w*|"
    r"\btoo (?:high|large|good)\b",
    _OPTIMISTIC,
    r"\bunder-?(?:estimat|stat|count)(?:es|ed|ing) (?:[et]\b|e[\[(]|tau\b|τ|it\b|this\b|tokens?\b|the (?:expect|actual|real|true|mean|aver|number|tok)\w*)|"
    r"低估(?:了)?(?:[e期真实實平tτ]|每[步轮輪次])|과소 ?평가|過小(?:評価|に見積)|\bsubestima\w* (?:el|la|o|a|los|os) (?:valor|número|tokens|esperan|média|media)\w*|"
    r"\bsous-estim\w* (?:le|la|l['’]) ?(?:nombre|espéran|moyenne|valeur)\w*|\bunterschätz\w* (?:die|den) (?:erwart|anzahl|zahl|mittel)\w*|"
    r"(?<!不要)(?<!别)(?<!勿)(?:漏了|忘了加)|"
    r"\btempt(?:ing|ed|s)\b|"
    r"\b(?:might|may|would|could|'d) (?:naturally )?(?:think|expect|guess|believe|assume|suppose)\b|"
    r"at first (?:glance|sight)",
    r"(?<!\bwe )(?<!\bi )(?<!\bthey )\b(?:never|do(?: not|n['’]t)) (?:just |simply |blindly |ever )?"
    r"(?:assume|presume|suppose|rely on|count on|take (?:it )?for granted)\b|"
    r"\b(?:must|should|can)(?: ?not|n['’]t) (?:just |simply |blindly |safely )?"
    r"(?:assume|presume|rely on|count on|take (?:it )?for granted)\b|"
    r"(?:不要|别|切勿|不能|不可)(?:想当然地?)?(?:假设|假定|认为|以为)|가정하지 ?(?:마|말)|と仮定して(?:は|も)いけ",
    r"\b(?:nunca|no) (?:asumas?|asumáis|supongas?|des por hecho)\b|\b(?:nunca|não) (?:assuma|suponha|presuma)m?\b|"
    r"\bne (?:supposez|présumez|comptez)\b|\b(?:nie|niemals) (?:annehmen|davon ausgehen|voraussetzen)\b",
    r"\bupper bounds?\b|\bbounds? (?:it )?from above|"
    r"(?:n't|not|never) (?:hold|true|right|correct|exact|valid|work)\b|fails? to account",
    r"\bforget it\b|\b(?:that|this|which|it)(?:'s| is) (?:nonsense|rubbish|bunk|not so)\b|"
    r"only (?:holds?|true|valid|right|correct|exact|works?)\b|"
    r"(?:holds?|true|valid|right|correct|exact|works?) only\b|"
    r"would (?:only )?(?:hold|need|require|be (?:right|correct|true|valid))\b",
    r"ignor\w+ (?:the fact )?that\b|forget\w* (?:the fact )?that\b|do(?:n't| not) use|never use|\bshould(?:n't| not) be used",
    r"[✗❌✘✖⛔🚫❎👎]|错误|錯誤|误区|誤區|错的|錯的|不对|不對|不正确|不正確|误以为|誤以為|误解|誤解|天真|"
    r"朴素|樸素|想当然|陷阱|高估|有误|有誤|不成立|谬误|谬论|上界|反例",
    r"容易(?:误|以为|被)|别用|不要用|不能用|틀린|틀렸|틀립|틀림|잘못|오류|오해|착각|함정|과대|순진|나이브|"
    r"실수|맞지 ?않|성립하지|부정확|올바르지|정확하지 ?않|상한|쓰지 ?마",
    r"間違|誤り|誤解|誤った|誤答|勘違い|過大|正しくな|成り立たない|成り立ちません|素朴|ナイーブ|落とし穴|罠|上界|"
    r"使わないで|使ってはいけ",
    r"\bincorrect[oa]s?\b|\berróne\w+|\berrone\w+|\bequivocad\w+|"
    r"\berror(?:es)? (?:común|comunes|frecuente|frecuentes|típic\w+|"
    r"habitual\w*)|\b(?:el|es un|un) error\b|\bfals[oa]s?\b|\bfalacia|\bingenu\w+",
    r"\bmitos?\b|\btrampas?\b|\bsobre-?estim\w+|\btentador|"
    r"\bcota superior|"
    r"\bno (?:vale|se cumple|es (?:cierto|verdad|correct\w))|"
    r"\bno (?:use|uses|usar|uséis)\b|\bmal calculad",
    r"\bincorret[oa]s?\b|\berrad[oa]s?\b|\berrône\w+|"
    r"\berros? (?:comu[mn]\w*|frequente\w*|clássic\w+)|\b(?:o|é um|um) erro\b|"
    r"\bfalácia|\bequívocos?\b|\bmal-?entendidos?\b|\bingênu\w+|\barmadilha|\bsuperestim\w+|"
    r"\blimite superior|"
    r"\bnão (?:vale|use|usar|é (?:verdade|certo|corret\w))",
    r"\bfaux\b|\bfausse\w*|\berroné\w*|"
    r"\berreurs? (?:courante|fréquente|classique|répandue)s?|"
    r"\b(?:l.|une |est une )erreur\b|\bnaï[fv]\w*|\bpièges?\b|\bmythe|\bsurestim\w+|"
    r"\btentant|\bmajorant|\bborne supérieure|\bidée reçue|"
    r"\bn.utilisez pas|\bn.est pas vrai|\bil est faux",
    r"\bfalsch\w*|\binkorrekt\w*|\bfehlerhaft\w*|"
    r"\b(?:häufig|typisch|verbreitet)\w* fehler|\b(?:der|ein) fehler\b|"
    r"\bfehlschluss|\btrugschluss|\bdenkfehler|\birrtum|\birrig|"
    r"\bnaiv(?:e[nrs]?)?\b|\büberschätz\w*|\bverlockend|"
    r"\bobere schranke|\bstimmt nicht|\bnicht wahr\b|"
    r"\bnicht verwenden",
)
"""Words that call a formula a mistake, a bound or a temptation, in lower case."""

_EXACT = r"(?:exact|true|correct|closed[- ]form|geometric|exacta|correcta|geométrica|exata|correta|exacte|correcte|géométrique|exakte|korrekte|geometrische)"
INSTEAD = _any(
    rf"\b(?:use|take|switch to|go with|write) (?:the |an? )?{_EXACT}\b[^.;]{{0,80}}\binstead\b|\binstead,? (?:use|take|write) the {_EXACT}|"
    rf"\breplace(?:d|s)? (?:it|this|that|them )?(?: ?with| ?by) the {_EXACT}|"
    r"(?:应|應|请|請)?(?:改用|换成|換成|改为|改為)[^，。；]{0,4}(?:精确|精確|几何|幾何|正确|正確|准确|準確|等比)|"
    r"(?:정확한|기하|등비)[^.]{0,24}(?:대신|바꿔|바꾸|써야)|대신 ?(?:정확한|기하|등비)|代わりに(?:正確な|厳密な|等比)|"
    r"(?:正確な|厳密な|等比)[^。]{0,24}(?:に置き換え|を使うべき)|"
    rf"\b(?:use|usar|usa|úsese|utilise[rz]?) (?:\w+ )?(?:\w+ )?{_EXACT}\b[^.;]{{0,80}}\b(?:en su lugar|em vez disso|à la place)\b|"
    rf"\bstattdessen (?:die |den )?{_EXACT}|\bвместо (?:этого|неё|него)\b[^.;]{{0,24}}(?:точн|геометрич)",
)
"""Another formula is to be used in the place of one."""

_GUESS = (
    r"(?:tokens?|guess\w*|drafts?|drafted|predictions?|proposals?|speculations?|candidates?|"
    r"suffix\w*|branch\w*|continuations?|words?|outputs?|samples?|model|answers? from the draft)"
)
OTHERWISE = _any(
    russian.OTHERWISE,
    rf"\b(?:wrong|incorrect|mistaken|bad|invalid|erroneous)(?:ly)? (?:\w+ )?{_GUESS}|"
    rf"{_GUESS} (?:\w+ ){{0,4}}(?:wrong|incorrect|mistaken|invalid)(?:ly)?\b(?! (?:formula|form|way))",
    r"\b(?:guess\w*|go|goes|went|gone|predict\w*) wrong\b|\bif (?:it|they)(?:'s| is| are) wrong|"
    r"\bdraft(?:er|ing)?(?: model)?'s (?:mistakes|errors)|"
    r"(?:mistakes|errors) (?:of|by|made by|from) the draft\w*",
    r"\bna[iï]ve(?:ly)? (?:auto-?regress\w*|decod\w*|sampl\w*|"
    r"baseline|generat\w*|greedy|inference|loop|beam|attention|"
    r"serving|target|speculat\w*|batch\w*|scheduling|implementation|"
    r"token|cache|kv|method|\w*alloc\w*|\w*schedul\w*|kernel|quanti\w*)",
    r"(?:autoregressive|vanilla|plain) (?:\(?naive\)?)|\b(?:not|never|nothing|isn't|hardly|no) (?:a |"
    r"so |that )?(?:wrong|incorrect|mistaken|naive|mistakes?|pitfalls?|misconception)\b|"
    r"\bno mistake\b",
    r"\b(?:error|rounding|standard|sampling|relative|absolute|runtime|type|value|index|syntax|cuda|"
    r"http) errors?\b|\berror (?:rate|bars?|message|handling)|"
    r"\berrors? (?:in|if|when|is|are) (?:raised|thrown|logged)",
    r"\b(?:it is|it's|would be|is) (?:wrong|incorrect|a mistake|tempting) (?:to|not to) (?:ignore|"
    r"forget|omit|drop|skip|leave|neglect)\b|\b(?:mistake|error|pitfall)s? (?:is|"
    r"of) (?:to )?(?:forget|ignor|omit|dropp?|skipp?|leav|neglect)\w*",
    r"\b(?:first|until|after|per|each|every|any|no|makes?|made|on) (?:an? |the |\w+ )?(?:mistakes?|errors?)\b",
    r"\b(?:fix(?:e[sd]|ing)?|correct(?:s|ed|ing)|repair(?:s|ed)?|patch(?:es|ed)?|avoid(?:s|ed|ing)?|"
    r"prevent(?:s|ed|ing)?|free of|without) (?:\w+ ){0,4}(?:mistakes?|bugs?|errors?|pitfalls?|"
    r"wrong \w+|incorrect \w+|trap|misconceptions?)\b",
    r"\bupper bound (?:is|of|:|=|on (?:\w+ ){1,4}(?:is|of)) ?(?:γ|"
    r"k\b|\d|\\gamma|gamma|1/)|\binvalid (?:token|argument|input|"
    r"value|state|json|mask|request)|\bbroken (?:down|into|up)\b|"
    r"\bmay assume\b|\b(?:model|drafter|speculator|server|gpu|engine|system|we|you) would (?:only )?(?:need|require)\b",
    r"错误率|错误的? ?(?:token|草稿|猜测|预测|候选|词元)|猜错|预测错误|草稿错误|"
    r"朴素(?:的)?(?:自回归|解码|采样|基线)|没有错误|避免[^，。]{0,10}(?:错误|误区|陷阱)|"
    r"修正[^，。]{0,10}错误|没错|不会错",
    r"오류율|(?:잘못된|틀린) ?(?:토큰|초안|추측|예측|드래프트|후보)|"
    r"(?:초안|드래프트|추측|예측)[^.]{0,12}틀리|나이브 ?(?:디코딩|자기회귀|방식)|실수를 ?피|"
    r"오류를 ?(?:고|수정|피)|과대 ?적합",
    r"(?:誤った|間違った)(?:トークン|予測|推測|ドラフト|下書き|候補)|"
    r"(?:予測|推測|ドラフト)[^。、]{0,8}(?:間違|誤)|ナイーブな(?:デコード|自己回帰|生成)|"
    r"素朴な(?:デコード|自己回帰|生成)|誤りを(?:修正|避)|過大な負荷|誤り率",
    r"tokens? (?:incorrect|erróne|equivocad|errad|incorret|falso|"
    r"faux|erroné)\w*|decodificaci\w+ ingenu\w+|"
    r"decodificação ingênu\w+|décodage naïf|naive[rs]? dekodier\w*|"
    r"falsche?[rns]? (?:token|entwürfe|vorhersage)\w*|(?:borrador|"
    r"rascunho|brouillon|entwurf)\w*[^.;]{0,15}(?:equivoc|errad|"
    r"trompe|falsch)\w*",
    r"(?:corrige|evita|corrig\w+|vermeide\w*|évite\w*|korrigier\w*) (?:\w+ ){0,4}(?:error\w*|erros?|erreurs?|fehler\w*)",
)
"""The same words about something else: the draft's wrong tokens, naive decoding as baseline, a mistake that was fixed."""

ENDORSES = _any(
    russian.ENDORSES,
    r"\b(?:correct(?:ly|ed)?|right|proper(?:ly)?|true|exact(?:ly)?|"
    r"actual(?:ly)?|truth|really|fixed|fix)\b(?! only)|"
    r"\b(?:should be|must be|ought to be|becomes|instead,? use|use|"
    r"we use|now|so use)\b|[✓✅✔👍]|in (?:fact|reality)",
    r"正确|正確|应为|应该是|應為|實際|实际(?:上)?(?:是|为)|改为|改成|정확한|정답|올바른|"
    r"맞는 ?(?:식|공식|답)|실제로|고쳐|正しい|正解|正しくは|実際は|修正後",
    r"\bcorrect[oa]s?\b|\bciert[oa]\b|\bverdader\w+|\ben realidad\b|"
    r"\bdebe ser\b|\bcorret[oa]s?\b|\bcert[oa]s?\b|\bna verdade\b|"
    r"\bdeve ser\b|\bjuste\b|\bcorrecte?\b|\ben réalité\b|"
    r"\bdoit être\b|\brichtig\w*|\bkorrekt\w*|\btatsächlich\b",
)
"""Words that call what follows them right."""

_GAP = (
    r"(?:[\s`$(\"'“„«*]|\\\(|\b(?:just|simply|merely|really|always|"
    r"the|a|an|any|linear|naive|formula|form|expression|value|equal|"
    r"equals|to|by|e|n|tokens?|expected|plain|old|usual|given|"
    r"computed|as|using|"
    r"writing|multiplying|adding|saying|use|compute|with|of|from|popular|familiar|simple|number|"
    r"about|it|being|exactly|el|la|los|o|os|de|le|die|der|das|den|einfach|simplemente|simplesmente|"
    r"igual|lineal|usar|utiliser|fórmula|formule|formel|que|简单的?|线性|"
    r"线性的|公式|用|就是|等于|"
    r"是)\b|e\[n\]|e\(n\)|[=:](?=\s)|\\mathbb|\d\.\d+ =)*"
)
NEGATED_BEFORE = re.compile(
    rf"(?:{russian.NEGATED_BEFORE}|"
    r"\bnot|n't|n’t|≠|!=|\\neq?|\bnever|\binstead of|"
    r"\brather than|\bin place of|\bas opposed to|\bunlike|"
    r"\bcontrary to|\bavoid|\bstop|\bbeware of|\bno longer|"
    r"\bmore (?:accurate|precise|exact) than|\b(?:más|mais|plus) (?:precis[ao]|exact[ao]|exata?|précise?) (?:que|do que)|\bgenauer als|"
    r"比(?:简化|簡化|近似|线性|線性|粗略)(?:的)?(?:公式|估算)?|"
    r"\bcannot be|\breplac\w+|"
    r"(?:n't|n’t|\bnot|\bnever|\bcannot|\bno(?: se)?|\bnão(?: se)?|\bne|\bn['’])\s?(?:actually |really |simply |just |simplemente )?"
    r"(?:get|yield|emit|produce|generate|give|gain|expect|reach|obtien\w*|gener\w*|produc\w*|emit\w*|obt[êé]m|"
    r"ger\w+|obtient|produit|génère|donne)|(?:不会|并不|得不到|拿不到|不可能)(?:产出|产生|得到|生成|输出)?|"
    r"\bless than|\bbelow|\bsmaller than|\bat most|\bbounded by|"
    r"\bnot exceed|\bno more than|不是|并非|並非|而非|不等于|不等於|不能|不要|别|而不是|"
    r"不超过|小于|"
    r"\bno (?:es|son|vale|uses|use)|\bno|\bnão(?: é| são| use)?|"
    r"\ben vez de|\ben lugar de|\bem vez de|\bao invés de|"
    r"\bn.est pas|\bau lieu de|\bplutôt que|\bpas|\bnicht|\bkein\w*|"
    r"\b(?:do not|don't|don’t|never) (?:just |simply )?(?:multiply|add|use|write|compute|extrapolate)[^.;]{0,12}:|"
    r"\bused to (?:be|say|read|claim|compute|use|return)|"
    r"\b(?:was|were) (?:formerly|previously|once|originally|wrongly|first) (?:\w+ )?(?:given|stated|written|computed|quoted)(?: as)?|"
    r"\b(?:previously|formerly|originally|wrongly):?|"
    r"(?:intuition|folklore|common sense|rule of thumb|back of the envelope|shortcut) (?:says|suggests|gives|would say|would give)|"
    r"(?:直觉|直觀)(?:上|会)?(?:是|认为|告诉)?|직관(?:적으로|은)|直感(?:的に|で)?は|la intuición (?:dice|sugiere)|a intuição (?:diz|sugere)|"
    r"l.intuition (?:dit|suggère)|die intuition (?:sagt|legt)|"
    r"\banstatt|\bstatt|\banstelle von)"
    rf"{_GAP}$"
)
"""Ends at the formula: it is denied, replaced or called a bound. Only words of formulas may stand between."""
NEGATED_AFTER = re.compile(
    r"[\s`$)\"'”’*»,]{0,4}(?:=\s*[\d.,]+\s*)?(?:tokens? )?(?:formula |form |version |expression |estimate )?"
    rf"(?:{russian.NEGATED_AFTER}|"
    r"(?:is|are|was|were) (?:only (?:an? )?(?:upper )?bound|"
    r"not\b(?! (?:hard|difficult|surprising|new|obvious|bad|far|"
    r"only|just|limited|complicated|magic|too|so)))|(?:is|are|was|"
    r"were)n['’]t\b"
    r"(?! (?:hard|difficult|surprising|new|obvious|bad))|"
    r"(?:(?:is|was|were|are|has been|have been) )?(?:now )?(?:replaced|superseded|corrected|changed|fixed) (?:by|with|to|into)\b|"
    r"(?:is|are) (?:never|always (?:above|more|larger)|at least|no less than|above|greater than|larger than|more than)\b|"
    r"exceeds\b|does(?:n['’]t| not)\b|do(?:n['’]t| not)\b|cannot\b|can['’]t\b|"
    r"(?:\(?which |it |silently |simply |quietly )?(?:pretends|forgets|ignores|overlooks|neglects|omits|misses|drops|overcounts|"
    r"double[- ]counts|counts tokens (?:after|behind)|assumes (?:that )?(?:all|every|no|each))\b"
    r"(?! (?:\w+ ){0,3}(?:costs?|overheads?|latency|latencies|launch\w*|communication|time)\b)|"
    r"(?:instead of|rather than|and not|where|against|vs\.?|statt|au lieu de|en vez de|en lugar de|em vez de|ao invés de|而不是|而非|ではなく)"
    r"\s[`$(]{0,2}(?!1\b(?![.,]\d))\d|"
    r"(?:(?:olvida|ignora|esquece|oublie|ignore|vergisst|ignoriert)\b|忽略了?|忘了|忘记了?|没有考虑|무시|잊|を無視|を忘れ)"
    r"(?! (?:\w+ ){0,3}(?:cost[eo]s?|custos?|coûts?|kosten)\b)(?!(?:草稿|了)?(?:成本|开销|代价))|"
    r"never\b|would (?:need|require|hold|be)\b|fails\b|"
    r"(?:holds|works|is right|is exact|is true) only\b|"
    r"(?:的|의|の)?\s?(?:限制|局限|한계|限界)|不是|不对|不成立|并不|並不|这不|는 아니|은 아니|이 아니|가 아니|이 ?아닌|가 ?아닌|로는|ではない|"
    r"(?:개|個)?(?:의)? ?(?:토큰|トークン)?(?:이|을|를|은|は|を|が)? ?(?:얻지 ?못|나오지 ?않|생성되지 ?않|得られない|得られません|出ない)|"
    r"ではなく|ではありません|じゃない|no (?:es|vale|da|son)\b|não (?:é|vale|dá)|"
    r"n.est pas|ne vaut|ist nicht|gilt nicht|ist kein)"
)
"""Begins where the formula ends: it is said not to be what it is taken for."""

ABOUT_FORMULAS = _any(
    r"\b(?:formula|answer|estimate|form|expression|version|calculation|approximation|equation|linear|"
    r"multipl\w+|arithmetic|claim|rule of thumb|"
    r"shortcut|reasoning|argument)s?\b|:\s*$",
    r"公式|答案|估计|线性|写法|算法|计算|공식|식\b|답\b|추정|선형|계산|式|答え|計算|線形|fórmula|"
    r"respuesta|resposta|cálculo|lineal|linear|formule|réponse|"
    r"calcul|"
    r"linéaire|formel|antwort|rechnung|schätzung",
)
"""Words by which a sentence that names a mistake is about a formula, not about drafts or people."""

EXERCISE = _any(
    r"contains? (?:an?|one|the) (?:\w+ )?(?:mistake|error|bug)\b|(?:one|a) deliberate (?:mistake|error|bug)|deliberately wrong|"
    r"有一处错误|包含一个错误|오류가 (?:하나 )?있|contiene un error|contém um erro|contient une erreur|enthält einen fehler|間違いが含まれ",
    r"find (?:the|all) (?:\w+ )?(?:error|mistake|bug)s?|"
    r"spot (?:the|all) (?:\w+ )?(?:error|mistake|bug)s?|what(?:'s| is) wrong(?: with)?|"
    r"where(?:'s| is) the (?:error|mistake|bug)|which (?:step|line) is wrong|true or false|"
    r"explain why [^.?]{0,60}(?:wrong|fails|overestimates|not)|\bwhy (?:is|are|was|does|do) [^?\n]{0,80}(?:wrong|incorrect|not right|fail)",
    r"找出?(?:错误|錯誤)|哪里(?:错|有误)|指出[^。]{0,12}错误|判断(?:正误|对错)|"
    r"틀린 ?(?:곳|부분|점)|무엇이 ?(?:틀|잘못)|어디가 ?(?:틀|잘못)|오류를 ?찾|"
    r"間違い(?:を|は)(?:探|見つけ|どこ)|どこが(?:間違|誤)|誤りを(?:探|見つけ|指摘)",
    r"encuentr\w+ el error|qué (?:está|hay de) mal|"
    r"dónde está el error|encontr\w+ o erro|o que está errado|"
    r"onde está o erro|trouve[zr]? l.erreur|"
    r"qu.est-ce qui (?:cloche|ne va pas)|où est l.erreur|"
    r"find\w* (?:sie )?den fehler|was ist (?:hier )?falsch|"
    r"verdadero o falso|verdadeiro ou falso|vrai ou faux|"
    r"richtig oder falsch",
)
"""Tasks in which the mistake is there to be found."""

NAMED = frozenset(
    [
        "wrong",
        "naive",
        "naively",
        "incorrect",
        "buggy",
        "bug",
        "broken",
        "bad",
        "misconception",
        "misconceptions",
        "fallacy",
        "mistake",
        "mistakes",
        "mistaken",
        "tempting",
        "overestimate",
        "overestimates",
        "overstates",
        "rival",
        "rivals",
        "mutant",
        "mutants",
        "mutation",
        "pitfall",
        "pitfalls",
        "myth",
        "myths",
        "invalid",
        "faulty",
        "flawed",
        "erroneous",
        "rejects",
        "reject",
        "rejected",
        "xfail",
        "refute",
        "refuted",
        "refutes",
        "counterexample",
        "counterexamples",
        "antipattern",
        "trap",
        "errado",
        "erradas",
        "errados",
        "incorrecto",
        "incorrecta",
        "incorretas",
        "incorreta",
        "ingenuo",
        "ingenua",
        "erreur",
        "faux",
        "falsch",
        "fehler",
        "错误",
        "误区",
        "틀린",
        "잘못된",
        "誤り",
        "distractor",
        "distractors",
    ]
)
"""Words of names (functions, tests, variables, lists) of what is kept as a mistake; with what may follow them and turn them."""
NAMED_OTHERWISE = {
    "naive": frozenset(
        [
            "decode",
            "decoding",
            "decoder",
            "sampler",
            "sampling",
            "baseline",
            "generate",
            "generation",
            "greedy",
            "autoregressive",
            "ar",
            "inference",
            "loop",
        ]
    ),
    "": frozenset(
        [
            "token",
            "tokens",
            "guess",
            "guesses",
            "draft",
            "drafts",
            "rate",
            "rates",
            "count",
            "counts",
            "accepted",
            "request",
            "requests",
            "prediction",
            "predictions",
        ]
    ),
}
"""`naive_decode_time`, `rejected_tokens`, `wrong_guesses`: no mistake of anyone's."""


MISTAKES = _any(
    r"mistakes|misconceptions|pitfalls|fallacies|myths|"
    r"wrong (?:formulas|answers|versions)|错误|误区|오해|실수|errores|erros|"
    r"erreurs|fehler|誤り"
)
"""Captions of tables of mistakes."""
COLLECTION = _any(
    r"^[^\w]*(?!.*\b(?:and|und|y|et|how|guide|tutorial|with|handling)\b)[^:]{0,60}\b(?:mistakes|misconceptions|pitfalls|fallacies|myths)\b|"
    r"误区|誤區|常见(?:的)?错误|常見(?:的)?錯誤|(?:흔한|자주 하는) (?:실수|오해)|errores (?:comunes|frecuentes|típicos)|"
    r"erros (?:comuns|frequentes)|erreurs (?:courantes|fréquentes)|idées reçues|(?:häufige|typische|verbreitete) (?:fehler|irrtümer)|"
    r"よくある(?:誤り|間違い|誤解)"
)
"""Titles of texts that collect mistakes and nothing else."""
_WEAK = re.compile(
    rf"{bounded(_DISAGREES)}|{russian.DISAGREES}|"
    r"wrong|incorrect|invalid|mistake|error|trap|broken|flaw|bug|"
    r"(?:n.t|not|never) |错|錯|不对|有误|틀|잘못|오류|실수|間違|誤|ミス|罠|正しくな|"
    r"err[aoó]|erreur|equivocad|"
    r"incor|fals|faux|fausse|fehler|inkorrekt|trampa|armadilha|piège"
)
"""What a draft, a token or a person can be as well as a formula."""
_OF_ANYTHING = re.compile(
    r"misconception|myth|fallac|tempt|think|expect|guess|believe|"
    r"assume|suppose|first (?:glance|sight)|would|误解|误以为|誤解|오해|착각|"
    r"mito|falaci|falácia|idée|irrtum"
)
"""What any statement can be: in another sentence it must be said to be about a formula."""
_LABEL = 4  # words of a sentence that is a label: "Common mistake."


def calls_wrong(text: str, *, same_sentence: bool = False) -> str:
    """The word of a text beside a formula that calls it a mistake: in a text about formulas, as a label, or unmistakably."""
    found = refuted(text)
    if not found:
        return ""
    low = text.lower()
    plain = not _WEAK.match(found) and (same_sentence or not _OF_ANYTHING.search(found))
    label = (len(low.split()) <= _LABEL and len(low) < 60) or low.lstrip().startswith(found) or f"{found}:" in low
    return found if plain or label or ABOUT_FORMULAS.search(low) else ""


@lru_cache(maxsize=2048)  # the sentences around one formula are those around the next
def refuted(text: str) -> str:
    """The word of a text that calls a formula a mistake; "" where none does, or only something else is called so."""
    low = text.lower()
    match = REFUTES.search(low)
    if match is None:
        return ""
    others = [other.span() for other in OTHERWISE.finditer(low)]
    for match in REFUTES.finditer(low):
        if not any(first < match.end() and match.start() < last for first, last in others):
            return match[0]
    return ""
