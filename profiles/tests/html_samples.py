"""HTML as mail programs write it around a reply and the mail it answers, people invented."""

SHOWN = "Fine by us.\n\nPlease send the contract.\n\nBest,\nTom"
"""What a reader sees as the reply of every sample below."""

_OUTLOOK_STYLE = "font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif"

REPLIES = {
    "gmail web": """<div dir="ltr">Fine by us.<div><br></div><div>Please send the contract.</div><div><br></div><div>Best,</div><div>Tom</div></div><br>
<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Mar 3, 2026 at 10:12 AM Ana Ruiz &lt;<a
href="mailto:ana@quietbay.example">ana@quietbay.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px
0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Is the price fine?<div>Ana</div></div></blockquote></div>""",
    "gmail web, signature above the quote": """<div dir="ltr"><div>Fine by us.</div><div><br></div><div>Please send the contract.</div><div><br></div>
<div>Best,<br>Tom<br clear="all"></div><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"
data-smartmail="gmail_signature"><div dir="ltr"><b>Tom Lind</b><div>Sales</div></div></div></div><br><div class="gmail_quote"><div dir="ltr"
class="gmail_attr">Am Di., 3. März 2026 um 10:12 Uhr schrieb Ana Ruiz &lt;ana@quietbay.example&gt;:<br></div><blockquote class="gmail_quote">Is the
price fine?</blockquote></div>""",
    "outlook desktop": f"""<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {{margin:0}} --></style></head>
<body lang="EN-US"><div class="WordSection1"><p class="MsoNormal"><span style="{_OUTLOOK_STYLE}">Fine by us.<o:p></o:p></span></p>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Please send the contract.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<p class="MsoNormal">Best,<o:p></o:p></p><p class="MsoNormal">Tom<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div
style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> Ana Ruiz
&lt;ana@quietbay.example&gt; <br><b>Sent:</b> Tuesday, March 3, 2026 10:12 AM<br><b>To:</b> Tom Lind<br><b>Subject:</b> Offer</p></div></div>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Is the price fine?</p></div></body></html>""",
    "outlook desktop in a language nobody listed": """<div class="WordSection1"><p class="MsoNormal">Fine by us.</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<p class="MsoNormal">Please send the contract.</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Best,<br>Tom</p><div
style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class="MsoNormal"><b>Nuo:</b> Ana Ruiz<br><b>Išsiųsta:</b> 2026 m. kovo
3 d.<br><b>Kam:</b> Tom<br><b>Tema:</b> Offer</p></div><p class="MsoNormal">Is the price fine?</p></div>""",
    "outlook web": """<html><body dir="ltr"><div style="font-family: Calibri; color: rgb(0, 0, 0);">Fine by us.</div><div><br></div><div>Please send the
contract.</div><div><br></div><div>Best,</div><div>Tom</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div
id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> Ana Ruiz
&lt;ana@quietbay.example&gt;<br><b>Sent:</b> Tuesday, March 3, 2026 10:12 AM<br><b>To:</b> Tom Lind &lt;tom@tidewell.example&gt;<br><b>Subject:</b>
Offer</font><div>&nbsp;</div></div><div>Is the price fine?</div></body></html>""",
    "outlook mobile": """<div dir="auto">Fine by us.</div><div dir="auto"><br></div><div dir="auto">Please send the contract.</div><div dir="auto"><br></div>
<div dir="auto">Best,<br>Tom</div><div><br></div><div id="ms-outlook-mobile-signature"><div></div>Get <a href="https://aka.ms/o0ukef">Outlook for
iOS</a></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif"><b>Von:</b>
Ana Ruiz<br><b>Gesendet:</b> Dienstag, 3. März 2026<br><b>An:</b> Tom<br><b>Betreff:</b> Offer</font></div><div>Is the price fine?</div>""",
    "apple mail": """<html><body style="overflow-wrap: break-word; line-break: after-white-space;">Fine by us.<div><br></div><div>Please send the
contract.</div><div><br></div><div>Best,</div><div>Tom<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 3 Mar 2026, at
10:12, Ana Ruiz &lt;ana@quietbay.example&gt; wrote:</div><br class="Apple-interchange-newline"><div><div>Is the price
fine?</div></div></blockquote></div><br></div></body></html>""",
    "iphone": """<html><body dir="auto">Fine by us.<div><br></div><div>Please send the contract.</div><div><br></div><div>Best,</div><div>Tom<br><br><div
dir="ltr">Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 03.03.2026 um 10:12 schrieb Ana Ruiz
&lt;ana@quietbay.example&gt;:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">Is the price fine?</div></blockquote></div></body></html>""",
    "thunderbird": """<html><body><p>Fine by us.</p><p>Please send the contract.</p><p>Best,<br>Tom<br></p><div class="moz-cite-prefix">On 03/03/2026 10:12,
Ana Ruiz wrote:<br></div><blockquote type="cite" cite="mid:abc@quietbay.example"><p>Is the price fine?</p></blockquote><div
class="moz-signature">-- <br>Tom Lind<br>Tidewell</div></body></html>""",
    "yahoo": """<html><body><div class="ydp1a2b3yahoo-style-wrap" style="font-size:13px;"><div dir="ltr">Fine by us.</div><div dir="ltr"><br></div><div>Please send
the contract.</div><div><br></div><div>Best,</div><div>Tom</div><div><br></div></div><div id="ydp9f8e7yahoo_quoted_4711" class="ydp9f8e7yahoo_quoted"><div
style="font-family:'Helvetica Neue'"><div>On Tuesday, March 3, 2026 at 10:12:00 AM GMT+1, Ana Ruiz &lt;ana@quietbay.example&gt; wrote:
</div><div><br></div><div>Is the price fine?</div></div></div></body></html>""",
    "proton": """<div style="font-family: Arial;">Fine by us.</div><div><br></div><div>Please send the contract.</div><div><br></div><div>Best,<br>Tom</div><div
class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/mail/home">Proton Mail</a> secure
email.</div></div><div><br></div><div class="protonmail_quote">On Tuesday, March 3rd, 2026 at 10:12 AM, Ana Ruiz &lt;ana@quietbay.example&gt; wrote:<br>
<blockquote class="protonmail_quote" type="cite"><div>Is the price fine?</div></blockquote></div>""",
    "zoho": """<div>Fine by us.<br></div><div><br></div><div>Please send the contract.</div><div><br></div><div>Best,</div><div>Tom</div><div class="zmail_extra_hr"
style="border-top: 1px solid rgb(204, 204, 204); height: 0px;"><br></div><div class="zmail_extra"><div><br></div><div id="Zm-_Id_-Sgn1">---- On Tue, 03 Mar 2026
10:12:00 +0100 <b>Ana Ruiz &lt;ana@quietbay.example&gt;</b> wrote ---<br></div><div><br></div><blockquote id="blockquote_zmail"><div>Is the price
fine?</div></blockquote></div>""",
    "gmx": """<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Fine by us.</div><div>&nbsp;</div><div>Please send the
contract.</div><div>&nbsp;</div><div>Best,</div><div>Tom</div><div>&nbsp;<div style="margin: 10.0px 5.0px 5.0px 10.0px;padding: 10.0px 0 10.0px
10.0px;border-left: 2.0px solid rgb(195,217,229);"><div style="margin: 0 0 10.0px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 03. M&auml;rz 2026 um 10:12
Uhr<br/><b>Von:</b>&nbsp;&quot;Ana Ruiz&quot; &lt;ana@quietbay.example&gt;<br/><b>An:</b>&nbsp;tom@tidewell.example<br/><b>Betreff:</b>&nbsp;Offer</div>
<div>Is the price fine?</div></div></div></div></body></html>""",
    "plain blockquote, no client": """<p>Fine by us.</p><p>Please send the contract.</p><p>Best,<br>Tom</p><p>Ana Ruiz wrote:</p><blockquote><p>Is the price
fine?</p></blockquote>""",
    "quote marks inside html": """<div>Fine by us.<br><br>Please send the contract.<br><br>Best,<br>Tom<br><br>On 3 Mar 2026, Ana Ruiz wrote:<br>&gt; Is the
price<br>&gt; fine?<br></div>""",
    "notes": """<font size=2 face="sans-serif">Fine by us.</font><br><br><font size=2>Please send the contract.</font><br><br><font size=2>Best,<br>Tom</font><br><br>
<br><br><font size=1 color=#5f5f5f face="sans-serif">From: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1>&quot;Ana Ruiz&quot;
&lt;ana@quietbay.example&gt;</font><br><font size=1 color=#5f5f5f>To: &nbsp; &nbsp;</font><font size=1>Tom Lind/TIDEWELL</font><br><font size=1>Date:
&nbsp; &nbsp;03.03.2026 10:12</font><br><font size=1>Subject: &nbsp;Offer</font><hr noshade><br><br><tt><font size=2>Is the price fine?</font></tt>""",
}
