import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, reasonOf } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { writePrivately } from '../config/private-file.ts';

/** What is wrong with `mail.db`, as far as it is known. */
export type StoreProblem = {
  /**
   * `store_damaged`, `store_missing`, `store_unreadable`, `database_newer`, `disk_full`, `disk_error` or
   * `restore_incomplete`.
   */
  code: string;
  /** A sentence for users. */
  message: string;
  /** The report of SQLite or of the operating system, for support. */
  detail: string | null;
  /** The instant at which it was noticed. */
  found_at: string;
};

/** The codes of Failures that concern the whole store, after which Posthorn starts in degraded mode. */
const storeProblemCodes: readonly string[] = [
  'store_damaged',
  'store_missing',
  'store_unreadable',
  'database_newer',
  'disk_full',
  'disk_error',
  'restore_incomplete',
];

/** The problem that a Failure describes; undefined where it does not concern the whole store. */
export function storeProblemOf(failed: unknown, found_at: string): StoreProblem | undefined {
  if (!(failed instanceof Failure) || !storeProblemCodes.includes(failed.code)) return undefined;
  const { code, message, details } = failed;
  return { code, message, detail: typeof details['detail'] === 'string' ? details['detail'] : null, found_at };
}

/** Whether the store is opened by itself when the disk works again. */
export function isDiskProblem({ code }: StoreProblem): boolean {
  return code === 'disk_full' || code === 'disk_error';
}

export const storeDamagedSentence =
  'The mail database on this computer is damaged. Restore a backup or repair it. Your mail on its servers isn’t affected.';

export function storeDamaged(detail: string, { file, cause }: { file: string; cause?: unknown }): Failure {
  return new Failure('unavailable', 'store_damaged', storeDamagedSentence, { detail, file: basename(file), cause });
}

/**
 * An error of SQLite about the content of a database file as Failure `store_damaged`, whose details are `file`, the name of
 * the connection's main file, and `detail`; any other error is returned unchanged. SQLite does not say which of two attached
 * files is damaged.
 */
export function withDamage(thrown: unknown, file: string): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return thrown;
  return storeDamaged(`${code}: ${reasonOf(thrown)}`, { file, cause: thrown });
}

export function isDamage(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && thrown.code === 'store_damaged';
}

/** What SQLite reported, for support. */
export function damageDetail({ details, message }: Failure): string {
  return typeof details['detail'] === 'string' ? details['detail'] : message;
}

/**
 * Checks that `mail.db` is there if it was there before. Throws Failure `store_missing` if it is missing or empty while
 * files that were created after it exist, or `hadMail` says so; and `store_unreadable` if something else than a file has
 * its name.
 */
export function requireMailFile(
  { mail, index, activity, blobs }: Record<'mail' | 'index' | 'activity' | 'blobs', string>,
  hadMail: () => boolean,
): void {
  const found = statSync(mail, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw storeUnreadable(`${mail} is not a file`, { why: 'something else has the name of its file' });
  if (found && found.size > 0) return;
  // The first start creates mail.db before the others. A write-ahead log holds what a killed first start wrote.
  if ((statSync(`${mail}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const isLeft = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const hasTraces =
    isLeft(index) || isLeft(activity) || (existsSync(blobs) && readdirSync(blobs).length > 0) || hadMail();
  if (!hasTraces) return;
  const state = found ? 'is empty' : 'is missing';
  throw new Failure(
    'unavailable',
    'store_missing',
    `The mail database ${state}, although mail was stored here before. If you moved it, move it back; else restore a backup. Nothing has been replaced, and your mail on its servers isn’t affected.`,
    { detail: `${mail} ${state}` },
  );
}

/** Errors of the system on opening mail.db as Failure `store_unreadable`; other errors unchanged. */
export function asStoreFailure(thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (!/^(SQLITE_(CANTOPEN|IOERR|PERM|AUTH)|EACCES|EPERM|EIO)/.test(code)) return thrown;
  return storeUnreadable(`${code}: ${reasonOf(thrown)}`, { why: systemReason(thrown), cause: thrown });
}

/** `why` is a reason in words, and `detail` one for support. */
export function storeUnreadable(detail: string, { why, cause }: { why?: string; cause?: unknown } = {}): Failure {
  const reason = why === undefined ? '' : `: ${why}`;
  const sentence = `The mail database can’t be opened${reason}. Check its folder and disk, or restore a backup. Your mail on its servers isn’t affected.`;
  return new Failure('unavailable', 'store_unreadable', sentence, { detail, cause });
}

/** Damage of `mail.db` that a check has confirmed. It stays known until a restore or repair replaces the file. */
export function readDamageRecord(dataDir: string): StoreProblem | undefined {
  const file = damageFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoreProblem;
  } catch (thrown) {
    const found_at = statSync(file).mtime.toISOString();
    return { code: 'store_damaged', message: storeDamagedSentence, detail: reasonOf(thrown), found_at };
  }
}

export function saveDamageRecord(dataDir: string, problem: StoreProblem): void {
  writePrivately(damageFile(dataDir), JSON.stringify(problem));
}

export function removeDamageRecord(dataDir: string): void {
  rmSync(damageFile(dataDir), { force: true });
}

/** The name of the record in the data folder; a restore moves it away together with the damaged file. */
export const damageRecordName = 'damaged.json';

function damageFile(dataDir: string): string {
  return join(dataDir, damageRecordName);
}
