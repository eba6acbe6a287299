#!/bin/sh
# Fetches the one script of the documentation page from the npm registry, and writes down what it is.
set -eu
package=rapidoc
version=9.3.8
target=$(dirname "$0")/../api/vendor

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package@$version" >/dev/null && tar xzf "$package-$version.tgz")
licence=$(sed -n 's/^ *"license": *"\([^"]*\)".*/\1/p' "$work/package/package.json" | head -n 1)
case $licence in
    MIT | Apache-2.0) ;;
    *) echo "$package $version is under '$licence', which is not taken" >&2; exit 1 ;;
esac

mkdir -p "$target"
cp "$work/package/dist/rapidoc-min.js.gz" "$target/"
cp "$work/package/LICENSE.txt" "$target/rapidoc.LICENSE.txt"
{
    echo "rapidoc-min.js.gz: $package $version, $licence, from the npm registry, unchanged"
    echo "sha256 $(sha256sum "$target/rapidoc-min.js.gz" | cut -d ' ' -f 1)"
    echo "Made by scripts/vendor.sh; the licence is in rapidoc.LICENSE.txt."
} > "$target/README.txt"
cat "$target/README.txt"
