#!/bin/sh
# Fetches what is vendored from the npm registry, unchanged, and writes down what it is: version, licence, hash.
# One line each: package, version, file in the package, where it goes, the package's licence file.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

take() {
    package=$1 version=$2 file=$3 target=$4 licence_file=$5
    folder=$(dirname "$target")
    name=$(basename "$target")
    rm -rf "$work/package"
    (cd "$work" && archive=$(npm pack --silent "$package@$version" | tail -n 1) && tar xzf "$archive")
    licence=$(sed -n 's/^ *"license": *"\([^"]*\)".*/\1/p' "$work/package/package.json" | head -n 1)
    case "$licence $folder" in
        MIT\ * | Apache-2.0\ * | OFL-1.1\ */fonts | MPL-2.0\ tests/*) ;;
        *) echo "$package $version is under '$licence', which is not taken into $folder" >&2; exit 1 ;;
    esac
    mkdir -p "$folder"
    case $name in
        *.gz) case $file in *.gz) cp "$work/package/$file" "$target" ;; *) gzip -9nc "$work/package/$file" > "$target" ;; esac ;;
        *) cp "$work/package/$file" "$target" ;;
    esac
    cp "$work/package/$licence_file" "$folder/${name%%.*}.LICENSE.txt"
    {
        echo "$name: $package $version ($file), $licence, from the npm registry"
        echo "sha256 $(sha256sum "$target" | cut -d ' ' -f 1)"
        echo "Made by scripts/vendor.sh; the licence is in ${name%%.*}.LICENSE.txt."
    } > "$folder/${name%%.*}.VENDORED.txt"
    cat "$folder/${name%%.*}.VENDORED.txt"
}

take rapidoc 9.3.8 dist/rapidoc-min.js.gz api/vendor/rapidoc-min.js.gz LICENSE.txt
take @fontsource-variable/figtree 5.3.0 files/figtree-latin-wght-normal.woff2 web/static/fonts/figtree.woff2 LICENSE
take @fontsource-variable/noto-sans-tamil 5.3.0 files/noto-sans-tamil-tamil-wght-normal.woff2 \
    web/static/fonts/noto-sans-tamil.woff2 LICENSE
take @fontsource-variable/noto-sans-sinhala 5.3.0 files/noto-sans-sinhala-sinhala-wght-normal.woff2 \
    web/static/fonts/noto-sans-sinhala.woff2 LICENSE
take axe-core 4.14.1 axe.min.js tests/pages/vendor/axe.min.js.gz LICENSE
