.DEFAULT_GOAL := help
.PHONY: help run dev test test-all browser quick prove lint fmt generate resource change remove migrate bench soak release

help: ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

run: ## Build what is stale, start the panel and Directus with demo data; Ctrl-C stops both
	@scripts/run

dev: ## The same while you change it: the panel by Vite, the service built and started anew, types kept in step
	@scripts/dev

test: ## Everything CI runs: format, lint, budgets, generated files, unit and browser tests
	@scripts/test

test-all: ## make test with every browser scenario, kill and twin on PostgreSQL: before a release, and at night
	@scripts/test all

browser: ## Browser tests alone: make browser SCENARIOS='^04|stories', a pattern of their files in e2e/scenarios
	@SCENARIOS='$(SCENARIOS)' scripts/browser

quick: ## In 60 seconds: whether what was changed since the last commit holds, or what of it was not asked
	@scripts/quick

prove: ## The proofs of make test at full size: tens of thousands of requests, kills, rights; for hours
	@scripts/prove

lint: ## Only the checks that read the code
	@scripts/lint

fmt: ## Format Go, TypeScript and shell
	@scripts/fmt

generate: ## Write the files that are derived from the resources
	@scripts/generate

resource: ## Write a resource: make resource NAME=certificate FIELDS="name:text! freelancer:ref! expiresOn:date" [GROUP=users ROLES=ad PART=project]; without NAME, or with HELP=1, it explains them
	@$(if $(or $(HELP),$(if $(NAME),,1)),scripts/resource help,scripts/resource add "$(NAME)" --group="$(or $(GROUP),platform)" --roles="$(or $(ROLES),ad)" $(if $(PART),--part='$(PART)') -- $(foreach f,$(FIELDS),'$(f)'))

change: ## Migrate a field of one: make change NAME=certificate RENAME=issuer:authority (or DROP=paper, RETYPE=hours:decimal, VALUES=level:OLD=NEW)
	@scripts/resource change "$(NAME)" $(if $(RENAME),--rename='$(RENAME)') $(if $(DROP),--drop='$(DROP)') $(if $(RETYPE),--retype='$(RETYPE)') $(if $(VALUES),--values='$(VALUES)')

remove: ## Take one away again: make remove NAME=certificate
	@scripts/resource remove "$(NAME)"

migrate: ## Bring the database (DATABASE_URL) to this version and stop
	@scripts/build service && build/extension-service migrate

release: ## Build what is published: make release VERSION=1.4.0 [RELEASE_KEY=FILE]; scripts/release-twice shows that it is reproducible
	@scripts/release "$(VERSION)"

bench: ## Measure the service with a million projects; prints JSON lines
	@scripts/bench

soak: ## Have many people use the service for minutes: make soak ARGS="--users=100 --lasts=2m --freelancers=50000"
	@bash -c '. scripts/lib.sh && scripts/build && exec go run ./scripts/soak $(ARGS)'
