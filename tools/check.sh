#!/usr/bin/env bash
# Everything that is known without a server: types, lint, dead code, manifests, what is generated, import directions.
# Lint takes as long as all the rest and one processor; it reads the declarations that the compiler writes, so it begins after
# that, beside the rest. With --build the portal is built too, and the tests of import directions and names are left to the unit tests.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

tsc -b || exit 1
said=$(mktemp)
npm run --silent lint >"$said" 2>&1 &
lint=$!
trap 'kill "$lint" 2>/dev/null; rm -f "$said"' EXIT

rest() {
  knip && node dist/tools/check-manifests.js && node dist/tools/generate-types.js --check && node dist/tools/reference-docs.js --check || return 1
  if [ "${1:-}" = --build ]; then vite build; else vitest run tests/architecture.test.ts tests/engine-names.test.ts; fi
}
failed=0
rest "$@" || failed=1
wait "$lint" || failed=1
cat "$said"
exit "$failed"
