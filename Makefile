# The two commands are `make run` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON_HERE := .venv/bin/python
# Commands that work on files and code need no database and no lasting secret.
OFFLINE := SECRET_KEY=checks-need-none-but-settings-do-0123456789abcdef DATABASE_URL=none:
.PHONY: help run test lint check storm attacks bench bench-scale bench-import bench-peers clean clean-data

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

run:  ## start everything here: databases, demo team, web, worker, scheduler (PORT=8000, BIND_HOST=127.0.0.1)
	@sh voicedesk/environment.sh run
	@exec $(PYTHON_HERE) -m voicedesk.run

test: lint check  ## lint, import contracts, migrations, and all tests on a real PostgreSQL and Valkey (ARGS="-k name")
	$(PYTHON_HERE) -m pytest -rs $(ARGS)

lint:  ## style, format, and the rule that imports point one way
	@sh voicedesk/environment.sh dev
	$(PYTHON_HERE) -m ruff check
	$(PYTHON_HERE) -m ruff format --check
	$(PYTHON_HERE) .venv/bin/lint-imports --no-logo

check:  ## migrations match the models, and Django's own checks
	@sh voicedesk/environment.sh dev
	$(OFFLINE) $(PYTHON_HERE) manage.py makemigrations --check --dry-run
	$(OFFLINE) $(PYTHON_HERE) manage.py check

storm:  ## mail keeps coming while workers, Valkey, PostgreSQL and the model fail (STORM=2000 threads)
	@sh voicedesk/environment.sh dev
	STORM=$(or $(STORM),2000) $(PYTHON_HERE) -m pytest -s drafts/tests/test_storm.py

attacks:  ## 210 mails that give orders, against both writers, with the table of where each ended
	@sh voicedesk/environment.sh dev
	ATTACKS=all $(PYTHON_HERE) -m pytest -s drafts/tests/test_injections.py

bench:  ## measure speed, as ratios that a busy machine does not bend (ARGS=...)
	@sh voicedesk/environment.sh dev
	$(PYTHON_HERE) manage.py bench $(ARGS)
	@test -n "$(ARGS)" || $(PYTHON_HERE) -m voicedesk.scale

bench-scale:  ## what the pages cost with 200,000 drafts beside 200 (five minutes; ARGS="drafts reps")
	@sh voicedesk/environment.sh dev
	$(PYTHON_HERE) -m voicedesk.scale $(ARGS)

bench-import:  ## memory and time of importing a 1 GB .mbox and a .zip of 100,000 mails, killed once each (an hour; ARGS="1024 100000")
	@sh voicedesk/environment.sh dev
	$(PYTHON_HERE) -m voicedesk.import_scale $(ARGS)

bench-peers:  ## our figures beside other projects', in one run (DATA=folder with the rows)
	@test -n "$(DATA)" || { echo "Say where the rows are: make bench-peers DATA=folder"; exit 2; }
	@sh voicedesk/environment.sh peers
	$(PYTHON_HERE) manage.py bench --peers "$(DATA)" $(ARGS)

clean:  ## remove the environment and caches; the demo's data stays
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -not -path './.data/*' -prune -exec rm -rf {} +

clean-data:  ## remove the demo's data (refused while it runs)
	@sh voicedesk/environment.sh run
	@$(PYTHON_HERE) -m voicedesk.run --remove-data
