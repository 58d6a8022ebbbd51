import type { Target } from '../api/mail-change.ts';
import type { Command } from './command-table.ts';

/** An act that is asked for without its key: by name, or to know whether it could be done. */
export type CommandRequest = {
  command: Command;
  /** Only asked: nothing is done. */
  isQuery: boolean;
  /** What it is, or would be, done to, where it is done to mail. */
  target?: Target | undefined;
};
