#!/usr/bin/env bash
# Takes out of dist/ and node_modules/ of a folder what a running server never reads, for the container's image (Dockerfile).
# tests/http/container.test.ts runs a server on what is left.
set -euo pipefail
cd "$1"

# Typings and source maps, and what writes and checks the sources.
find dist node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf dist/.tsc dist/tools

# Builds for browsers, and of sharp for machines that it has no library for.
rm -rf node_modules/pdfmake/build node_modules/pdfkit/js/pdfkit.standalone.js node_modules/@img/sharp-wasm32
