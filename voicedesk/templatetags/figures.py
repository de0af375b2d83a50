"""The cells of the report's tables. Written here and not in a template: a year of three hundred reps has four thousand."""

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from drafts.report.views import Line
from voicedesk.templatetags.words import percent

register = template.Library()


@register.simple_tag
def figure_cells(line: Line, behind: str) -> SafeString:
    """A line's counts, each leading to its drafts, with the share beside it."""
    f, to = line.figures, conditional_escape(f"{behind}?{line.narrow}")
    cells = [
        format_html('<td class="num"><a href="{}">{}</a></td>', mark_safe(to), f"{f.finished:,}")  # noqa: S308 - escaped above
        if f.finished
        else '<td class="num">0</td>',
        cell(to, "held", f.held, f.finished, f.flag_rate),
        *(cell(to, f"held&amp;layer={layer}", count, f.finished, rate) for layer, _, count, rate in f.layers),
        cell(to, "over", f.over, f.held_reviewed, f.over_rate),
        cell(to, "missed", f.missed, f.ready_reviewed, f.miss_rate),
        cell(to, "edited", f.edited, f.sent, f.edited_rate),
        cell(to, "hurried", f.hurried, f.sent, f.hurried_rate),
    ]
    return mark_safe("".join(cells))  # noqa: S308 - numbers, names of ours, and the address escaped above


def cell(to: str, which: str, count: int, of: int, rate: float | None) -> str:
    """One count out of ``of``; a dash where there was nothing to count."""
    if not of:
        return '<td class="num"><span class="none">–</span> <small></small></td>'
    number = f'<a href="{to}&amp;which={which}">{count:,}</a>' if count else "0"
    return f'<td class="num">{number} <small>{percent(rate)}</small></td>'
