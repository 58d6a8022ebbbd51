import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { isMissing } from '../../config/private-file.ts';
import type { Io } from './io.ts';

/** What a short id stands for. */
type ListedKind = 'message' | 'thread' | 'draft';
export type Listed = { kind: ListedKind; id: string; thread_id?: string | undefined };
type StoredItem = Listed & { at: number };
type StoredList = { version: 1; items: readonly StoredItem[] };

const maxItems = 2_000;
const maxAgeMs = 7 * 86_400_000;
const shortestLength = 4;

/**
 * Remembers what was listed, so that a few characters name it. A short id is the end of the real one: it never means another
 * message after a later list. Several daemons have files of their own.
 */
export function openShortIds(io: Io, { address, now }: { address: string; now: () => Date }) {
  const file = cacheFile(io, address);
  let items = readItems(file, now().getTime() - maxAgeMs);

  return {
    /** Remembers listed items, and gives the short id of each. */
    remember(listed: readonly Listed[]): string[] {
      const at = now().getTime();
      const fresh = new Set(listed.map(({ id }) => id));
      items = [...listed.map((item) => ({ ...item, at })), ...items.filter(({ id }) => !fresh.has(id))].slice(
        0,
        maxItems,
      );
      saveItems(file, items);
      return listed.map(({ id }) => shortId(id));
    },
    shortId,
    /** What an id or a short one of an earlier list stands for. Throws Failure `unknown_id`, `ambiguous_id`. */
    find(text: string): Listed {
      const wanted = text.toLowerCase();
      const found = items.filter(({ id }) => id === wanted || (isShort(wanted) && endOf(id).endsWith(wanted)));
      const [only, ...others] = found;
      if (only && others.length === 0) return only;
      if (only)
        throw ambiguous(
          text,
          found.map(({ id }) => shortId(id)),
        );
      throw unknownId(text, items);
    },
  };

  function shortId(id: string): string {
    const whole = endOf(id);
    for (let length = shortestLength; length < whole.length; length++) {
      const end = whole.slice(-length);
      if (items.every((other) => other.id === id || !endOf(other.id).endsWith(end))) return end;
    }
    return id;
  }
}

/** An id without its hyphens. */
function endOf(id: string): string {
  return id.replaceAll('-', '');
}

function isShort(text: string): boolean {
  return text.length >= shortestLength && /^[0-9a-f]+$/.test(text);
}

/** The folder for what may be deleted at any time. */
function cacheFile({ env, platform, home }: Io, address: string): string {
  const name = `lists-${Buffer.from(address).toString('base64url').slice(-40)}.json`;
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'posthorn', 'cache', name);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'posthorn', name);
  const cache = env['XDG_CACHE_HOME'];
  return posix.join(cache && posix.isAbsolute(cache) ? cache : posix.join(home, '.cache'), 'posthorn', name);
}

function readItems(file: string, oldest: number): StoredItem[] {
  try {
    const { version, items } = JSON.parse(readFileSync(file, 'utf8')) as Partial<StoredList>;
    if (version !== 1 || !Array.isArray(items)) return [];
    return items.filter(({ id, at }) => typeof id === 'string' && typeof at === 'number' && at >= oldest);
  } catch (failed) {
    // A damaged file is a list that was forgotten: whoever uses a short id of it is told to list again.
    if (isMissing(failed) || failed instanceof SyntaxError) return [];
    throw failed;
  }
}

/** Replaces the file as a whole, readable by the owner only. */
function saveItems(file: string, items: readonly StoredItem[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify({ version: 1, items } satisfies StoredList), {
    mode: 0o600,
  });
  renameSync(next, file);
}

function unknownId(text: string, items: readonly StoredItem[]): Failure {
  const sentence =
    items.length === 0
      ? `“${text}” isn’t known here, because nothing was listed yet. Run "posthorn list" or "posthorn search" first.`
      : `“${text}” isn’t in the lists of the last seven days. Run "posthorn list" or "posthorn search" again.`;
  return new Failure('missing', 'unknown_id', sentence);
}

function ambiguous(text: string, candidates: readonly string[]): Failure {
  const sentence = `“${text}” could be ${candidates.slice(0, 5).join(' or ')}. Write more of the id.`;
  return new Failure('invalid', 'ambiguous_id', sentence, { candidates });
}
