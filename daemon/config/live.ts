import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { editedConfig, type ConfigEdit } from './edit-table.ts';
import { configText, type ConfigNote, type ConfigSource } from './file.ts';
import { followFile, type Follow } from './follow.ts';
import type { Paths } from './paths.ts';
import type { Config } from './schema.ts';
import { editedSetting } from './setting.ts';
import { foundIn, stateAfter, stateOf, type ConfigState, type Found } from './state.ts';
import { changedKeys } from './values.ts';
import { writeConfig } from './write.ts';

export type LiveConfig = ConfigSource & {
  readonly file: string;
  /** Why the file is not followed at the moment (not TOML, not readable); the last good configuration holds meanwhile. */
  readonly trouble: string | undefined;
  /**
   * Called after every change, whether somebody edited the file or `change` did; gets what held before, which equals
   * what holds now where the notes alone have changed, the trouble, or which keys are explicit.
   */
  onChange(listener: (before: Config) => void): () => void;
  /**
   * Sets one key in the file, or removes it where `value` is undefined; it is in force at once. Throws `Failure`:
   * `stale` where the etag is not `if_match`, `config_unreadable`, `config_unwritable`, and what `editedSetting` throws.
   */
  change(key: string, value: unknown, options?: { if_match?: string | undefined }): void;
  /**
   * Makes several edits in one step: all of them or none. Throws `Failure`: `config_unreadable`, `config_unwritable`, and
   * what `editedConfig` throws.
   */
  edit(edits: readonly ConfigEdit[]): void;
  /** Changes with every change of the file's text; the ETag of the settings. */
  readonly etag: string;
  close(): void;
};

/**
 * The configuration, which follows its file. A missing file means defaults. Throws `Failure` invalid
 * `config_unreadable` where it cannot be read now; later the last good configuration holds, and `trouble` says why.
 * Notes of the first reading are left to the caller to log, later ones are logged here.
 */
export function openConfig(
  { configFile: file }: Pick<Paths, 'configFile'>,
  { log, follow = followFile }: { log: Log; follow?: Follow },
): LiveConfig {
  const held = heldConfig(file, log);
  const close = follow(file, held.look, log);
  return {
    file,
    get current() {
      return held.state().config;
    },
    get notes() {
      return held.state().notes;
    },
    get explicit() {
      return held.state().explicit;
    },
    get trouble() {
      return held.state().trouble;
    },
    get etag() {
      return etagOf(held.text());
    },
    onChange: held.onChange,
    change: (key, value, options) => changeKey(held, { file, key, value, ...options }),
    edit: (edits) => rewrite(held, { file, edited: (text) => editedConfig(text, edits, file) }),
    close,
  };
}

type Held = {
  state(): ConfigState;
  /** What the file held at the last look. */
  text(): string | undefined;
  look(): void;
  /** Takes over what has just been written. */
  take(text: string): void;
  onChange: LiveConfig['onChange'];
};

function heldConfig(file: string, log: Log): Held {
  const listeners = new Set<(before: Config) => void>();
  let found: Found = { text: configText(file) };
  let state = stateOf(found.text, file);
  const settle = (next: ConfigState) => {
    const before = state;
    state = next;
    if (isDeepStrictEqual(before, next)) return;
    tell(before, next, log);
    for (const listener of listeners) callSafely(() => listener(before.config), log);
  };
  return {
    state: () => state,
    text: () => ('text' in found ? found.text : undefined),
    look() {
      const now = foundIn(file);
      if (isDeepStrictEqual(now, found)) return;
      found = now;
      settle(stateAfter(state, now, file));
    },
    take(text) {
      found = { text };
      settle(stateOf(text, file, state.config));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Change = { file: string; key: string; value: unknown; if_match?: string | undefined };

function changeKey(held: Held, { file, key, value, if_match }: Change): void {
  rewrite(held, { file, if_match, edited: (text) => editedSetting(text, { file, key, value }) });
}

type Rewriting = { file: string; edited: (text: string) => string; if_match?: string | undefined };

function rewrite(held: Held, { file, edited: edit, if_match }: Rewriting): void {
  held.look();
  const { trouble } = held.state();
  const text = held.text();
  if (trouble !== undefined) throw unreadable(trouble);
  if (if_match !== undefined && if_match !== etagOf(text)) throw stale();
  if (text !== undefined && !isUtf8(readFileSync(file)))
    throw unreadable(`${file} is not UTF-8 text, so a change would damage it. Save it as UTF-8.`);
  const edited = edit(text ?? '');
  if (edited === (text ?? '')) return;
  writeConfig(file, edited, text);
  held.take(edited);
}

/** Keys are logged, values never. */
function tell(before: ConfigState, next: ConfigState, log: Log): void {
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

/** Says in the log what is wrong at single keys, and what holds instead. */
export function logNotes(notes: readonly ConfigNote[], log: Log): void {
  for (const { severity, key, line, message } of notes)
    log[severity === 'error' ? 'error' : 'warn']({ key, line }, message);
}

/** The change is in force whatever a listener makes of it, and the others must hear of it. */
function callSafely(call: () => void, log: Log): void {
  try {
    call();
  } catch (failed) {
    log.error({ err: failed }, 'a change of the configuration could not be carried out everywhere');
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

function stale(): Failure {
  const message = 'config.toml has been changed since it was read. Read the settings again, and repeat the change.';
  return new Failure('stale', 'changed_meanwhile', message);
}
