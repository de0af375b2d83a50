"""Words mail programs put into mails, in the languages they are translated to. Data, and the tables made of it."""

import re

# --- header blocks: "From: … Sent: … To: … Subject: …" above a quoted mail -----------------------------------------

_HEADER_NAMES = {
    "from": "from|von|de|da|van|fra|från|lähettäjä|mittente|remitente|expéditeur|od|nadawca|odesílatel|odosielateľ|feladó|от|від|отправитель|"
    "kimden|gönderen|din|de la|από|avsändare|afzender|absender|desde|差出人|发件人|寄件者|보낸사람|보낸 사람",
    "sent": "sent|gesendet|envoyé|envoyé le|envoye|enviado|enviado el|enviada|enviada em|enviado em|inviato|verzonden|sendt|skickat|lähetetty|"
    "wysłano|wyslano|odesláno|odoslané|elküldve|отправлено|надіслано|gönderildi|gönderilme tarihi|trimis|στάλθηκε|送信日時|发送时间|보낸 날짜|sent on",
    "date": "date|datum|data|fecha|dato|päiväys|päivämäärä|dátum|дата|tarih|ημερομηνία|日付|日期|날짜|message du|sendedatum",
    "to": "to|an|à|a|para|aan|til|till|vastaanottaja|do|dla|komu|pro|címzett|кому|kime|alıcı|către|la|προς|destinataire|destinatario|empfänger|"
    "pour|per|mottaker|宛先|收件人|받는사람|받는 사람",
    "cc": "cc|c.c.|bcc|kopie|copie|copie à|copia|cópia|kopia|kopio|dw|kopi|másolatot kapja|копия|копія|bilgi|κοιν.|bkk|cci|cco|抄送|참조",
    "subject": "subject|betreff|betrifft|objet|sujet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|temat|předmět|predmet|tárgy|тема|konu|"
    "subiect|θέμα|件名|主题|主旨|제목",
    "reply": "reply-to|reply to|antwort an|répondre à|responder a|rispondi a|svara till|odpowiedz do|antwoord aan|importance|wichtigkeit|priority|"
    "priorität|attachments|anlagen|anhang|pièces jointes|organization|resent-from",
}

HEADER_ROLE = {name: role for role, names in reversed(_HEADER_NAMES.items()) for name in names.split("|")}
"""Lower-cased header name in any language -> ``from``, ``sent``, ``date``, ``to``, ``cc``, ``subject`` or ``reply``."""

# --- lines that say "somebody else's mail follows" ------------------------------------------------------------------

_ORIGINAL = (
    r"original message|original e?-?mail|message from|ursprüngliche (?:nachricht|mitteilung|e-?mail)|originalnachricht|original-?nachricht|"
    r"message d['’]origine|message original|message initial|courriel original|mensaje original|mensagem original|messaggio originale|"
    r"messaggio inoltrato|oorspronkelijk bericht|origineel bericht|oprindelig (?:meddelelse|besked|mail)|opprinnelig melding|"
    r"original ?meddelande|ursprungligt meddelande|originalmeddelande|alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|"
    r"původní (?:zpráva|e-?mail)|pôvodná správa|eredeti üzenet|исходное сообщение|пересылаемое сообщение|"
    r"оригінальне повідомлення|mesaj original|orijinal (?:ileti|mesaj)|αρχικό μήνυμα|原始邮件|原始郵件|邮件原件|元のメッセージ|원본 메시지|"
    r"reply message|reply separator|replied message|previous message|in reply to"
)
_FORWARDED = (
    r"forwarded(?: message| by| mail| message follows)?|begin forwarded message|weitergeleitete (?:nachricht|mail|e-?mail)|"
    r"anfang der weitergeleiteten (?:nachricht|e-?mail)|message (?:transféré|transmis|réexpédié)|"
    r"début du message (?:réexpédié|transféré)|mensaje reenviado|inicio del mensaje reenviado|mensagem (?:encaminhada|reencaminhada)|"
    r"início da mensagem (?:encaminhada|reencaminhada)|messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|"
    r"begin doorgestuurd bericht|videresendt (?:meddelelse|besked|melding)|start på videresendt (?:besked|melding)|"
    r"start på videresendt melding|videresendt melding|vidarebefordrat (?:meddelande|mejl)|vidarebefordrat brev|"
    r"välitetty viesti|edelleenlähetetty viesti|przekazana wiadomość|wiadomość przekazana|początek przekazywanej wiadomości|"
    r"přeposlaná zpráva|preposlaná správa|továbbított üzenet|пересылаемое сообщение|пересланное сообщение|начало переадресованного "
    r"(?:сообщения|письма)|переслане повідомлення|mesaj redirecționat|iletilen mesaj|προωθημένο μήνυμα|转发的邮件|轉寄的郵件|轉寄郵件|転送メッセージ|전달된 메시지"
)
ORIGINAL = re.compile(rf"(?:{_ORIGINAL})\b", re.IGNORECASE)
FORWARDED = re.compile(rf"(?:{_FORWARDED})\b", re.IGNORECASE)

# --- attributions: "On … Ana wrote:" --------------------------------------------------------------------------------

WROTE = re.compile(
    r"(?<!\w)(?:wrote|writes|written|said|says|sent|schrieb|schreibt|geschrieben|sagte|a\s+[ée]crit|[ée]crit|a\s+dit|escribi[óo]|escribe|dijo|"
    r"ha\s+scritto|scrisse|scrive|escreveu|escreve|disse|schreef|geschreven|skrev|skriver|kirjoitti|napisa[łl]a?|napisa[łl]\(a\)|pisze|napsala?|"
    r"nap[íi]sala?|írta|a\s+scris|написала?|пишет|пише|писала?|написав|yazd[ıi]|έγραψε|escrigué|va\s+escriure|je\s+napisao|je\s+napisala|"
    r"rašė|rakstīja|kirjutas|viết|skrifaði|写道|寫道|作成|작성)(?!\w)",
    re.IGNORECASE,
)
"""The verb of an attribution, in some thirty languages."""

LEAD = re.compile(
    r"(?:on|at|in|am|le|el|il|em|op|den|på|no dia|kl|w\s+dniu|dnia|dne|dňa|d\.|vào(?:\s+lúc)?|a|pe|la|tor|tiistai|στις|il\s+giorno|quoting|citando|citat|zitat\s+von|"
    r"zitiere|citeren|(?:\w{2,12}\.?,?\s+)?\d|\w{2,12}\.?,\s)(?!\w)",
    re.IGNORECASE,
)
"""What an attribution that names its date begins with: a preposition, a weekday or the date itself."""

# --- machine lines under a mail -------------------------------------------------------------------------------------

DEVICE = re.compile(
    r"[\W_]*(?:"
    r"(?:sent|mail(?:ed)?|posted|written|typed|composed|message sent)\s+(?:wirelessly\s+)?(?:from|by|via|with|using|on)\b(?! (?:the|our|a) (?!phone|tablet|mobile|magnificent))"
    r"|from\s+my\s+(?:i(?:phone|pad|pod)|mobile|android|phone|samsung|blackberry|cell)"
    r"|get\s+\[?outlook\s+for"
    r"|(?:someone|sender)\s+from\s+mobile"
    r"|(?:diese (?:nachricht|e-?mail) wurde )?von (?:meine[mr]|unterwegs|meinem?)\b.{0,60}(?:gesendet|geschickt)"
    r"|diese (?:nachricht|e-?mail) wurde .{0,60}(?:gesendet|geschickt)"
    r"|(?:gesendet|verschickt|geschickt)\s+(?:von|mit|aus|via|über)\b"
    r"|(?:envoyée?|expédiée?|écrit)\s+(?:\w+\s+\w+\s+)?(?:depuis|de|avec|par|à partir|via)\s+(?:mon|ma|un|une|l[ae']|mobile|outlook|gmail|yahoo|proton|iphone)"
    r"|t[ée]l[ée]chargez outlook"
    r"|envoyé (?:sans fil|via)"
    r"|(?:enviado|enviada|mandado|escrito)\s+(?:desde|do|da|de|pelo|através|a partir|con|vía|via|por)\b"
    r"|obt[eé]n(?:er|ha)? (?:o )?outlook (?:para|para o)"
    r"|(?:inviat[oa]|spedit[oa]|scritt[oa])\s+(?:da|dal|dall|con|tramite|via)\b"
    r"|(?:scarica|ottieni) outlook"
    r"|(?:verzonden|verstuurd|gestuurd)\s+(?:vanaf|vanuit|met|via|van|door)\b"
    r"|outlook voor (?:ios|android) downloaden|download outlook voor"
    r"|sen[dt]t\s+(?:fra|via|med|från)\b"
    r"|skickat\s+(?:från|via|med)\b|hämta outlook"
    r"|lähetetty\s+\w+|hanki outlook"
    r"|wys[łl]an[eoy]\s+(?:z|przez|za|od)\b|pobierz (?:program )?outlook"
    r"|odesl[aá]no\s+(?:z|ze|pomocí|přes)\b|odoslané\s+z|získat outlook"
    r"|(?:elküldve|küldve)\b"
    r"|(?:отправлено|надіслано|послано)\s+(?:с|со|из|з|від)\b"
    r"|trimis\s+(?:de pe|din)\b"
    r"|(?:iphone|ipad|android).{0,20}(?:ımdan|imdan|telefonumdan) gönderil"
    r"|(?:從|从)我的.{1,20}(?:傳送|发送|寄出)|发自我的|iphoneから送信|나의.{1,12}보냄"
    r")",
    re.IGNORECASE,
)
"""A line a phone or mail program adds by itself. Only tried on short lines at the end of the author's words."""
