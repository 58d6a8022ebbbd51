import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { followFile, type Follow } from './follow.ts';
import { readKeyBindings, type KeyBindings } from './key-bindings.ts';
import { logNotes } from './live.ts';
import { foundIn, type Found } from './state.ts';
import { writeConfig } from './write.ts';

export type LiveKeyBindings = {
  readonly file: string;
  readonly current: KeyBindings;
  /** Why the file as it is now is not in force; the last good keys hold meanwhile. */
  readonly trouble: string | undefined;
  /** Called after every change of what holds, and of what is wrong. */
  onChange(listener: () => void): () => void;
  /**
   * Writes what `edited` makes of the file's text, in one step; it is in force at once. Throws `Failure`:
   * `config_unreadable`, `config_unwritable`, and what `edited` throws.
   */
  edit(edited: (text: string) => string): void;
  close(): void;
};

type State = { bindings: KeyBindings; trouble: string | undefined };

/**
 * The keys of the page, which follow keys.toml. Without the file the defaults hold. One that cannot be read stops nothing:
 * `trouble` says why, here and in the log.
 */
export function openKeyBindings(
  file: string,
  { log, follow = followFile }: { log: Log; follow?: Follow | undefined },
): LiveKeyBindings {
  const listeners = new Set<() => void>();
  let found = foundIn(file);
  let state = stateOf(found, file, readKeyBindings(undefined, file));
  tell(undefined, state, log);
  const take = (next: Found) => {
    found = next;
    const before = state;
    state = stateOf(found, file, before.bindings);
    if (isDeepStrictEqual(before, state)) return;
    tell(before, state, log);
    for (const listener of listeners) listener();
  };
  const look = () => {
    const now = foundIn(file);
    if (!isDeepStrictEqual(now, found)) take(now);
  };
  const close = follow(file, look, log);
  return {
    file,
    get current() {
      return state.bindings;
    },
    get trouble() {
      return state.trouble;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    edit(edited) {
      look();
      const text = editable(found, state, file);
      const next = edited(text ?? '');
      if (next === (text ?? '')) return;
      writeConfig(file, next, text);
      take({ text: next });
    },
    close,
  };
}

/** What holds after a look: a file that cannot be used changes nothing, one that is gone brings the defaults back. */
function stateOf(found: Found, file: string, last: KeyBindings): State {
  if ('reason' in found) return { bindings: last, trouble: withConsequence(found.reason) };
  try {
    return { bindings: readKeyBindings(found.text, file), trouble: undefined };
  } catch (thrown) {
    if (thrown instanceof Failure) return { bindings: last, trouble: withConsequence(thrown.message) };
    throw thrown;
  }
}

function withConsequence(reason: string): string {
  return `${reason} Until then the last good keys hold.`;
}

/** What an edit starts from. An edit of what cannot be read whole would damage it. */
function editable(found: Found, { trouble }: State, file: string): string | undefined {
  if ('reason' in found || trouble !== undefined) throw unreadable(trouble ?? '');
  const { text } = found;
  if (text !== undefined && !isUtf8(readFileSync(file)))
    throw unreadable(`${file} is not UTF-8 text, so a change would damage it. Save it as UTF-8.`);
  return text;
}

function unreadable(reason: string): Failure {
  return new Failure('conflict', 'config_unreadable', `Nothing was changed. ${reason}`);
}

function tell(before: State | undefined, next: State, log: Log): void {
  if (next.trouble !== undefined && next.trouble !== before?.trouble) log.error(next.trouble);
  const known = new Set(before?.bindings.notes.map(({ message }) => message));
  logNotes(
    next.bindings.notes.filter(({ message }) => !known.has(message)),
    log,
  );
}
