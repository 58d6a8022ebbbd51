#!/usr/bin/env bash
# Builds the keychain's native module for every processor that the packages of this system are for, and checks it. On macOS
# one file for both, in its place; on Windows one for each, in dist/keychain, from where each package takes its own.
set -euo pipefail
cd "$(dirname "$0")/../.."

built=node_modules/keytar/build/Release/keytar.node

build() {
  npm_config_ignore_scripts=false npm_config_build_from_source=true npm_config_arch=$1 npm rebuild keytar
}

case "$(uname -s)" in
  Darwin)
    halves=$(mktemp -d)
    trap 'rm -rf "$halves"' EXIT
    for processor in x64 arm64; do
      build $processor
      cp "$built" "$halves/$processor.node"
    done
    lipo -create "$halves/x64.node" "$halves/arm64.node" -output "$built"
    lipo -archs "$built"
    node resources/packaging/check-keychain.mjs "$built"
    ;;
  Linux)
    build "$(node -p process.arch)"
    node resources/packaging/check-keychain.mjs "$built"
    ;;
  *)
    mkdir -p dist/keychain
    for processor in x64 arm64; do
      build $processor
      cp "$built" "dist/keychain/win32-$processor.node"
    done
    node resources/packaging/check-keychain.mjs dist/keychain/win32-*.node
    ;;
esac
