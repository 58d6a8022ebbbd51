import { createHash } from 'node:crypto';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { readConfig } from './config-file.ts';
import type { ConfigSource, ConfigNote } from './config-source.ts';
import type { RepairableFile } from './damaged-file.ts';
import { editedConfig, type ConfigEdit } from './edit-config.ts';
import { editedSetting } from './edit-setting.ts';
import { watchFile, type WatchFile } from './file-watcher.ts';
import { followFile, type FileState } from './followed-file.ts';
import { noCopy, type LastGoodCopy } from './last-good-copy.ts';
import type { Paths } from './paths.ts';
import { defaultConfig, type Config } from './schema/schema.ts';
import { changedKeys } from './toml/values.ts';

export type LiveConfig = ConfigSource &
  RepairableFile & {
    /**
     * Called after every change, whether the file was edited or `change` was called. Receives the previous configuration,
     * which equals the current one if only the notes, the trouble or the set of explicit keys changed.
     */
    onChange(listener: (before: Config) => void): () => void;
    /**
     * Sets one key in the file, or removes it where `value` is undefined; it takes effect immediately. Throws `Failure`:
     * `stale` where the etag is not `if_match`, `config_unreadable`, `config_unwritable`, and the failures of `editedSetting`.
     */
    change(key: string, value: unknown, options?: { if_match?: string | undefined }): void;
    /**
     * Makes several edits in one step: all of them or none. Throws `Failure`: `config_unreadable`, `config_unwritable`, and
     * the failures of `editedConfig`.
     */
    edit(edits: readonly ConfigEdit[]): void;
    /** Changes with every change of the file's text; the ETag of the settings. */
    readonly etag: string;
    close(): void;
  };

/**
 * The configuration, which follows its file. A missing file means defaults. A file that cannot be read or is not TOML
 * prevents nothing: the last good configuration stays in force, also after a restart, and `trouble` states the reason. The
 * caller logs the trouble and the notes of the first reading; later ones are logged here.
 */
export function openConfig(
  { configFile: file }: Pick<Paths, 'configFile'>,
  { log, watch = watchFile, copy = noCopy }: { log: Log; watch?: WatchFile; copy?: LastGoodCopy },
): LiveConfig {
  const listeners = new Set<(before: Config) => void>();
  const followed = followFile<Content>({
    file,
    copy,
    parse: (text, last) => contentOf(text, file, last),
    held: {
      lastGood: 'Posthorn uses the last good settings',
      defaults: 'Posthorn uses the default settings and syncs no accounts',
    },
    onChange(before, next) {
      logChanges(before, next, log);
      for (const listener of listeners) callSafely(() => listener(before.content.config), log);
    },
  });
  const close = watch(file, followed.reload, log);
  return {
    file,
    get current() {
      return followed.content.config;
    },
    get notes() {
      return followed.content.notes;
    },
    get explicit() {
      return followed.content.explicit;
    },
    get trouble() {
      return followed.trouble;
    },
    get isRestorable() {
      return followed.isRestorable;
    },
    get etag() {
      return etagOf(followed.text);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(key, value, { if_match } = {}) {
      followed.edit((text) => {
        if (if_match !== undefined && if_match !== etagOf(text)) throw changedMeanwhile();
        return editedSetting(text ?? '', { file, key, value });
      });
    },
    edit: (edits) => followed.edit((text) => editedConfig(text ?? '', edits, file)),
    repair: followed.repair,
    close,
  };
}

type Content = ReturnType<typeof readConfig>;

function contentOf(text: string | undefined, file: string, last: Content | undefined): Content {
  return text === undefined
    ? { config: defaultConfig(), notes: [], explicit: new Set() }
    : readConfig(text, file, last?.config);
}

/** Logs keys, never values. */
function logChanges(before: FileState<Content>, next: FileState<Content>, log: Log): void {
  if (next.trouble !== undefined && next.trouble !== before.trouble) log.error(next.trouble);
  if (next.trouble === undefined && before.trouble !== undefined) log.info('the configuration file is followed again');
  const keys = changedKeys(before.content.config, next.content.config);
  if (keys.length > 0) log.info({ keys }, 'the configuration has changed');
  const known = new Set(before.content.notes.map(({ message }) => message));
  logNotes(
    next.content.notes.filter(({ message }) => !known.has(message)),
    log,
  );
}

/** Logs the problems of single keys and their replacements. */
export function logNotes(notes: readonly ConfigNote[], log: Log): void {
  for (const { severity, key, line, message } of notes)
    log[severity === 'error' ? 'error' : 'warn']({ key, line }, message);
}

/** The change is in force even if a listener fails, and the other listeners must be called. */
function callSafely(call: () => void, log: Log): void {
  try {
    call();
  } catch (failed) {
    log.error({ err: failed }, 'a listener failed on a change of the configuration');
  }
}

function etagOf(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 32);
}

function changedMeanwhile(): Failure {
  const message = 'config.toml has changed since it was read. Reload the settings and make the change again.';
  return new Failure('stale', 'changed_meanwhile', message);
}
