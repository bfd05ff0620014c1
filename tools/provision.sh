#!/usr/bin/env bash
# Installs what the tests need beyond npm: Chromium, PostgreSQL 15 or later, poppler and OpenLDAP's slapd (Debian packages). As root on
# Debian it installs what is missing; elsewhere it prints what to install and exits.
set -euo pipefail

has() { command -v "$1" >/dev/null; }
can_install=false
if [ "$(id -u)" -eq 0 ] && has apt-get; then can_install=true; fi

missing=()
# Without a window frame, a page takes half the processor time in the tests; any other Chromium works too where nothing can be installed.
if ! has chromium-headless-shell && { $can_install || ! { has chromium || has chromium-browser || has google-chrome; }; }; then missing+=(chromium-headless-shell); fi
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || has initdb || missing+=(postgresql)
has pdftotext || missing+=(poppler-utils)
[ -x /usr/sbin/slapd ] || missing+=(slapd)
has openssl || missing+=(openssl)

if [ ${#missing[@]} -eq 0 ]; then
  echo "provision: Chromium, PostgreSQL, poppler and slapd are here"
  exit 0
fi
if $can_install; then
  echo "provision: installing ${missing[*]} with apt"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq "${missing[@]}" >/dev/null
  echo "provision: done"
  exit 0
fi
echo "provision: please install ${missing[*]} (on Debian: sudo apt-get install ${missing[*]}), then run again" >&2
exit 1
