#!/usr/bin/env bash
# Writes the files generated from schemas/ and the manifests. The author's type comes first, built alone: code that names a new keyword
# does not compile without it.
set -euo pipefail
cd "$(dirname "$0")/.."

alone=node_modules/.cache/generate
node node_modules/typescript-7/bin/tsc tools/generate-types.ts --ignoreConfig --outDir "$alone" --module nodenext --target es2023 --types node --skipLibCheck
node "$alone/generate-types.js"
npm run --silent build:server
node dist/tools/reference-docs.js
node dist/tools/texts.js
