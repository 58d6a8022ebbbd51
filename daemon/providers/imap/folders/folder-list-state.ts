import type { Log } from '../../../base/log.ts';
import type { FolderRole } from '../../provider.ts';
import type { FolderRotation } from './folder-rotation.ts';

/** The folders that the user chose, by role. */
export type ChosenRoles = Partial<Record<FolderRole, string>>;

/** The state that an account keeps between folder lists. */
export type FolderListState = {
  chosen: ChosenRoles;
  log: Log;
  warnedTopics: Set<string>;
  rotation: FolderRotation;
  /** Paths that were deleted, or found missing; some servers continue to list them while there are subfolders. */
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

/** Problems of a list are the same on every listing, so each is logged once. */
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
