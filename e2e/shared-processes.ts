import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How many test files share a process, at most. */
const most = 8;

/** Those that need servers, browsers or a stand-in for Electron are few and long: nothing is saved where they share. */
const mayShare = /^(daemon|bridge|headless|web)\//;

/**
 * What the other tests of the process would notice, or be noticed by: hooks outside a suite are run around all of them, and
 * the environment, the clock, the memory and what is heard of the process are theirs, too.
 */
const isNoticed =
  /^(before|after)(Each)?\(|process\.env\b.*[^=!]=[^=]|process\.(chdir|on|once|exit|exitCode)\b|mock\.timers|registerHooks|memoryUsage|cpuUsage|performance\.now/m;

export type SharedProcesses = {
  /** What node is to run: the files that need a process of their own, and for the others one that loads several. */
  programs: string[];
  /** For each program that could not be run to its end, by the TAP report: which files it was. */
  held(tap: string): string[];
  close(): void;
};

/** Has small test files share processes, for starting one and loading the daemon into it takes longer than most of them. */
export function shareProcesses(files: readonly string[]): SharedProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-tests-'));
  const { groups, alone } = planOf(files, (path) => readFileSync(path, 'utf8'));
  const shared = groups.map((group, index) => {
    const program = join(folder, `shared-${index}.test.mjs`);
    writeFileSync(
      program,
      group.map((path) => `import ${JSON.stringify(pathToFileURL(resolve(path)).href)};\n`).join(''),
    );
    return { program, group };
  });
  return {
    programs: [...shared.map(({ program }) => program), ...alone],
    held: (tap) =>
      shared
        .filter(({ program }) => tap.includes(program))
        .map(({ program, group }) => `${program} was ${group.join(', ')}.`),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Which files share a process. Neighbours are apart, for they are often heavy together. */
export function planOf(files: readonly string[], read: (path: string) => string) {
  const fit = (path: string) => mayShare.test(path) && !isNoticed.test(read(path));
  const sharing = files.filter(fit);
  const count = Math.ceil(sharing.length / most);
  const groups = Array.from({ length: count }, (_, group) => sharing.filter((_path, index) => index % count === group));
  return { groups, alone: files.filter((path) => !sharing.includes(path)) };
}
