#!/usr/bin/env bash
# On macOS: builds the keychain's native module for both kinds of processor, as one file that the universal app holds.
set -euo pipefail
cd "$(dirname "$0")/../.."

built=node_modules/keytar/build/Release/keytar.node
halves=$(mktemp -d)
trap 'rm -rf "$halves"' EXIT

for processor in x64 arm64; do
  npm_config_ignore_scripts=false npm_config_build_from_source=true npm_config_arch=$processor npm rebuild keytar
  cp "$built" "$halves/$processor.node"
done
lipo -create "$halves/x64.node" "$halves/arm64.node" -output "$built"
lipo -archs "$built"
