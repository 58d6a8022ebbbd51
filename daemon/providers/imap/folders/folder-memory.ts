import type { Log } from '../../../base/log.ts';
import type { FolderRole } from '../../provider.ts';
import type { Turns } from './folder-turns.ts';

/** The folders a person chose, by what they are for. */
export type ChosenRoles = Partial<Record<FolderRole, string>>;

/** What an account keeps of its folders from one list to the next. */
export type FolderMemory = {
  chosen: ChosenRoles;
  log: Log;
  warned: Set<string>;
  turns: Turns;
  /** Paths that were deleted, or found missing; some servers go on listing them while there are folders below. */
  gone: Set<string>;
};

export function folderMemory({ roles = {}, log }: { roles?: ChosenRoles | undefined; log: Log }): FolderMemory {
  return { chosen: roles, log, warned: new Set(), turns: { round: 0, seen: new Map() }, gone: new Set() };
}

/** What is wrong with a list is the same each minute, and is said once. */
export function warnOnce({ log, warned }: FolderMemory, about: string, details: object, message: string): void {
  if (warned.has(about)) return;
  warned.add(about);
  log.warn(details, message);
}
