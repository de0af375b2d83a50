"""Two example sets of a rep side by side: what a quarter's refresh changes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from profiles.examples.check import near_duplicate
from profiles.models import Example, ExampleSet, VoiceProfile


@dataclass(frozen=True, slots=True)
class Row:
    """One thing counted in both sets."""

    label: str
    left: object
    right: object

    @property
    def differs(self) -> bool:
        return self.left != self.right


@dataclass(frozen=True, slots=True)
class Side:
    """A set with the examples it uses and the newest profile built from it."""

    example_set: ExampleSet
    examples: list[Example]
    profile: VoiceProfile | None


def sets_beside(request: HttpRequest, pk: int) -> HttpResponse:
    """The set and, by ``?with=``, another of the same rep: without it the one before. For sales ops."""
    if not request.user.is_ops:
        raise Http404
    example_set = get_object_or_404(ExampleSet.objects.select_related("rep"), pk=pk)
    others = list(ExampleSet.objects.filter(rep=example_set.rep).exclude(pk=pk))
    other = chosen(others, request.GET.get("with", ""), example_set)
    context = {"rep": example_set.rep, "right": side(example_set), "others": others, "left": side(other) if other else None}
    if other:
        left, right = context["left"], context["right"]
        context |= {
            "rows": rows(left, right),
            "only_left": missing(left.examples, right.examples),
            "only_right": missing(right.examples, left.examples),
        }
        context["both"] = len(right.examples) - len(context["only_right"])
    return render(request, "voices/beside.html", context)


def chosen(others: list[ExampleSet], asked: str, example_set: ExampleSet) -> ExampleSet | None:
    if asked:
        found = next((s for s in others if str(s.pk) == asked), None)
        if found is None:
            raise Http404
        return found
    earlier = (s for s in others if s.created_at < example_set.created_at)
    return next(earlier, others[0] if others else None)


def side(example_set: ExampleSet) -> Side:
    examples = list(example_set.examples.filter(included=True))
    built = example_set.profiles.filter(status=VoiceProfile.Status.BUILT).defer("data")
    return Side(example_set, examples, built.first())


def rows(left: Side, right: Side) -> list[Row]:
    """The set's composition, then what was learned from it."""
    listed = [Row("Examples in use", len(left.examples), len(right.examples))]
    listed += counted("Tag", left, right, lambda e: e.get_tag_display() or "no tag")
    listed += counted("Kind", left, right, lambda e: e.get_kind_display())
    listed += counted("Lead type", left, right, lambda e: e.lead_type or "not said")
    listed += counted("Stage", left, right, lambda e: e.stage or "not said")
    listed.append(Row("Words a reply, typical", typical(left.examples), typical(right.examples)))
    for label, name, digits in (("Profile version", "version", 0), ("Voice threshold", "threshold", 2)):
        listed.append(Row(label, figure(left.profile, name, digits), figure(right.profile, name, digits)))
    listed.append(Row("Expected to be held", percent(left.profile), percent(right.profile)))
    return listed


def counted(what: str, left: Side, right: Side, of: Callable[[Example], str]) -> list[Row]:
    names = sorted({of(e) for e in (*left.examples, *right.examples)})
    return [
        Row(f"{what}: {name}", sum(of(e) == name for e in left.examples), sum(of(e) == name for e in right.examples))
        for name in names
    ]


def typical(examples: list[Example]) -> int | str:
    lengths = sorted(len(e.reply.split()) for e in examples)
    return lengths[len(lengths) // 2] if lengths else "–"


def figure(profile: VoiceProfile | None, name: str, digits: int) -> str:
    value = getattr(profile, name, None)
    return "–" if value is None else f"{value:.{digits}f}"


def percent(profile: VoiceProfile | None) -> str:
    rate = getattr(profile, "expected_hold_rate", None)
    return "–" if rate is None else f"{rate:.1%}"


def missing(here: list[Example], there: Iterable[Example]) -> list[Example]:
    """Examples of ``here`` that are not ``there``, neither as the same mail nor in nearly the same words."""
    known, texts = {e.message_id for e in there}, [(e.pk, e.reply) for e in there]
    return [e for e in here if e.message_id not in known and near_duplicate(e.reply, texts) is None]
