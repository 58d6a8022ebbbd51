/** Where keys may differ: in a list, on one message of an open conversation, and in the conversation around it. */
export const keyContexts = ['mail_list', 'message_view', 'thread_view'] as const;
export type KeyContext = (typeof keyContexts)[number];

/** Sets of keys to begin with. */
export const keyPresets = ['gmail', 'vim'] as const;
export type KeyPreset = (typeof keyPresets)[number];

export type KeyAction = {
  readonly name: string;
  readonly does: string;
  /** What it works on: a list, mail that is open or selected, or nothing in particular. */
  readonly place: 'list' | 'mail' | 'anywhere';
  /** Chords as `chordOf` gives them. */
  readonly gmail: readonly string[];
  /** Where they are others than those of `gmail`. */
  readonly vim?: readonly string[];
};

/** What the page can be told to do by a key. The page has the same table, for its first moment. */
export const keyActions: readonly KeyAction[] = [
  { name: 'next', does: 'Next conversation', place: 'list', gmail: ['j', 'ArrowDown'] },
  { name: 'previous', does: 'Previous conversation', place: 'list', gmail: ['k', 'ArrowUp'] },
  { name: 'first', does: 'First conversation', place: 'list', gmail: ['g g'] },
  { name: 'last', does: 'Last conversation', place: 'list', gmail: ['G'] },
  { name: 'half_down', does: 'Half a page down', place: 'list', gmail: [], vim: ['ctrl-d'] },
  { name: 'half_up', does: 'Half a page up', place: 'list', gmail: [], vim: ['ctrl-u'] },
  { name: 'open', does: 'Open it', place: 'list', gmail: ['o', 'Enter'], vim: ['o', 'l', 'Enter'] },
  { name: 'close', does: 'Close it', place: 'list', gmail: ['u', 'Escape'], vim: ['q', 'h', 'Escape'] },
  { name: 'select', does: 'Select it', place: 'list', gmail: ['x'], vim: ['x', 'v'] },
  { name: 'extend_next', does: 'Select the next as well', place: 'list', gmail: ['J'] },
  { name: 'extend_previous', does: 'Select the one before as well', place: 'list', gmail: ['K'] },
  { name: 'select_all', does: 'Select all', place: 'list', gmail: ['* a'] },
  { name: 'select_none', does: 'Select none', place: 'list', gmail: ['* n'] },
  { name: 'reply', does: 'Reply', place: 'mail', gmail: ['r'] },
  { name: 'reply_all', does: 'Reply to all', place: 'mail', gmail: ['a'] },
  { name: 'forward', does: 'Forward', place: 'mail', gmail: ['f'] },
  { name: 'archive', does: 'Archive', place: 'mail', gmail: ['e'], vim: ['d d', 'e'] },
  { name: 'trash', does: 'Move to the trash', place: 'mail', gmail: ['#', 'Delete'], vim: ['D', '#', 'Delete'] },
  { name: 'spam', does: 'Report as spam', place: 'mail', gmail: ['!'] },
  { name: 'snooze', does: 'Snooze', place: 'mail', gmail: ['b'] },
  { name: 'star', does: 'Star it, or take its star', place: 'mail', gmail: ['s'] },
  { name: 'mark_read', does: 'Mark as read', place: 'mail', gmail: ['I'] },
  { name: 'mark_unread', does: 'Mark as unread', place: 'mail', gmail: ['U'] },
  { name: 'label', does: 'Label', place: 'mail', gmail: ['l'], vim: ['L'] },
  { name: 'move', does: 'Move', place: 'mail', gmail: ['v'], vim: ['m'] },
  { name: 'reply_later', does: 'Keep to reply later, or take it from there', place: 'mail', gmail: [] },
  { name: 'unsubscribe', does: 'Unsubscribe from this list', place: 'mail', gmail: [] },
  { name: 'accept_invite', does: 'Accept the invitation', place: 'mail', gmail: [] },
  { name: 'maybe_invite', does: 'Answer the invitation with maybe', place: 'mail', gmail: [] },
  { name: 'decline_invite', does: 'Decline the invitation', place: 'mail', gmail: [] },
  { name: 'show_images', does: 'Show the pictures', place: 'mail', gmail: [] },
  { name: 'next_view', does: 'Show the message another way', place: 'mail', gmail: ['w'] },
  { name: 'show_all', does: 'Unfold all messages and quotes, or fold the quotes', place: 'mail', gmail: [';'] },
  { name: 'save_files', does: 'Save all files', place: 'mail', gmail: [] },
  { name: 'export_markdown', does: 'Export as Markdown', place: 'mail', gmail: [] },
  { name: 'export_mbox', does: 'Export as mbox', place: 'mail', gmail: [] },
  { name: 'print', does: 'Print the conversation', place: 'mail', gmail: [] },
  { name: 'reader_place', does: 'Read over the list, or beside it', place: 'anywhere', gmail: ['\\'] },
  { name: 'compose', does: 'Write a message', place: 'anywhere', gmail: ['c'] },
  { name: 'palette', does: 'Do anything by its name', place: 'anywhere', gmail: ['ctrl-k'], vim: ['ctrl-k', ':'] },
  { name: 'undo', does: 'Undo', place: 'anywhere', gmail: ['z', 'ctrl-z'], vim: ['u', 'z', 'ctrl-z'] },
  { name: 'redo', does: 'Redo', place: 'anywhere', gmail: ['ctrl-Z'] },
  { name: 'search', does: 'Search', place: 'anywhere', gmail: ['/'] },
  { name: 'inbox', does: 'Go to the inbox', place: 'anywhere', gmail: ['g i'] },
  { name: 'all', does: 'Go to all mail', place: 'anywhere', gmail: ['g a'] },
  { name: 'drafts', does: 'Go to the drafts', place: 'anywhere', gmail: ['g d'] },
  { name: 'outbox', does: 'Go to the outbox', place: 'anywhere', gmail: ['g o'] },
  { name: 'history', does: 'Go to the history', place: 'anywhere', gmail: ['g h'] },
  { name: 'help', does: 'Show the keys', place: 'anywhere', gmail: ['?'] },
];

/** The keys of an action in a set. */
export function presetKeys({ gmail, vim = gmail }: KeyAction, preset: KeyPreset): readonly string[] {
  return preset === 'vim' ? vim : gmail;
}
