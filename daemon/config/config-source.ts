import { type Config } from './schema/schema.ts';

/** The configuration in force. `explicit` holds the dotted keys that the file sets, whatever they are set to. */
export type ConfigSource = {
  readonly current: Config;
  readonly notes: readonly ConfigNote[];
  readonly explicit: ReadonlySet<string>;
};

/** What is wrong at one key. `message` is a sentence that says what is used instead, and holds no value of the file. */
export type ConfigNote = { severity: 'warning' | 'error'; key: string; line: number | null; message: string };
