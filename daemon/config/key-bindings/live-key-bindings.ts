import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { watchFile, type WatchFile } from '../file-watcher.ts';
import { readKeyBindings, type KeyBindings } from './key-bindings.ts';
import { logNotes } from '../live-config.ts';
import { readConfigFile, type FileReadResult } from '../config-state.ts';
import { writeConfig } from '../write-config.ts';

export type LiveKeyBindings = {
  readonly file: string;
  readonly current: KeyBindings;
  /** Why the current file is not in force; the last good keys stay in force. */
  readonly trouble: string | undefined;
  /** Called after every change of the effective keys or of the problems. */
  onChange(listener: () => void): () => void;
  /**
   * Writes the result of `edited` for the file's text atomically; it takes effect immediately. Throws `Failure`:
   * `config_unreadable`, `config_unwritable`, and the failures of `edited`.
   */
  edit(edited: (text: string) => string): void;
  close(): void;
};

type State = { bindings: KeyBindings; trouble: string | undefined };

/**
 * The keys of the page, which follow keys.toml. Without the file the defaults apply. An unreadable file does not prevent the
 * start: `trouble` and the log state the reason.
 */
export function openKeyBindings(
  file: string,
  { log, watch = watchFile }: { log: Log; watch?: WatchFile | undefined },
): LiveKeyBindings {
  const listeners = new Set<() => void>();
  let fileResult = readConfigFile(file);
  let state = stateOf(fileResult, file, readKeyBindings(undefined, file));
  logChanges(undefined, state, log);
  const applyFileResult = (next: FileReadResult) => {
    fileResult = next;
    const before = state;
    state = stateOf(fileResult, file, before.bindings);
    if (isDeepStrictEqual(before, state)) return;
    logChanges(before, state, log);
    for (const listener of listeners) listener();
  };
  const reload = () => {
    const now = readConfigFile(file);
    if (!isDeepStrictEqual(now, fileResult)) applyFileResult(now);
  };
  const close = watch(file, reload, log);
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
    edit(applyEdit) {
      reload();
      const text = editableText(fileResult, state, file);
      const next = applyEdit(text ?? '');
      if (next === (text ?? '')) return;
      writeConfig(file, next, text);
      applyFileResult({ text: next });
    },
    close,
  };
}

/** The state after reading the file: an unusable file changes nothing, and a removed file restores the defaults. */
function stateOf(found: FileReadResult, file: string, last: KeyBindings): State {
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

/** The text that an edit starts from. Editing a file that cannot be read completely would damage it. */
function editableText(found: FileReadResult, { trouble }: State, file: string): string | undefined {
  if ('reason' in found || trouble !== undefined) throw unreadable(trouble ?? '');
  const { text } = found;
  if (text !== undefined && !isUtf8(readFileSync(file)))
    throw unreadable(`${file} is not UTF-8 text, so a change would damage it. Save it as UTF-8.`);
  return text;
}

function unreadable(reason: string): Failure {
  return new Failure('conflict', 'config_unreadable', `Nothing was changed. ${reason}`);
}

function logChanges(before: State | undefined, next: State, log: Log): void {
  if (next.trouble !== undefined && next.trouble !== before?.trouble) log.error(next.trouble);
  const known = new Set(before?.bindings.notes.map(({ message }) => message));
  logNotes(
    next.bindings.notes.filter(({ message }) => !known.has(message)),
    log,
  );
}
