#!/usr/bin/env bash
# Deletes from dist/ and node_modules/ of a folder what a running server never reads, for the container's image (Dockerfile).
# tests/http/container.test.ts runs a server on the rest.
set -euo pipefail
cd "$1"

# Typings, source maps and tools for the source code.
find dist node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf dist/.tsc dist/tools

# Builds for browsers, and sharp's build for platforms without a native library.
rm -rf node_modules/pdfmake/build node_modules/pdfkit/js/pdfkit.standalone.js node_modules/@img/sharp-wasm32
