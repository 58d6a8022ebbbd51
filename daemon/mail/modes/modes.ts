/** The modes in the order of the rail. `archive` never holds mail that is in the inbox. */
export const modes = ['messages', 'todo', 'updates', 'reading', 'archive'] as const;
export type Mode = (typeof modes)[number];

export const modeNames: Record<Mode, string> = {
  messages: 'Messages',
  todo: 'To do',
  updates: 'Updates',
  reading: 'Reading',
  archive: 'Archive',
};

/** The keys that lead to a mode. */
export const modeKeys: Record<Mode, string> = {
  messages: 'g m',
  todo: 'g x',
  updates: 'g u',
  reading: 'g r',
  archive: 'g e',
};
