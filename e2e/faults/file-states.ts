import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The small files of an instance, by their path in the folder of a test. */
export const files = {
  'bridge-port': 'config/bridge-port',
  'bridge-token': 'config/bridge-token',
  'daemon-token': 'config/daemon-token',
  'config.toml': 'config/config.toml',
  'secrets.toml': 'config/secrets.toml',
  'identity.json': 'data/identity.json',
  'lock.db': 'data/lock.db',
} as const;

export type FileName = keyof typeof files;

/**
 * The result of a start with a file: normal; with the last good text of a damaged one; without a bridge, which is reported;
 * or a failure with one sentence. A start
 * that does not replace a file leaves it unchanged.
 */
type StartOutcome = 'runs' | 'keeps its last good text' | 'has no bridge' | 'is refused';

/** An unusual state of a file. `fates` names the files with which a start is not normal. */
export type FileState = {
  apply(path: string, content: Buffer): void;
  outcomes: Partial<Record<FileName, Exclude<StartOutcome, 'runs'>>>;
};

const noToken = { 'bridge-token': 'has no bridge' } as const;
const noText = { 'config.toml': 'keeps its last good text', 'secrets.toml': 'keeps its last good text' } as const;
const noDatabase = { 'lock.db': 'is refused' } as const;

const overwrite = (content: (held: Buffer) => Buffer | string) => (path: string, held: Buffer) =>
  writeFileSync(path, content(held));

export const fileStates: Record<string, FileState> = {
  missing: { apply: () => undefined, outcomes: {} },
  empty: { apply: overwrite(() => ''), outcomes: {} },
  'cut off in the middle': {
    apply: overwrite((held) => held.subarray(0, Math.ceil(held.length / 2))),
    outcomes: noText,
  },
  'open to others': { apply: (path, held) => writeFileSync(path, held, { mode: 0o644 }), outcomes: {} },
  'a folder': {
    apply(path) {
      mkdirSync(path);
      writeFileSync(join(path, 'letter'), 'dear to somebody');
    },
    outcomes: { ...noToken, ...noText, ...noDatabase, 'bridge-port': 'has no bridge', 'identity.json': 'is refused' },
  },
  'a link to nothing': { apply: (path) => symlinkSync(`${path}-elsewhere`, path), outcomes: {} },
  'a link to a file elsewhere': {
    apply(path, held) {
      writeFileSync(`${path}-elsewhere`, held);
      symlinkSync(`${path}-elsewhere`, path);
    },
    outcomes: {},
  },
  'random bytes': {
    apply: overwrite(() => Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 151 + 128) % 256))),
    outcomes: { ...noToken, ...noText, ...noDatabase },
  },
  'full of NUL bytes': { apply: overwrite(() => Buffer.alloc(64)), outcomes: { ...noToken, ...noText, ...noDatabase } },
  huge: {
    apply: overwrite(() => '# 0123456789abcdef\n'.repeat(550_000)),
    outcomes: { ...noToken, ...noDatabase },
  },
  'with lines that end in CRLF': {
    apply: overwrite((held) => held.toString('latin1').replaceAll('\n', '\r\n')),
    outcomes: {},
  },
  'with a byte order mark': {
    apply: overwrite((held) => Buffer.concat([Buffer.from('\uFEFF'), held])),
    outcomes: noDatabase,
  },
};

/** Has no effect if the tests run as root. */
export const unreadableState: FileState = {
  apply: (path, held) => writeFileSync(path, held, { mode: 0o000 }),
  outcomes: { ...noToken, ...noText, ...noDatabase },
};

/** Puts the files into a state, after a killed daemon has left them. */
export function applyFileState(folder: string, names: readonly FileName[], { apply }: FileState): void {
  for (const name of names) {
    const path = join(folder, files[name]);
    const content = readFileSync(path);
    rmSync(path);
    apply(path, content);
  }
}

/** The type, content and link target of a path, so that a test sees a change. */
export function describeFile(folder: string, name: FileName): string {
  const path = join(folder, files[name]);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'nothing';
  if (found.isDirectory()) return `a folder with ${readFileSync(join(path, 'letter'), 'utf8')}`;
  if (found.isSymbolicLink() && !existsSync(path)) return 'a link to nothing';
  return `${found.isSymbolicLink() ? 'a link to ' : ''}${digestOf(path)}`;
}

/** The files beside, which are targets of links. */
export function linkTargetHash(folder: string, name: FileName): string | undefined {
  const path = `${join(folder, files[name])}-elsewhere`;
  return existsSync(path) ? digestOf(path) : undefined;
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
