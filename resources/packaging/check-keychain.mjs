/**
 * `node resources/packaging/check-keychain.mjs [FILE…]`: each file is the keychain's native module. One for this computer is
 * loaded, and on Linux needs no newer C library than that of the oldest supported systems. Without a FILE the installed one.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Below node_modules. */
const module = 'keytar/build/Release/keytar.node';

/** Ubuntu 22.04 and Debian 12 have it. */
const newestLibrary = 35;

for (const file of filesToCheck(process.argv.slice(2))) {
  if (!existsSync(file))
    throw new Error(`${file} does not exist: a release without it would store passwords in a file.`);
  const bytes = readFileSync(file);
  const versions = [...bytes.toString('latin1').matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  const newest = Math.max(0, ...versions);
  if (newest > newestLibrary) throw new Error(`${file} needs version 2.${newest} of the C library.`);
  if (isForOtherProcessor(bytes)) {
    process.stdout.write(`${file} is for another processor.\n`);
    continue;
  }
  const loaded = { exports: {} };
  process.dlopen(loaded, resolve(file));
  const functions = ['getPassword', 'setPassword', 'deletePassword', 'findCredentials'];
  const missing = functions.filter((name) => typeof loaded.exports[name] !== 'function');
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')}.`);
  process.stdout.write(`${file} loads${newest > 0 ? `, and needs version 2.${newest} of the C library` : ''}.\n`);
}

/** By the machine field of a Windows program (PE) or a Linux one (ELF). A universal one for macOS is for both. */
function isForOtherProcessor(bytes) {
  const windows = { x64: 0x8664, arm64: 0xaa64 };
  const linux = { x64: 62, arm64: 183 };
  if (bytes.toString('latin1', 0, 2) === 'MZ')
    return bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4) !== windows[process.arch];
  if (bytes.toString('latin1', 1, 4) === 'ELF') return bytes.readUInt16LE(18) !== linux[process.arch];
  return false;
}

/** With `--packed FOLDER`, that of each app in the folder. */
function filesToCheck([first, ...others]) {
  if (first === undefined) return [join('node_modules', module)];
  if (first !== '--packed') return [first, ...others];
  const [folder = 'dist/packages'] = others;
  const apps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('app.asar'));
  if (apps.length === 0) throw new Error(`${folder} contains no app.`);
  return apps.map((app) => join(folder, `${app}.unpacked`, 'node_modules', module));
}
