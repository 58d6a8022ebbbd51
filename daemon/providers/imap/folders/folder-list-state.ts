import type { Log } from '../../../base/log.ts';
import type { FolderRole } from '../../provider.ts';
import type { FolderRotation } from './folder-rotation.ts';

/** The folders a person chose, by what they are for. */
export type ChosenRoles = Partial<Record<FolderRole, string>>;

/** What an account keeps of its folders from one list to the next. */
export type FolderListState = {
  chosen: ChosenRoles;
  log: Log;
  warnedTopics: Set<string>;
  rotation: FolderRotation;
  /** Paths that were deleted, or found missing; some servers go on listing them while there are folders below. */
  deletedPaths: Set<string>;
};

export function createFolderListState({
  roles = {},
  log,
}: {
  roles?: ChosenRoles | undefined;
  log: Log;
}): FolderListState {
  return {
    chosen: roles,
    log,
    warnedTopics: new Set(),
    rotation: { round: 0, statuses: new Map() },
    deletedPaths: new Set(),
  };
}

/** What is wrong with a list is the same each minute, and is said once. */
export function warnOnce(
  { log, warnedTopics }: FolderListState,
  topic: string,
  details: object,
  message: string,
): void {
  if (warnedTopics.has(topic)) return;
  warnedTopics.add(topic);
  log.warn(details, message);
}
