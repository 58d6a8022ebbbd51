import { type Config } from './schema/schema.ts';

/** The configuration in force. `explicit` holds the dotted keys that the file sets, whatever their values. */
export type ConfigSource = {
  readonly current: Config;
  readonly notes: readonly ConfigNote[];
  readonly explicit: ReadonlySet<string>;
};

/** A problem with one key. `message` is a sentence that names the replacement and contains no value from the file. */
export type ConfigNote = { severity: 'warning' | 'error'; key: string; line: number | null; message: string };
