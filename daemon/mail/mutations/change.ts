/**
 * A change requested for a message, as stored: labels by internal id, flags in IMAP spelling. Its steps are computed
 * from the placements of the message when it is carried out (`plan/plan.ts`), so a change can wait for days and still
 * respect changes by other clients.
 */
export type Change =
  | { do: 'flags'; add: string[]; remove: string[] }
  /** Removes the message from the inbox, the trash and spam; a message that is in none of them stays unchanged. */
  | { do: 'archive'; to: number }
  /** Moves all placements. */
  | { do: 'trash'; to: number }
  | { do: 'spam'; to: number }
  /** Moves the message out of the inbox; if it is not there, out of its current folder. */
  | { do: 'move'; to: number }
  /** `rest` is the destination of a message that would have no placement left; with 0 it keeps its last one. */
  | { do: 'label'; add: number[]; remove: number[]; rest: number }
  | RestoreChange;

/** Reverts another change, and nothing that changed afterwards. */
export type RestoreChange = {
  do: 'restore';
  /**
   * Placements to restore, with their flags. `left` are the flags after the change, so that later flag changes can be
   * detected. `at` is the label of the placement after the change; null if it no longer exists.
   */
  put: { label: number; flags: string[]; left: string[]; at: number | null }[];
  /** Placements that the change added and that are to be removed, one label for each. */
  take: number[];
  /** Placements that were kept, with the flag changes to revert: `flags` before the change, `left` after it. */
  kept: { label: number; add: string[]; remove: string[]; flags: string[]; left: string[] }[];
};

export function parseChanges(text: string): Change[] {
  return JSON.parse(text) as Change[];
}
