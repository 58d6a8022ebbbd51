import { readFileSync } from 'node:fs';
import { parse, stringify, TomlError } from 'smol-toml';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { isMissing, restrictToOwner, writePrivately } from '../private-file.ts';
import type { SecretStore } from './secret-store.ts';

type Document = Record<string, unknown>;

export type SecretFile = SecretStore & {
  readonly kind: 'file';
  /** The names of the secrets in the file. */
  refs(): string[];
};

/**
 * Secrets in a TOML file that only its owner may read: `ref = "secret"` under `[passwords]`, or at the top level. Every call
 * reads it again and tightens permissive modes. Writing keeps all other keys, but no comments.
 */
export function secretFile(file: string, log: Log): SecretFile {
  const load = (): Document => documentIn(file, log);
  load();
  return {
    kind: 'file',
    refs: () => refsIn(load()),
    get: async (ref) => secretIn(load(), ref, file),
    async set(ref, secret) {
      const document = withoutSecret(load(), ref);
      save(file, { ...document, passwords: { ...passwordsOf(document), [ref]: secret } });
    },
    async remove(ref) {
      const document = load();
      if (secretIn(document, ref, file) !== undefined) save(file, withoutSecret(document, ref));
    },
  };
}

function documentIn(file: string, log: Log): Document {
  try {
    if (restrictToOwner(file)) log.warn({ file }, 'other users could read the secrets file; now only its owner can');
    return parse(readFileSync(file, 'utf8'), { unsafeKeyBehaviour: 'throw' });
  } catch (thrown) {
    if (isMissing(thrown)) return {};
    // A parser's message quotes the line, and so the secret: only its position is passed on.
    const reason =
      thrown instanceof TomlError
        ? `line ${thrown.line}, column ${thrown.column}, is not valid TOML`
        : reasonOf(thrown);
    throw unreadable(file, reason);
  }
}

function secretIn(document: Document, ref: string, file: string): string | undefined {
  const secret = ownValue(passwordsOf(document), ref) ?? ownValue(document, ref);
  if (typeof secret === 'string') return secret;
  if (secret === undefined || typeof secret === 'object') return undefined;
  throw unreadable(file, `the secret ${JSON.stringify(ref)} must be text in quotes`);
}

function passwordsOf({ passwords }: Document): Document {
  return typeof passwords === 'object' && passwords !== null ? (passwords as Document) : {};
}

function refsIn(document: Document): string[] {
  const inBoth = [...Object.entries(passwordsOf(document)), ...Object.entries(document)];
  return [...new Set(inBoth.filter(([, value]) => typeof value === 'string').map(([ref]) => ref))];
}

function ownValue(table: Document, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function withoutSecret(document: Document, ref: string): Document {
  const otherEntries = (table: Document) =>
    Object.entries(table).filter(([key, value]) => key !== ref || isTable(value));
  return {
    ...Object.fromEntries(otherEntries(document)),
    passwords: Object.fromEntries(otherEntries(passwordsOf(document))),
  };
}

function isTable(value: unknown): boolean {
  return typeof value === 'object';
}

function save(file: string, document: Document): void {
  try {
    writePrivately(file, stringify(document));
  } catch (thrown) {
    const message = `The secrets in ${file} cannot be changed: ${reasonOf(thrown)}. Look whether the disk is full, and whether you may write there.`;
    throw new Failure('unavailable', 'secrets_unwritable', message, { file, retryable: true, cause: thrown });
  }
}

function unreadable(file: string, reason: string): Failure {
  const message = `The secrets in ${file} cannot be read: ${reason}. Correct the file, or move it away.`;
  return new Failure('invalid', 'secrets_unreadable', message, { file });
}
