/**
 * What is asked of a message, as it is stored: labels by their internal ids, flags as IMAP spells them. What it comes to
 * is decided by where the message lies when it is carried out (`steps.ts`), so a change can wait for days and be put on
 * top of whatever others did meanwhile.
 */
export type Change =
  | { do: 'flags'; add: string[]; remove: string[] }
  /** Out of the inbox, the bin and spam; a message that lies in none of them stays where it is. */
  | { do: 'archive'; to: number }
  /** All of it, wherever it lies. */
  | { do: 'trash'; to: number }
  | { do: 'spam'; to: number }
  /** Out of the inbox; where it is not there, from where it lies. */
  | { do: 'move'; to: number }
  /** `rest` is where a message goes that would lie nowhere any more; with 0 it keeps its last place. */
  | { do: 'label'; add: number[]; remove: number[]; rest: number }
  | RestoreChange;

/** Takes back what another change did, and nothing that has been done since. */
export type RestoreChange = {
  do: 'restore';
  /**
   * The places it is to have again, with the flags it had there. `left` are the flags it was left with instead, so that
   * what was set since is told, and `at` where; null where that place is no more.
   */
  put: { label: number; flags: string[]; left: string[]; at: number | null }[];
  /** The places it got and is to lose, a label as often as it got one. */
  take: number[];
  /** The places it kept, and what is to change about their flags: `flags` it had there, and `left` it was left with. */
  kept: { label: number; add: string[]; remove: string[]; flags: string[]; left: string[] }[];
};

export function parseChanges(text: string): Change[] {
  return JSON.parse(text) as Change[];
}
