import type { Target } from '../api/mail-change.ts';
import type { Command } from './command-table.ts';

/** A request for a command without its key: to run it, or to ask whether it could run. */
export type CommandRequest = {
  command: Command;
  /** Only a question: the command is not run. */
  isQuery: boolean;
  /** The mail on which it runs or would run, if it acts on mail. */
  target?: Target | undefined;
};
