from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from django.core.management.base import BaseCommand, CommandError

from drafts.evaluate import __path__ as parts_of_ours
from drafts.evaluate.peers import __path__ as parts_with_peers

FILES = {"parsing": "fixtures_dev.jsonl.gz", "relevance": "relevance_lists_dev.jsonl.gz", "voice": "voice_lists_dev.jsonl.gz"}


class Command(BaseCommand):
    help = "Measure speeds as ratios, side by side in one run; with --peers FOLDER, our figures beside other projects'."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--peers", type=Path, metavar="FOLDER", help=f"where {', '.join(FILES.values())} are")
        parser.add_argument("only", nargs="*", help="parts to measure, such as voice or parsing; all without")

    def handle(self, *args, only, **options):
        if options["peers"]:
            self.beside_peers(options["peers"], only)
        else:
            self.speeds(only)

    def speeds(self, only) -> None:
        self.stdout.write(f"{'ratio':>8}  {'bar':>6}")
        for name in named(parts_of_ours, "bench_"):
            if not only or name in only:
                for ratio in import_module(f"drafts.evaluate.bench_{name}").ratios():
                    bar = f"{ratio.bar:.2f}" if ratio.bar is not None else ""
                    self.stdout.write(f"{ratio.value:>8.2f}  {bar:>6}  {ratio.name}{'' if ratio.holds else '   over its bar'}")
                    self.stdout.flush()

    def beside_peers(self, folder: Path, only) -> None:
        for name in named(parts_with_peers, ""):
            if name in FILES and (not only or name in only):
                rows = folder / FILES[name]
                if not rows.exists():
                    raise CommandError(f"{rows} is not there: name the folder that holds it.")
                self.stdout.write(f"\n{name}, on {rows.name}")
                self.stdout.flush()
                import_module(f"drafts.evaluate.peers.{name}").main([str(rows)])


def named(path, prefix: str) -> list[str]:
    return [m.name.removeprefix(prefix) for m in iter_modules(path) if m.name.startswith(prefix)]
