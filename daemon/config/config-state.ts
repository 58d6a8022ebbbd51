import { Failure } from '../base/failure.ts';
import { readConfigText, readConfig } from './config-file.ts';
import { defaultConfig, type Config } from './schema/schema.ts';

/** What was found where the file should be: its text, undefined where there is none, or why it cannot be read. */
export type FileReadResult = { text: string | undefined } | { reason: string };

/** What holds, and where the file itself is not in force, why. */
export type ConfigState = ReturnType<typeof readConfig> & {
  /** Whether the file has said anything yet: one that never was cannot be missed. */
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

/** What a text makes hold; a bad value keeps that of `last`. Throws `Failure` invalid `config_unreadable`. */
export function configStateOf(text: string | undefined, file: string, lastGood?: Config): ConfigState {
  if (text === undefined)
    return { config: defaultConfig(), notes: [], explicit: new Set(), isWritten: false, trouble: undefined };
  return { ...readConfig(text, file, lastGood), isWritten: text.trim() !== '', trouble: undefined };
}

/** What holds after a look at the file. One that is gone or emptied loosens nothing: what it said holds on. */
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
