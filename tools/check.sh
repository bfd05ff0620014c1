#!/usr/bin/env bash
# Every check that needs no server: types, lint with import directions, dead code, manifests, generated files. Runs in two parallel lanes,
# one per core. With --build it also builds the portal, quickly rather than small, measures its pages, leaves the tests of structure and
# names to the unit tests, and does not look for keys that only restate a default, which takes twenty seconds.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

npm run --silent types && node dist/tools/compile-schemas.js || exit 1

lint() { oxlint --type-aware && knip && node dist/tools/known-holes.js; }
rest() {
  if [ "${1:-}" = --build ]; then vite build --mode test --logLevel warn && node dist/tools/measure-bundles.js || return 1; fi
  local restated=--restated
  if [ "${1:-}" = --build ]; then restated=; fi
  node dist/tools/check-manifests.js $restated && node dist/tools/generate-types.js --check && MODULES= node dist/tools/reference-docs.js --check && node dist/tools/texts.js --check || return 1
  if [ "${1:-}" != --build ]; then vitest run tests/architecture.test.ts tests/engine-names.test.ts; fi
}

said=$(mktemp)
lint >"$said" 2>&1 &
lane=$!
trap 'kill "$lane" 2>/dev/null; rm -f "$said"' EXIT
failed=0
rest "$@" || failed=1
wait "$lane" || failed=1
cat "$said"
exit "$failed"
