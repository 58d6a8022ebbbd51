import type { Target } from '../api/mail-change.ts';
import type { Command } from './command-table.ts';
import type { CommandRequest } from './command-request.ts';

declare global {
  interface WindowEventMap {
    'posthorn:command': CustomEvent<CommandRequest>;
  }
}

/** Whether a listener would run a command at this moment, and on which mail. */
export function canRunCommand(command: Command): { canRun: boolean; target: Target | undefined } {
  const request: CommandRequest = { command, isQuery: true };
  return { canRun: dispatchCommand(request), target: request.target };
}

/** Runs a command with the listener that would receive its key first. False without such a listener. */
export function runCommand(command: Command): boolean {
  return dispatchCommand({ command, isQuery: false });
}

function dispatchCommand(detail: CommandRequest): boolean {
  return !dispatchEvent(new CustomEvent('posthorn:command', { detail, cancelable: true }));
}
