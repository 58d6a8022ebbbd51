import type { Target } from '../api/mail-change.ts';
import type { Command } from './command-table.ts';
import type { CommandRequest } from './command-request.ts';

declare global {
  interface WindowEventMap {
    'posthorn:command': CustomEvent<CommandRequest>;
  }
}

/** Whether somebody on the page would do an act at this moment, and to which mail. */
export function canRunCommand(command: Command): { canRun: boolean; target: Target | undefined } {
  const request: CommandRequest = { command, isQuery: true };
  return { canRun: dispatchCommand(request), target: request.target };
}

/** Has an act done by whoever would take its key first. False where nobody does. */
export function runCommand(command: Command): boolean {
  return dispatchCommand({ command, isQuery: false });
}

function dispatchCommand(detail: CommandRequest): boolean {
  return !dispatchEvent(new CustomEvent('posthorn:command', { detail, cancelable: true }));
}
