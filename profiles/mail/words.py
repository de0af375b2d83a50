"""Words mail programs and their users put around what is said, in the languages they come in. Data, and patterns made of it.

Everything is lower case and meant for lower-cased text: a pattern that ignores case is several times slower. An alternative may
be a small regular expression; none of them nests a repetition, so all are linear on the short lines they are tried on.
"""

import re


def listed(words: str) -> frozenset[str]:
    """A set of words written as one string."""
    return frozenset(words.split())


def _any(*groups: str) -> str:
    """One alternation of all alternatives, each group a string of them separated by ``|``, spaces standing for any space."""
    return "(?:" + "|".join(groups).replace(" ?", r"\s?").replace(" ", r"\s+") + ")"


# --- header blocks: "From: … Sent: … To: … Subject: …" above a quoted mail -------------------------------------------

_HEADER_NAMES = {
    "from": "from|von|de|da|van|fra|från|lähettäjä|mittente|remitente|expéditeur|od|nadawca|odesílatel|odosielateľ|feladó|от|від|"
    "отправитель|kimden|gönderen|din|de la|από|avsändare|afzender|absender|desde|差出人|发件人|寄件者|보낸사람|보낸 사람",
    "sent": "sent|sent on|gesendet|gesendet am|envoyé|envoyé le|envoye|enviado|enviado el|enviada|enviada em|enviado em|inviato|"
    "verzonden|sendt|skickat|lähetetty|wysłano|wyslano|odesláno|odoslané|elküldve|отправлено|надіслано|gönderildi|"
    "gönderilme tarihi|trimis|στάλθηκε|送信日時|发送时间|보낸 날짜",
    "date": "date|datum|data|fecha|dato|päiväys|päivämäärä|dátum|дата|tarih|ημερομηνία|日付|日期|날짜|message du|sendedatum",
    "to": "to|an|à|a|para|aan|til|till|vastaanottaja|do|dla|komu|pro|címzett|кому|kime|alıcı|către|la|προς|destinataire|"
    "destinatario|empfänger|pour|per|mottaker|宛先|收件人|받는사람|받는 사람",
    "cc": "cc|c.c.|bcc|kopie|copie|copie à|copia|cópia|kopia|kopio|dw|kopi|másolatot kapja|копия|копія|bilgi|κοιν.|bkk|cci|cco|"
    "抄送|참조",
    "subject": "subject|betreff|betrifft|thema|objet|sujet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|temat|předmět|predmet|"
    "tárgy|тема|konu|subiect|θέμα|件名|主题|主旨|제목",
    "reply": "reply-to|reply to|antwort an|répondre à|responder a|rispondi a|svara till|odpowiedz do|antwoord aan|importance|"
    "wichtigkeit|priority|priorität|attachments|anlagen|anhang|pièces jointes|organization|resent-from",
}

HEADER_ROLE = {name: role for role, names in reversed(_HEADER_NAMES.items()) for name in names.split("|")}
"""Header name -> ``from``, ``sent``, ``date``, ``to``, ``cc``, ``subject`` or ``reply``; where languages clash the first role."""

# --- lines that say "somebody else's mail follows" -------------------------------------------------------------------

ORIGINAL = re.compile(
    _any(
        "original message|original e?-?mail|message from|reply message|reply separator|replied message",
        "previous message|in reply to",
        "ursprüngliche (?:nachricht|mitteilung|e-?mail)|originalnachricht|original-?nachricht",
        "message d['’]origine|message original|message initial|courriel original",
        "mensaje original|mensagem original|messaggio originale",
        "oorspronkelijk bericht|origineel bericht",
        "oprindelig (?:meddelelse|besked|mail)|opprinnelig melding|original ?meddelande|ursprungligt meddelande",
        "originalmeddelande",
        "alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|původní (?:zpráva|e-?mail)|pôvodná správa",
        "eredeti üzenet",
        "исходное сообщение|оригінальне повідомлення|mesaj original|orijinal (?:ileti|mesaj)|αρχικό μήνυμα",
        "原始邮件|原始郵件|邮件原件|元のメッセージ|원본 메시지",
    )
    + r"(?!\w)"
)
FORWARDED = re.compile(
    _any(
        "(?:begin )?forwarded (?:message|by|mail|e-?mail)|forwarded",
        "(?:anfang der )?weitergeleiteten? (?:nachricht|e-?mail)",
        "(?:début du )?message (?:transféré|transmis|réexpédié)",
        "(?:inicio del )?mensaje reenviado|(?:início da )?mensagem (?:encaminhada|reencaminhada)",
        "(?:inizio (?:del )?)?messaggio inoltrato|(?:begin )?doorgestuurd bericht",
        "(?:start på )?(?:videresendt|viderebragt) (?:meddelelse|besked|melding|mail)",
        "(?:början på )?vidarebefordrat (?:meddelande|mejl|brev|e-?postmeddelande)",
        "(?:välitetty|edelleenlähetetty) viesti",
        "przekazana wiadomość|wiadomość przekazana|(?:początek )?przekazywanej wiadomości",
        "přeposlaná zpráva|začátek přeposlané zprávy|preposlaná správa|továbbított üzenet",
        "(?:пересылаемое|пересланное) сообщение|начало (?:переадресованного|пересланного) (?:сообщения|письма)",
        "переслане повідомлення",
        "mesaj redirecționat|iletilen mesaj|προωθημένο μήνυμα|转发的邮件|轉寄的?郵件|転送メッセージ|전달된 메시지",
    )
    + r"(?!\w)"
)

REPLY_ABOVE = re.compile(
    _any(
        "above this line|oberhalb dieser zeile|über dieser zeile|au-dessus de cette ligne|encima de esta línea",
        "acima desta linha",
        "sopra questa riga|boven deze regel|ovanför den här raden|ovenfor denne linje|powyżej tej linii",
    )
)
"""What helpdesks write where the quoted ticket begins. Only tried on lines of dashes, hashes and the like."""

# --- attributions: "On … Ana wrote:" ---------------------------------------------------------------------------------

WROTE = listed(
    "wrote writes written said says sent schrieb schreibt geschrieben sagte écrit ecrit escribió escribio escribe "
    "dijo scritto scrisse scrive escreveu escreve disse schreef geschreven skrev skriver kirjoitti kirjutas "
    "napisał napisała napisal napisala napisana pisze napsal napsala napísal napísala írta scris napisao rašė "
    "rakstīja написал написала написав пишет пише писал писала yazdı yazdi έγραψε escrigué escriure viết skrifaði "
    "写道 寫道 写了 작성"
)
"""The verb of an attribution."""

LEAD = re.compile(
    _any(
        "on|at|in|am|le|el|il|em|op|den|på|no dia|kl|w dniu|dnia|dne|dňa|vào(?: lúc)?|pe|la|tor|στις|il giorno|às|a las",
        r"quoting|citando|zitat von|zitiere|\w{2,12}\.?,",
    )
    + r"\s|\W{0,2}\d"
)
"""What an attribution that names its date begins with: a preposition, a weekday, or the date itself."""

# --- greetings and sign-offs -----------------------------------------------------------------------------------------

GREETING = re.compile(
    _any(
        "hi|hello|hey|heya|hiya|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|greetings|howdy",
        "to whom it may concern",
        "hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|grüezi|grüß (?:gott|dich|euch)",
        "bonjour|bonsoir|salut|chers?|chères?|coucou|madame|monsieur",
        "hola|buen(?:os)? días?|buenas(?: tardes| noches)?|estimad[oa]s?|querid[oa]s?",
        "ciao|salve|buon ?giorno|buona ?sera|gentile|gentilissim[oaie]|egregi[oa]|car[oaie]|spettabile",
        "olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?",
        "beste|geachte|goede(?:morgen|middag|navond)|goedendag|hoi|dag",
        "hej|hejsan|hei|heisann|kære|kjære|bästa|god (?:dag|morgen|morgon|aften)|goddag|moi|terve|hyvä",
        "hyvää (?:päivää|huomenta)",
        "cześć|witam|dzień dobry|szanown[yaie]|drog[ai]|drodzy",
        "dobrý den|ahoj|vážen[ýáí]|milý|zdravím",
        r"здравствуйте|привет|добрый день|добрий день|вітаю|уважаем\w+",
    )
    + r"(?!\w)"
)

CLOSING = re.compile(
    _any(
        "(?:(?:many|with|very|all|kind|kindest|warm|warmest|best|sincere|my|the|thanks?|and|&) ){0,4}"
        "(?:thanks?|thank you|thx|regards?|rgds|wishes|best|cheers|greetings)"
        "(?: (?:and|&|in|again|so|very|much|you|a lot|advance|for|your|the|help|time|support|best|kind|regards?|from|all))*",
        "bests|warmly|sincerely(?: yours)?|yours(?: (?:sincerely|truly|faithfully|ever))?|respectfully(?: yours)?",
        "cordially|kindly|ta|br|kr",
        "tia|take care|talk (?:soon|to you soon|then)|speak soon|see you(?: (?:soon|then|there))?|xoxo|hugs|love",
        "peace|later|hth",
        r"have a (?:great|good|nice|lovely) \w+|hope (?:this|that|it) helps|with (?:best|kind|warm) \w+",
        r"looking forward to it",
        "(?:mit )?(?:den )?(?:besten?|freundlichen?|lieben?|herzlichen?|schönen?|vielen?|sonnigen?) "
        "(?:grüße?n?|gruß|gruss|grüssen?|dank)"
        r"(?: \w+){0,2}|grüße?|gruß|gruss|mfg|lg|vg|bg|danke(?: \w+){0,3}|hochachtungsvoll",
        r"(?:bien )?cordialement|(?:à|a) (?:vous|toi|bientôt|plus)|amicalement|(?:sincères )?salutations(?: \w+)?",
        r"merci(?: \w+){0,3}|cdlt",
        "bises?|bien à (?:vous|toi)|bonne (?:journée|soirée)",
        r"(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|gracias(?: \w+){0,2}|un abrazo(?: \w+)?",
        r"(?:cordiali|distinti|cari|un caro) saluti?|saluti|un saluto|grazie(?: \w+){0,3}|a presto",
        r"buona (?:giornata|serata)",
        r"(?:com os )?(?:melhores |meus )?cumprimentos|atenciosamente|abraços?|obrigad[oa](?: \w+){0,2}|att",
        "(?:met )?(?:vriendelijke|hartelijke|beste) groet(?:en)?|groet(?:en|jes)?|mvg|bedankt(?: alvast)?",
        "alvast bedankt|hoogachtend",
        "(?:med )?(?:venlig|vennlig|vänliga?|bästa|beste|bedste|mange|mvh) (?:hilsen|hilsner|hälsningar|hälsning|hilsninger)",
        r"hilsen|hilsner|hälsningar|mvh|vh|kh|dbh|tak|takk|tack(?: \w+){0,2}",
        "ystävällisin terveisin|(?:parhain )?terveisin|terveiset|terv|kiitos|kiitoksia|yt",
        r"z (?:poważaniem|powazaniem|wyrazami szacunku)|(?:serdecznie )?pozdrawiam(?: serdecznie)?|pozdrowienia",
        r"dziękuję(?: \w+)?",
        "s (?:pozdravem|přátelským pozdravem|přáním hezkého dne)|zdraví|děkuji|díky|hezký den",
        r"с уважением|с наилучшими \w+|спасибо|з повагою|дякую|с приветом",
    )
    + r"(?!\w)"
)

# --- machine lines under a mail --------------------------------------------------------------------------------------

SENT_WITH = re.compile(
    r"[\W_]*"
    + _any(
        "(?:message |e-?mail )?(?:sent|mailed|posted|composed) (?:wirelessly )?(?:from|by|via|with|using)",
        "typed on|written on|someone from|from",
        "(?:diese (?:nachricht|e-?mail) wurde )?(?:gesendet |verschickt |geschickt )?(?:von|mit|aus|via|über)",
        "(?:envoyée?|expédiée?)(?: sans fil)? (?:de|depuis|avec|par|à partir de|via)",
        "(?:enviad[oa]|mandado) (?:desde|do|da|de|pelo|através d[eo]|a partir d[eo]|con|vía|via|por)",
        "(?:inviat[oa]|spedit[oa]) (?:da|dal|dall'|con|tramite|via)",
        "(?:verzonden|verstuurd|gestuurd) (?:vanaf|vanuit|met|via|van|door)",
        "sen[dt]t (?:fra|via|med|från)|skickat (?:från|via|med)|lähetetty",
        "wysłan[eoy] (?:z|ze|przez|za|od)|odesl[aá]no (?:z|ze|pomocí|přes)|odoslané z|(?:el)?küldve",
        "(?:отправлено|надіслано|послано) (?:с|со|из|з|від)|trimis (?:de pe|din)",
    )
    + r"(?!\w)"
)
"""How the lines begin that phones and mail programs add. What they name decides: see :data:`DEVICE_NAME`."""

DEVICE_NAME = re.compile(
    r"(?<!\w)(?:i-?(?:phone|pad|pod|os)\w{0,6}|ipho\w{1,6}|android\w*|(?:smart|mobil|cell)?-?(?:phone|telefon|téléphone|teléfono)\w*|"
    r"mobil\w*|móvil\w*|cellulare|gsm|galaxy|samsung|huawei|xiaomi|pixel|nokia|htc|xperia|oneplus|blackberry\w*|handheld|tablet|wireless|"
    r"device|gerät|outlook|mail|mailbox|airmail|gmail|yahoo!?|proton|bluemail|typeapp|thunderbird|spark|windows|cell|pc)(?!\w)"
)
"""Devices and mail programs."""

DEVICE = re.compile(
    r"[\W_]*"
    + _any(
        r"get \[?outlook for|(?:hol|lad)en sie sich outlook|outlook für \w+ (?:herunterladen|beziehen)",
        r"télécharge[rz] outlook",
        r"obt[eé]n(?:er|ga|ha)? (?:o )?outlook|(?:scarica|ottieni) outlook|outlook voor \w+ (?:downloaden|ophalen)",
        r"hanki outlook",
        "hämta outlook|pobierz (?:program |aplikację )?outlook|získat outlook|(?:hent|få) outlook|download outlook",
        r"(?:iphone|ipad|telefon)\W?[ıu]mdan gönderil|(?:iphone|ipad)から送信|나의.{1,12}보냄",
        "[從从]我的.{1,20}(?:傳送|发送|寄出)|发自我的",
    )
)
"""Lines of phones and mail programs that need no device's name to be known."""

OF_MINE = re.compile(r"\s*(?:my|a|mein\w*|mon|ma|mi|meu|minha|mio|mia|mijn|min|mitt|mit|moj\w*|m[ée]ho|моего|своего)\s")
"""Whose device it is, in front of a name nobody has listed ("my TI-85")."""

EXCUSE = re.compile(
    r"excuse|pardon|forgive|sorry|apolog|typo|brevity|brief|entschuldig|tippfehler|excuse[rz]|disculp|scus", re.IGNORECASE
)
"""What people add to their phone's line."""

BANNER = re.compile(
    r"[\W_]*"
    + _any(
        r"external (?:e-?mail|sender|message)",
        r"extern(?:e|al)? ?(?:e-?mail|nachricht|absender)?\W*(?:caution|warning|achtung|vorsicht)",
        r"(?:caution|warning|achtung|vorsicht|attention|atención|attenzione)\W{1,3}(?:this|diese|ce|este|questa|the|extern(?:al)?)",
        "this (?:e-?mail|message) (?:originated|came|was sent) from (?:an )?(?:outside|external)",
        "you don['’]t often get e-?mail from",
        r"some people who received this message don['’]t often get|\[extern(?:al)?\]",
    )
)
"""How the banner begins that a company's mail server puts above mail from outside."""

LIST_FOOTER = re.compile(
    _any(
        "mailing list|listinfo|to unsubscribe",
        "unsubscribe (?:here|link|at any time|from this (?:list|group|e-?mail))|se désabonner|abbestellen",
        "darse de baja|per disiscriverti|-request@|unsubscribe@|googlegroups.com|groups.io|list archives?|posting guide",
        "you (?:received|are receiving) this (?:message|e-?mail)?",
        "view (?:it on github|this (?:e-?mail|message) in|this discussion)",
        "manage your (?:subscription|preferences)|reply to this e-?mail directly|to post to this (?:list|group)",
    )
)

ADVERTISEMENT = re.compile(
    _any(
        "virus[- ]free|virenfrei|sans virus|libre de virus",
        "(?:scanned|checked) (?:by|for) (?:avast|avg|viruses|mailscanner)|auf viren geprüft",
        "consider the environment|think before (?:you print|printing)|an die umwelt",
        "before printing this (?:e-?mail|message)",
        "à l['’]environnement avant|antes de imprimir|prima di stampare|denk aan het milieu|tænk på miljøet",
        "tänk på miljön",
        "do you yahoo|get your free|yahoo! mail (?:is|for)|windows live|msn messenger",
        "this message (?:has been|was) scanned",
    )
)
"""What carriers of mail, and habits of the office, write under it."""

THIS_MAIL = re.compile(
    _any(
        "th(?:is|ese) (?:e-?mails?|messages?|communications?|transmission)|the (?:e-?mail|message) and",
        "the information contained|any attachments",
        "(?:diese|dieser|der) (?:e-?mail|nachricht)|ce (?:message|courriel|mail|courrier)|cet? e-?mail",
        "este (?:mensaje|correo|e-?mail)",
        "esta (?:mensagem|comunicación)|quest[oa] (?:messaggio|e-?mail|comunicazione)|contenute in quest",
        "dit (?:e-?mail)?bericht|deze e-?mail",
        "denne (?:e-?mail|meddelelse|e-post)|detta (?:meddelande|e-postmeddelande)|tämä (?:viesti|sähköposti)",
        "ta wiadomość|niniejsza wiadomość",
        "tato zpráva|tento e-?mail|данное сообщение|это сообщение",
    )
)
"""A disclaimer speaks of the mail it stands in."""

LEGAL = re.compile(
    _any(
        "confidenti|confidencial|riservat|vertraulich|vertrouwelijk|fortrolig|konfidentiell|luottamuksell|poufn",
        "důvěrn|конфиденциальн",
        "intended (?:only|solely|recipient|for|addressee)|addressee|privileged|prohibited|disclosure|disseminat",
        "distribut|copying",
        "if you (?:are not|have received|received)|in error|unauthori[sz]ed|delete (?:it|this|the)",
        "notify (?:the sender|us)|destroy all copies",
        "legally binding|destinataire|destinatari[oa]|nicht der (?:richtige|beabsichtigte)|irrtümlich|par erreur",
        "por error|per errore",
        "ten onrechte|ved en fejl|omyłkowo|geadresseerde|empfänger|modtager|mottagare|vastaanottaja|adresat",
    )
)
"""Signs of a disclaimer. One alone proves nothing."""

SMALL_PRINT = re.compile(
    _any(
        "amtsgericht|registergericht|handelsregister|geschäftsführe|aufsichtsrat|sitz der gesellschaft|ust-?id|hrb \\d",
        "registered (?:office|in england|number)|company (?:number|registration|no)|vat (?:no|reg|number)|siret",
        "siren|capital social",
        "p\\. ?iva|partita iva|kvk|btw",
    ).replace("\\\\", "\\")
)
"""Signs of the lines a company must put under its letters."""

NOTICE = re.compile(
    r"\W*"
    + _any(
        "confidentiality (?:notice|note)|disclaimer|legal notice|privacy notice|haftungsausschluss|important notice",
        "aviso legal|avis de confidentialité|avvertenza",
    )
)
"""A heading that says a disclaimer follows."""

FIRST_PERSON = re.compile(r"(?<!\w)(?:i|me|my|mine|us|ich|mich|mir|je|moi|yo|io|ik|jag|jeg)(?!\w)")
"""Somebody is speaking: no machine wrote this."""

# --- ways to be reached, as signatures list them ---------------------------------------------------------------------

CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]+\.|https?://|www\.|"
    r"(?<!\w)[\w-]{2,40}\.(?:com|org|net|io|edu|gov|example|eu|uk|de|fr|it|es|nl|ch|at|be|dk|se|no|fi|pl|cz|ru)(?![\w.])|"
    r"(?:\+|\(0|(?<!\d)0|\(\d)[\d\s().\-/]{6,30}\d|(?<!\d)\d{3}[-. ]\d{3,4}[-. ]\d{3,4}(?!\d)|"
    r"^\W*(?:t|tel|telefon|téléphone|teléfono|telefono|phone|ph|mob|mobile|mobil|cell|fax|f|m|o|office|direct|skype|web|e|e?-?mail|"
    r"twitter|linkedin|whatsapp|icq|gpg|pgp)\W{0,3}[:.]"
)

TITLE = re.compile(
    r"(?<!\w)"
    + _any(
        "ceo|cto|cfo|coo|vp|svp|president|director|manager|executive|engineer|developer|consultant|analyst|head of",
        "founder|owner|partner",
        r"assistant|officer|editor|professor|prof|ph\.? ?d|dr|department|dept|universit\w{1,4}|institute?|faculty",
        r"school of|laboratory|laboratories",
        r"gmbh|ag|ltd|llc|inc|corp|corporation|limited|company|bv|spa|aps|a/s|oy|s\.r\.l|sarl",
        r"leiter\w*|geschäftsführer\w*|vertrieb\w*|directeur|responsable|chef|directora?|gerente|direttore|responsabile",
        "sales|marketing|customer success|support|account|lead|team lead",
    )
    + r"(?!\w)"
)
"""Words of job titles and company names."""
