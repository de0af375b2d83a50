"""Is a message in the profile's language? Judged on the prospect's newest own words, never on a signature or a default."""

import re

MIN_WORDS = 4
"""Fewer words than this say nothing about a language: "Merci, Ana" may stand under an English mail."""

_FUNCTION_WORDS = {
    "en": "the a an and or of to in on for with at by from is are was be been it this that you we they i he she our your my me us not do does did have has had can could will would should if when what how there as but so just about which who please",
    "fr": "le la les un une des du de et est en que qui nous vous je il elle pour dans sur avec pas ne ce cette ces mais ou où par au aux sont être avons avez votre notre vos nos si plus bonjour merci quel quelle",
    "es": "el la los las un una unos unas de del y es en que por para con no se su sus lo al como más pero o si está están tenemos usted ustedes nosotros nuestra nuestro hola gracias qué cuál cómo buenos días tiene",
    "de": "der die das den dem des ein eine einen einem und ist in zu mit von für auf nicht sie wir ich es sich auch an als wie bei oder aber wenn wird sind haben hat ihr ihre unsere unser bitte danke guten tag können wäre",
    "it": "il lo la i gli le un una uno di del della e è in che per con non si suo nostra nostro siamo sono avete abbiamo come più ma o se al alla dei delle buongiorno grazie quale vorrei",
    "pt": "o a os as um uma de do da dos das e é em que por para com não se seu sua no na nos nas mais mas ou como estamos temos você vocês nossa nosso olá obrigado obrigada qual bom dia gostaria",
    "nl": "de het een en is in van op te met voor niet dat die wij we ik je u ook aan als bij of maar zijn hebben heeft onze ons jullie kunnen graag dank wat hoe zou",
    "pl": "i w na z do nie się jest to że o dla od po za czy jak ale lub oraz są mamy pan pani państwo nasz nasza dzień dobry dziękuję proszę",
    "sv": "och i att det som en ett på är av för med den till inte vi ni jag om har kan var eller men från vår hej tack",
    "da": "og i at det som en et på er af for med den til ikke vi jeg om har kan var eller men fra vores hej tak",
    "tr": "ve bir bu için ile de da mi ne var biz siz olarak daha çok merhaba teşekkürler",
}
_SETS = {code: frozenset(words.split()) for code, words in _FUNCTION_WORDS.items()}
_LANGUAGES = {word: [code for code, words in _SETS.items() if word in words] for word in frozenset().union(*_SETS.values())}
"""The languages each function word belongs to."""
_NAMES = {
    "fr": "French", "es": "Spanish", "de": "German", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "pl": "Polish", "sv": "Swedish",
    "da": "Danish", "tr": "Turkish", "other": "a language other than English",
}  # fmt: skip
_APOSTROPHE = re.compile("['’]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def foreign_language(text: str, profile: str = "en") -> str:
    """Name of the language ``text`` is written in when it is clearly not the profile's, else an empty string.

    Counts function words, as stop-word language identification does (Grefenstette 1995): they are frequent, closed and
    differ between languages. A text in a script without Latin letters is "a language other than English" at once.
    """
    words = [w.lower() for w in _WORD.findall(text)]
    if len(words) < MIN_WORDS:
        return ""
    latin = sum(1 for w in words if w[0] < "\u0250")
    if latin < len(words) / 2:
        return _NAMES["other"]
    hits = dict.fromkeys(_SETS, 0)
    for code in (code for w in words for part in _APOSTROPHE.split(w) for code in _LANGUAGES.get(part, ())):
        hits[code] += 1
    best = max(hits, key=lambda code: (hits[code], code == profile))
    if best != profile and hits[best] >= 2 and hits[best] >= hits[profile] * 1.5 and hits[best] / len(words) >= 0.12:
        return _NAMES[best]
    return ""


_GIST = {
    "price": "prix tarif coût combien preis kosten kostet precio coste cuesta prezzo costo quanto preço custo prijs cena pris kosztuje fiyat",
    "monthly": "mensuel mois monatlich monat mensual mes mensile mese mensal maandelijks maand miesięczn månad aylık",
    "offer": "devis offre angebot oferta presupuesto preventivo offerta proposta orçamento offerte ofert tilbud offert teklif",
    "delivery": "livrer livraison délai liefer lieferzeit entrega plazo consegna levering dostaw leverans teslimat",
    "demo": "démo démonstration vorführung demostración dimostrazione demonstração demonstratie prezentacj",
    "trial": "essai testversion testen prueba prova teste proef wersj deneme",
    "contract": "contrat vertrag contrato contratto contract umow avtal kontrakt sözleşme",
    "app": "application appli anwendung aplicación applicazione aplicativo toepassing aplikacj",
    "meeting": "rendez réunion termin reunión cita riunione appuntamento reunião afspraak spotkan möte møde",
    "invoice": "facture rechnung factura fattura fatura factuur faktur",
    "support": "assistance unterstützung soporte assistenza suporte ondersteuning wsparci",
    "data": "données daten datos dati dados gegevens danych",
    "discount": "remise rabais rabatt descuento sconto desconto korting rabat indirim",
}
"""What sales mails are about, in eleven languages, by the words' beginnings."""


def gist(text: str) -> tuple[str, ...]:
    """What a text in another language seems to be about, in English, so that its reader knows whom to give it to."""
    known = [w.lower() for w in _WORD.findall(text)]
    parts = [part for w in known for part in _APOSTROPHE.split(w)]
    return tuple(topic for topic, starts in _GIST.items() if any(p.startswith(tuple(starts.split())) for p in parts))
