import { Failure } from '../base/failure.ts';
import { readConfigText, readConfig } from './config-file.ts';
import { defaultConfig, type Config } from './schema/schema.ts';

/** The result of reading the file: its text, undefined if it does not exist, or the reason why it cannot be read. */
export type FileReadResult = { text: string | undefined } | { reason: string };

/** The configuration in force and, where the current file is not in force, the reason. */
export type ConfigState = ReturnType<typeof readConfig> & {
  /** Whether the file has ever been read with content. A file that never existed cannot be reported as missing. */
  isWritten: boolean;
  trouble: string | undefined;
};

export function readConfigFile(file: string): FileReadResult {
  try {
    return { text: readConfigText(file) };
  } catch (thrown) {
    if (thrown instanceof Failure) return { reason: thrown.message };
    throw thrown;
  }
}

/**
 * The configuration from a text; a bad value is replaced by that of `lastGood`. Throws `Failure` invalid
 * `config_unreadable`.
 */
export function configStateOf(text: string | undefined, file: string, lastGood?: Config): ConfigState {
  if (text === undefined)
    return { config: defaultConfig(), notes: [], explicit: new Set(), isWritten: false, trouble: undefined };
  return { ...readConfig(text, file, lastGood), isWritten: text.trim() !== '', trouble: undefined };
}

/**
 * The state after reading the file. A removed or emptied file must not relax restrictions: its last content stays in force.
 */
export function nextConfigState(state: ConfigState, fileResult: FileReadResult, file: string): ConfigState {
  if ('reason' in fileResult) return withTrouble(state, fileResult.reason);
  const { text } = fileResult;
  if (state.isWritten && text === undefined) return withTrouble(state, `${file} is gone. Put it back.`);
  if (state.isWritten && text?.trim() === '')
    return withTrouble(state, `${file} is empty. Write into it, or restart Posthorn to have the defaults.`);
  try {
    return configStateOf(text, file, state.config);
  } catch (thrown) {
    if (thrown instanceof Failure) return withTrouble(state, thrown.message);
    throw thrown;
  }
}

function withTrouble(state: ConfigState, reason: string): ConfigState {
  return { ...state, trouble: `${reason} Until then the last good configuration holds.` };
}
