import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ciSuffix } from './tier.ts';

/** Files that may share a process, with the maximum. Files that kill or replace Electron share none. */
const groupRules: { maxFiles: number; fits: (path: string, source: string) => boolean }[] = [
  // They share one browser and, except those that change mail, one demo: the longest.
  { maxFiles: 12, fits: (path, source) => path.startsWith('e2e/web/') && /\bsuite(App|Inbox)\(/.test(source) },
  {
    maxFiles: 9,
    fits: (path, source) => path.startsWith('e2e/web/') && /\b(sharedBrowser|suiteFakeApp)\(/.test(source),
  },
  { maxFiles: 5, fits: (path) => /^e2e\/(peers|headless)\//.test(path) },
  // They share the compiled schemas of the API's document.
  { maxFiles: 8, fits: (path) => path.startsWith('e2e/contract/') },
  { maxFiles: 6, fits: (path) => path.startsWith('e2e/tool-server/') },
  { maxFiles: 20, fits: (path, source) => path.startsWith('electron/') && !source.includes('/fake/') },
  // They share one fake Electron, which none of these changes outside its own suite.
  {
    maxFiles: 10,
    fits: (path) =>
      /^electron\/(login-item|menus\/context-menu|shell\/notifications|window\/page-ipc|shell\/shell|window\/window-links)\.test/.test(
        path,
      ),
  },
  { maxFiles: 2, fits: (path) => /^e2e\/web\/(mailbox\/new-mail|pages\/first-run)\.test/.test(path) },
  { maxFiles: 40, fits: (path) => /^(daemon|bridge|headless|web|e2e\/(bench|chimes|corpus))\//.test(path) },
  { maxFiles: 8, fits: (path) => /^(e2e\/(runner\/)?[^/]+$|testing\/)/.test(path) && !path.endsWith(ciSuffix) },
];

/**
 * What other tests of the process would notice or affect: hooks outside a suite, which run around each of them, and the
 * environment, the clock, the memory and the events of the process, which they share. Resources that are opened before all
 * tests and closed after them affect none.
 */
const affectsProcess =
  /^(before|after)Each\(|process\.env\b.*[^=!]=[^=>]|process\.(chdir|on|once|exit|exitCode)\b|mock\.timers|registerHooks|memoryUsage|cpuUsage|performance\.now/m;

/** Ends a process that stays open after its last test. */
const endsProcess = join(import.meta.dirname, 'end-process.mjs');

type SharedProcesses = {
  /** A folder of the run, which `close` removes. */
  folder: string;
  /** What node runs, in this order: a program for each process, which loads the files that share it. */
  programs: string[];
  /** The test files that a program loads, by the program's path. */
  filesOf(program: string): readonly string[];
  close(): void;
};

/** Lets test files share processes, because starting a process and loading the daemon takes longer than most of them. */
export function shareProcesses(files: readonly string[]): SharedProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-tests-'));
  const { groups, alone } = groupFiles(files, (path) => readFileSync(path, 'utf8'));
  const all = [...groups, ...alone.map((path) => [path])].toSorted((one, other) => startPlace(one) - startPlace(other));
  const shared = interleave(all).map((group, index) => {
    // Node runs them by their names.
    const program = join(folder, `${String(index).padStart(4, '0')}.test.mjs`);
    const loaded = [endsProcess, ...group.map((path) => resolve(path))];
    writeFileSync(program, loaded.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};\n`).join(''));
    return { program, group };
  });
  return {
    folder,
    programs: shared.map(({ program }) => program),
    filesOf: (path) => shared.find(({ program }) => program === path)?.group ?? [path],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** So many files take longer than any single one. */
const manyFiles = 15;

/** Processes by the files that they load: the longest, which start first, so that none is left over when all others have ended. */
const startOrder: ((first: string, count: number) => boolean)[] = [
  (first) => first.startsWith('e2e/bench-smoke'),
  (first, count) => first.startsWith('e2e/web/') && count > 1,
  (first) => first.startsWith('e2e/web/'),
  (first) => first.startsWith('e2e/faults/'),
  (_first, count) => count >= manyFiles,
  (first) => first.startsWith('e2e/peers/'),
  (first) => first.startsWith('e2e/'),
  () => true,
];

function startPlace(group: readonly string[]): number {
  return startOrder.findIndex((fits) => fits(group[0] ?? '', group.length));
}

/** Page tests use the processor, and most others wait for servers: they start alternately. */
function interleave(all: readonly (readonly string[])[]): (readonly string[])[] {
  const isPages = ([first = '']: readonly string[]) => first.startsWith('e2e/web/');
  const others = all.filter((group) => !isPages(group));
  const turns = all.filter(isPages).flatMap((group) => [group, ...others.splice(0, 1)]);
  return [...turns, ...others];
}

/** Which files share a process. Neighbours are separated, because they are often heavy together. */
export function groupFiles(files: readonly string[], read: (path: string) => string) {
  // Of the files without a group.
  const sources = new Map(files.map((path) => [path, read(path)]));
  const groups = groupRules.flatMap(({ maxFiles, fits }) => {
    const sharing = [...sources].flatMap(([path, source]) =>
      fits(path, source) && !affectsProcess.test(source) ? [path] : [],
    );
    for (const path of sharing) sources.delete(path);
    const count = Math.ceil(sharing.length / maxFiles);
    return Array.from({ length: count }, (_, group) => sharing.filter((_path, index) => index % count === group));
  });
  return { groups, alone: [...sources.keys()] };
}
