from importlib import import_module
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from drafts.evaluate.files import MalformedRow, write_answers
from drafts.evaluate.options import Options

KINDS = ("voice", "relevance", "parsing", "asks", "scenarios", "corruptions")
NEEDS = {"scenarios": ("reps", "knowledge"), "corruptions": ("reps", "knowledge", "scenarios")}


class Command(BaseCommand):
    help = "Run the production path over files of rows and write one answer a row."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("kind", choices=KINDS)
        parser.add_argument("--input", type=Path, required=True, help="rows: JSON lines, plain or .gz, or one JSON list")
        parser.add_argument("--output", type=Path, required=True, help="where the answers go, one JSON line a row")
        parser.add_argument("--reps", type=Path, help="reps with their examples (scenarios, corruptions)")
        parser.add_argument("--knowledge", type=Path, help="facts, value points, objections (scenarios, corruptions)")
        parser.add_argument("--scenarios", type=Path, help="the threads the texts belong to (corruptions)")
        parser.add_argument("--truth", type=Path, help="the right answers, read only by --refit-folds")
        parser.add_argument("--refit-folds", type=int, default=0, help="fit on the other folds and answer each from the rest")
        parser.add_argument("--mask-content", action="store_true", help="hide content words before anything is measured (voice)")
        parser.add_argument("--writer", choices=("offline", "model"), default="offline")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args, kind, **given):
        names = Options.__dataclass_fields__
        options = Options(**{name: given[name] for name in names})
        for name in NEEDS.get(kind, ()):
            if getattr(options, name) is None:
                raise CommandError(f"evaluate {kind} needs --{name}")
        if options.refit_folds == 1 or options.refit_folds < 0:
            raise CommandError("--refit-folds needs at least 2 folds")
        module = import_module(f"drafts.evaluate.{kind}")
        try:
            write_answers(options.output, module.answer(options))
        except MalformedRow as error:
            raise CommandError(str(error)) from error
