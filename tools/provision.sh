#!/usr/bin/env bash
# Brings what the tests need beyond npm: Chromium, PostgreSQL 15 or later, poppler and OpenLDAP's slapd (Debian packages).
# As root on Debian it installs what is missing; elsewhere it says what to install and stops.
set -euo pipefail

missing=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing+=(postgresql)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
[ -x /usr/sbin/slapd ] || missing+=(slapd)
command -v openssl >/dev/null || missing+=(openssl)

if [ ${#missing[@]} -eq 0 ]; then
  echo "provision: Chromium, PostgreSQL, poppler and slapd are here"
  exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "provision: installing ${missing[*]} with apt"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq "${missing[@]}" >/dev/null
  echo "provision: done"
  exit 0
fi
echo "provision: please install ${missing[*]} (on Debian: sudo apt-get install ${missing[*]}), then run again" >&2
exit 1
