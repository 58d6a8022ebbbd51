import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { editedConfig, type ConfigEdit } from './edit-config.ts';
import { readConfigText } from './config-file.ts';
import { watchFile, type WatchFile } from './file-watcher.ts';
import type { Paths } from './paths.ts';
import type { Config } from './schema/schema.ts';
import { editedSetting } from './edit-setting.ts';
import {
  readConfigFile,
  nextConfigState,
  configStateOf,
  type ConfigState,
  type FileReadResult,
} from './config-state.ts';
import { changedKeys } from './toml/values.ts';
import { writeConfig } from './write-config.ts';
import type { ConfigSource, ConfigNote } from './config-source.ts';

export type LiveConfig = ConfigSource & {
  readonly file: string;
  /** Why the file is currently not in force (not TOML, not readable). The last good configuration stays in force. */
  readonly trouble: string | undefined;
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
 * The configuration, which follows its file. A missing file means defaults. Throws `Failure` invalid `config_unreadable` if
 * the file cannot be read now; after that, the last good configuration stays in force, and `trouble` states the reason. The
 * caller logs the notes of the first reading; later notes are logged here.
 */
export function openConfig(
  { configFile: file }: Pick<Paths, 'configFile'>,
  { log, watch = watchFile }: { log: Log; watch?: WatchFile },
): LiveConfig {
  const holder = createConfigHolder(file, log);
  const close = watch(file, holder.reload, log);
  return {
    file,
    get current() {
      return holder.state().config;
    },
    get notes() {
      return holder.state().notes;
    },
    get explicit() {
      return holder.state().explicit;
    },
    get trouble() {
      return holder.state().trouble;
    },
    get etag() {
      return etagOf(holder.text());
    },
    onChange: holder.onChange,
    change: (key, value, options) => changeKey(holder, { file, key, value, ...options }),
    edit: (edits) => rewrite(holder, { file, edit: (text) => editedConfig(text, edits, file) }),
    close,
  };
}

type ConfigHolder = {
  state(): ConfigState;
  /** The result of the last read of the file. */
  text(): string | undefined;
  reload(): void;
  /** Applies a text that has just been written. */
  setText(text: string): void;
  onChange: LiveConfig['onChange'];
};

function createConfigHolder(file: string, log: Log): ConfigHolder {
  const listeners = new Set<(before: Config) => void>();
  let fileResult: FileReadResult = { text: readConfigText(file) };
  let state = configStateOf(fileResult.text, file);
  const setState = (next: ConfigState) => {
    const before = state;
    state = next;
    if (isDeepStrictEqual(before, next)) return;
    logChanges(before, next, log);
    for (const listener of listeners) callSafely(() => listener(before.config), log);
  };
  return {
    state: () => state,
    text: () => ('text' in fileResult ? fileResult.text : undefined),
    reload() {
      const current = readConfigFile(file);
      if (isDeepStrictEqual(current, fileResult)) return;
      fileResult = current;
      setState(nextConfigState(state, current, file));
    },
    setText(text) {
      fileResult = { text };
      setState(configStateOf(text, file, state.config));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Change = { file: string; key: string; value: unknown; if_match?: string | undefined };

function changeKey(holder: ConfigHolder, { file, key, value, if_match }: Change): void {
  rewrite(holder, { file, if_match, edit: (text) => editedSetting(text, { file, key, value }) });
}

type RewriteRequest = { file: string; edit: (text: string) => string; if_match?: string | undefined };

function rewrite(holder: ConfigHolder, { file, edit, if_match }: RewriteRequest): void {
  holder.reload();
  const { trouble } = holder.state();
  const text = holder.text();
  if (trouble !== undefined) throw unreadable(trouble);
  if (if_match !== undefined && if_match !== etagOf(text)) throw changedMeanwhile();
  if (text !== undefined && !isUtf8(readFileSync(file)))
    throw unreadable(`${file} is not UTF-8 text, so a change would damage it. Save it as UTF-8.`);
  const edited = edit(text ?? '');
  if (edited === (text ?? '')) return;
  writeConfig(file, edited, text);
  holder.setText(edited);
}

/** Logs keys, never values. */
function logChanges(before: ConfigState, next: ConfigState, log: Log): void {
  if (next.trouble !== undefined && next.trouble !== before.trouble) log.error(next.trouble);
  if (next.trouble === undefined && before.trouble !== undefined) log.info('the configuration file is followed again');
  const keys = changedKeys(before.config, next.config);
  if (keys.length > 0) log.info({ keys }, 'the configuration has changed');
  const known = new Set(before.notes.map(({ message }) => message));
  logNotes(
    next.notes.filter(({ message }) => !known.has(message)),
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

function unreadable(reason: string): Failure {
  return new Failure('conflict', 'config_unreadable', `Nothing was changed. ${reason}`);
}

function changedMeanwhile(): Failure {
  const message = 'config.toml has been changed since it was read. Read the settings again, and repeat the change.';
  return new Failure('stale', 'changed_meanwhile', message);
}
