"""What the pages cost in a database of 200,000 drafts beside one of 200, made for the purpose and thrown away.

python -m voicedesk.scale [drafts] [reps]
"""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from voicedesk.services import throwaway

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"
FEW = (200, 1)
"""Drafts and reps of the database to compare with. A rep's own desk is as full there as in the large one."""

MOST_TIMES = 3.0
MOST_MILLISECONDS = 1000.0


def main(drafts: int = 200_000, reps: int = 300) -> int:
    """Prints a line a page; returns how many are over their bar."""
    with throwaway() as services:
        few, many = (measured(services, f"scale{n}", n, r) for n, r in (FEW, (drafts, reps)))
    print(f"\n{'queries':>14}  {'ms at ' + f'{FEW[0]:,}':>10}  {'at ' + f'{drafts:,}':>11}  {'times':>6}")
    return sum(told(few[page], many[page]) for page in few)


def measured(services, name: str, drafts: int, reps: int) -> dict[str, dict]:
    """The pages of a new database of that size, by name."""
    with psycopg.connect(services.database_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    parts = urlsplit(services.database_url)
    environment = {
        **os.environ,
        "DATABASE_URL": parts._replace(path=f"/{name}").geturl(),
        "REDIS_URL": services.redis_url,
        "SECRET_KEY": secrets.token_urlsafe(50),
    }

    def manage(*arguments: str, **options) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, MANAGE, *arguments], env=environment, check=True, text=True, **options)

    manage("migrate", "-v", "0")
    manage("seed_scale", "--drafts", str(drafts), "--reps", str(reps))
    lines = manage("measure_pages", stdout=subprocess.PIPE).stdout.splitlines()
    return {row["page"]: row for row in map(json.loads, lines)}


def told(few: dict, many: dict) -> bool:
    """One line; whether the page is over its bar: for queue and draft a factor, for a report a time, for all as many queries."""
    times = many["ms"] / few["ms"]
    kind = few["page"].split()[0].strip(",")
    over = many["queries"] > few["queries"] + 1
    over |= times > MOST_TIMES if kind in ("queue", "draft") else "report" in few["page"] and many["ms"] > MOST_MILLISECONDS
    queries = f"{few['queries']} and {many['queries']}"
    print(
        f"{queries:>14}  {few['ms']:>10.0f}  {many['ms']:>11.0f}  {times:>6.1f}  {few['page']}{'   over its bar' if over else ''}"
    )
    return over


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:3]))))
