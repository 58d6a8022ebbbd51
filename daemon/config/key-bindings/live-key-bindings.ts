import type { Log } from '../../base/log.ts';
import type { RepairableFile } from '../damaged-file.ts';
import { watchFile, type WatchFile } from '../file-watcher.ts';
import { followFile, type FileState } from '../followed-file.ts';
import { noCopy, type LastGoodCopy } from '../last-good-copy.ts';
import { readKeyBindings, type KeyBindings } from './key-bindings.ts';
import { logNotes } from '../live-config.ts';

export type LiveKeyBindings = RepairableFile & {
  readonly current: KeyBindings;
  /** Called after every change of the effective keys or of the problems. */
  onChange(listener: () => void): () => void;
  /**
   * Writes the result of `edited` for the file's text atomically; it takes effect immediately. Throws `Failure`:
   * `config_unreadable`, `config_unwritable`, and the failures of `edited`.
   */
  edit(edited: (text: string) => string): void;
  close(): void;
};

/**
 * The keys of the page, which follow keys.toml. Without the file the defaults apply. An unreadable file prevents nothing: the
 * last good keys hold, also after a restart, and `trouble` and the log state the reason.
 */
export function openKeyBindings(
  file: string,
  { log, watch = watchFile, copy = noCopy }: { log: Log; watch?: WatchFile | undefined; copy?: LastGoodCopy },
): LiveKeyBindings {
  const listeners = new Set<() => void>();
  const followed = followFile<KeyBindings>({
    file,
    copy,
    parse: (text) => readKeyBindings(text, file),
    held: { lastGood: 'the last good keys are used', defaults: 'the standard keys are used' },
    onChange(before, next) {
      logChanges(before, next, log);
      for (const listener of listeners) listener();
    },
  });
  logChanges(undefined, { content: followed.content, trouble: followed.trouble }, log);
  const close = watch(file, followed.reload, log);
  return {
    file,
    get current() {
      return followed.content;
    },
    get trouble() {
      return followed.trouble;
    },
    get isRestorable() {
      return followed.isRestorable;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    edit: (applyEdit) => followed.edit((text) => applyEdit(text ?? '')),
    repair: followed.repair,
    close,
  };
}

type State = Pick<FileState<KeyBindings>, 'content' | 'trouble'>;

function logChanges(before: State | undefined, next: State, log: Log): void {
  if (next.trouble !== undefined && next.trouble !== before?.trouble) log.error(next.trouble);
  const known = new Set(before?.content.notes.map(({ message }) => message));
  logNotes(
    next.content.notes.filter(({ message }) => !known.has(message)),
    log,
  );
}
