import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The small files of an instance, by where they lie in the folder of a test. */
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
 * How a start fares with a file: as ever; without a bridge, which is said; or not at all, in one sentence. What a start
 * does not replace is left as it was found.
 */
export type Fate = 'runs' | 'has no bridge' | 'is refused';

/** A state a file may be found in. `fates` names those files with which a start does not just run. */
export type OddState = {
  make(path: string, held: Buffer): void;
  fates: Partial<Record<FileName, Exclude<Fate, 'runs'>>>;
};

const noToken = { 'bridge-token': 'has no bridge' } as const;
const noText = { 'config.toml': 'is refused', 'secrets.toml': 'is refused' } as const;
const noDatabase = { 'lock.db': 'is refused' } as const;

const replaced = (content: (held: Buffer) => Buffer | string) => (path: string, held: Buffer) =>
  writeFileSync(path, content(held));

export const oddStates: Record<string, OddState> = {
  missing: { make: () => undefined, fates: {} },
  empty: { make: replaced(() => ''), fates: {} },
  'cut off in the middle': {
    make: replaced((held) => held.subarray(0, Math.ceil(held.length / 2))),
    fates: noText,
  },
  'open to others': { make: (path, held) => writeFileSync(path, held, { mode: 0o644 }), fates: {} },
  'a folder': {
    make(path) {
      mkdirSync(path);
      writeFileSync(join(path, 'letter'), 'dear to somebody');
    },
    fates: { ...noToken, ...noText, ...noDatabase, 'bridge-port': 'has no bridge', 'identity.json': 'is refused' },
  },
  'a link to nothing': { make: (path) => symlinkSync(`${path}-elsewhere`, path), fates: {} },
  'a link to a file elsewhere': {
    make(path, held) {
      writeFileSync(`${path}-elsewhere`, held);
      symlinkSync(`${path}-elsewhere`, path);
    },
    fates: {},
  },
  'random bytes': {
    make: replaced(() => Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 151 + 128) % 256))),
    fates: { ...noToken, ...noText, ...noDatabase },
  },
  'full of NUL bytes': { make: replaced(() => Buffer.alloc(64)), fates: { ...noToken, ...noText, ...noDatabase } },
  huge: {
    make: replaced(() => '# 0123456789abcdef\n'.repeat(550_000)),
    fates: { ...noToken, ...noDatabase },
  },
  'with lines that end in CRLF': {
    make: replaced((held) => held.toString('latin1').replaceAll('\n', '\r\n')),
    fates: {},
  },
  'with a byte order mark': {
    make: replaced((held) => Buffer.concat([Buffer.from('\uFEFF'), held])),
    fates: noDatabase,
  },
};

/** Only where the tests run as root does this hinder nobody. */
export const closedToAll: OddState = {
  make: (path, held) => writeFileSync(path, held, { mode: 0o000 }),
  fates: { ...noToken, ...noText, ...noDatabase },
};

/** Puts the files into a state, after a daemon that was killed has left them as it does. */
export function makeOdd(folder: string, names: readonly FileName[], { make }: OddState): void {
  for (const name of names) {
    const path = join(folder, files[name]);
    const held = readFileSync(path);
    rmSync(path);
    make(path, held);
  }
}

/** What lies at a place, and where it leads, as far as a test can see it change. */
export function lookAt(folder: string, name: FileName): string {
  const path = join(folder, files[name]);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'nothing';
  if (found.isDirectory()) return `a folder with ${readFileSync(join(path, 'letter'), 'utf8')}`;
  if (found.isSymbolicLink() && !existsSync(path)) return 'a link to nothing';
  return `${found.isSymbolicLink() ? 'a link to ' : ''}${digestOf(path)}`;
}

/** What lies beside the files, where their links lead. */
export function elsewhere(folder: string, name: FileName): string | undefined {
  const path = `${join(folder, files[name])}-elsewhere`;
  return existsSync(path) ? digestOf(path) : undefined;
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
