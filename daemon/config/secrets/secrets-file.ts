import { parse, stringify, TomlError } from 'smol-toml';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import { moveAside, replaceDamaged, type RepairableFile } from '../damaged-file.ts';
import { noCopy, type LastGoodCopy } from '../last-good-copy.ts';
import { isMissing, restrictToOwner, writePrivately } from '../private-file.ts';
import { readTextFile } from '../text-file.ts';
import type { SecretStore } from './secret-store.ts';

type Document = Record<string, unknown>;

export type SecretFile = SecretStore &
  RepairableFile & {
    readonly kind: 'file';
    /** The names of the secrets in the file. */
    refs(): string[];
    /** Throws `Failure` invalid `secrets_unreadable` while the file is damaged: then it is not changed. */
    requireSound(): void;
  };

/**
 * Secrets in a TOML file that only its owner may read: `ref = "secret"` under `[passwords]`, or at the top level. Every call
 * reads it again and tightens permissive modes. Writing keeps all other keys, but no comments. While the file is damaged,
 * missing or empty, the secrets of its last good text are read; without one, reading a secret throws `Failure` invalid
 * `secrets_unreadable`.
 */
export function secretFile(file: string, log: Log, copy: LastGoodCopy = noCopy): SecretFile {
  let loggedTrouble: string | undefined;
  const load = (): Loaded => {
    const loaded = loadedSecrets(file, copy, log);
    if (loaded.trouble !== undefined && loaded.trouble !== loggedTrouble) log.error(loaded.trouble);
    loggedTrouble = loaded.trouble;
    return loaded;
  };
  const readable = (): Document => {
    const { document, trouble } = load();
    if (!document) throw unreadable(file, trouble);
    return document;
  };
  const changeable = (): Document => {
    const { document, trouble } = load();
    if (!document || trouble !== undefined) throw unreadable(file, `Nothing was changed. ${trouble}`);
    return document;
  };
  const save = (document: Document) => {
    const text = stringify(document);
    write(file, text);
    keepCopy(copy, document, text);
  };
  load();
  return {
    kind: 'file',
    file,
    get trouble() {
      return load().trouble;
    },
    get isRestorable() {
      return lastGoodDocument(copy) !== undefined;
    },
    refs: () => refsIn(load().document ?? {}),
    requireSound: () => void changeable(),
    get: async (ref) => secretIn(readable(), ref, file),
    async set(ref, secret) {
      const document = withoutSecret(changeable(), ref);
      save({ ...document, passwords: { ...passwordsOf(document), [ref]: secret } });
    },
    async remove(ref) {
      const document = changeable();
      if (secretIn(document, ref, file) !== undefined) save(withoutSecret(document, ref));
    },
    repair(how) {
      if (load().trouble === undefined) return undefined;
      const text = copy.read();
      if (how === 'restore' && text !== undefined) return replaceDamaged(file, text);
      const movedTo = moveAside(file);
      copy.remove();
      return movedTo;
    },
  };
}

/** The secrets that can be read, and why they are not those of the file as it is now. */
type Loaded = { document: Document | undefined; trouble: string | undefined };

function loadedSecrets(file: string, copy: LastGoodCopy, log: Log): Loaded {
  const lastGood = lastGoodDocument(copy);
  const withTrouble = (reason: string): Loaded => ({
    document: lastGood,
    trouble: `${reason} Until then ${lastGood ? 'the last good passwords are used' : 'no password in it can be used'}.`,
  });
  try {
    const text = privateText(file, log);
    if (text === undefined || text.trim() === '') {
      if (!lastGood) return { document: {}, trouble: undefined };
      return withTrouble(
        `${file} is ${text === undefined ? 'missing. Restore it' : 'empty. Add your passwords to it'}.`,
      );
    }
    const document = parseSecrets(text);
    keepCopy(copy, document, text);
    return { document, trouble: undefined };
  } catch (thrown) {
    return withTrouble(
      `The secrets in ${file} can’t be read (${parseFailure(thrown)}). Correct the file, or repair it under Health check.`,
    );
  }
}

function privateText(file: string, log: Log): string | undefined {
  try {
    if (restrictToOwner(file)) log.warn({ file }, 'other users could read the secrets file; now only its owner can');
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
  }
  return readTextFile(file);
}

function parseSecrets(text: string): Document {
  return parse(text, { unsafeKeyBehaviour: 'throw' });
}

/** A parser's message quotes the line, and so the secret: only its position is passed on. */
function parseFailure(thrown: unknown): string {
  return thrown instanceof TomlError
    ? `line ${thrown.line}, column ${thrown.column}, isn’t valid TOML`
    : systemReason(thrown);
}

/** The secrets of the last good text; undefined if it has none. */
function lastGoodDocument(copy: LastGoodCopy): Document | undefined {
  const text = copy.read();
  if (text === undefined) return undefined;
  try {
    const document = parseSecrets(text);
    return refsIn(document).length > 0 ? document : undefined;
  } catch {
    // A damaged copy is the same as none. The reason would quote a secret.
    return undefined;
  }
}

/** A removed secret must not stay in the copy. */
function keepCopy(copy: LastGoodCopy, document: Document, text: string): void {
  if (refsIn(document).length > 0) copy.write(text);
  else copy.remove();
}

function secretIn(document: Document, ref: string, file: string): string | undefined {
  const secret = ownValue(passwordsOf(document), ref) ?? ownValue(document, ref);
  if (typeof secret === 'string') return secret;
  if (secret === undefined || typeof secret === 'object') return undefined;
  const message = `In ${file}, the secret ${JSON.stringify(ref)} must be text in quotes. Correct the file.`;
  throw unreadable(file, message);
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

function write(file: string, text: string): void {
  try {
    writePrivately(file, text);
  } catch (thrown) {
    const message = `The secrets in ${file} can’t be changed: ${systemReason(thrown)}. Check that the disk has free space and that you can write to the folder.`;
    throw new Failure('unavailable', 'secrets_unwritable', message, { file, retryable: true, cause: thrown });
  }
}

function unreadable(file: string, message = `The secrets in ${file} can’t be read.`): Failure {
  return new Failure('invalid', 'secrets_unreadable', message, { file });
}
