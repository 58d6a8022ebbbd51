/**
 * The contexts in which keys may differ: in a list, on one message of an open conversation, and in the conversation around
 * it.
 */
export const keyContexts = ['mail_list', 'message_view', 'thread_view'] as const;
export type KeyContext = (typeof keyContexts)[number];

/** The predefined sets of keys. */
export const keyPresets = ['gmail', 'vim'] as const;
export type KeyPreset = (typeof keyPresets)[number];

export type KeyAction = {
  readonly name: string;
  readonly description: string;
  /** The target of the action: a list, open or selected mail, or none. */
  readonly target: 'list' | 'mail' | 'anywhere';
  /** Chords in the form of `parseChord`. */
  readonly gmail: readonly string[];
  /** Set where they differ from those of `gmail`. */
  readonly vim?: readonly string[];
};

/** The actions of the page that keys can run. The page has a copy of this table, which it uses while it starts. */
export const keyActions: readonly KeyAction[] = [
  { name: 'next', description: 'Next conversation', target: 'list', gmail: ['j', 'ArrowDown'] },
  { name: 'previous', description: 'Previous conversation', target: 'list', gmail: ['k', 'ArrowUp'] },
  { name: 'first', description: 'First conversation', target: 'list', gmail: ['g g'] },
  { name: 'last', description: 'Last conversation', target: 'list', gmail: ['G'] },
  { name: 'half_down', description: 'Half a page down', target: 'list', gmail: [], vim: ['ctrl-d'] },
  { name: 'half_up', description: 'Half a page up', target: 'list', gmail: [], vim: ['ctrl-u'] },
  { name: 'open', description: 'Open conversation', target: 'list', gmail: ['o', 'Enter'], vim: ['o', 'l', 'Enter'] },
  {
    name: 'close',
    description: 'Close conversation',
    target: 'list',
    gmail: ['u', 'Escape'],
    vim: ['q', 'h', 'Escape'],
  },
  { name: 'select', description: 'Select conversation', target: 'list', gmail: ['x'], vim: ['x', 'v'] },
  { name: 'extend_next', description: 'Also select the next', target: 'list', gmail: ['J'] },
  { name: 'extend_previous', description: 'Also select the previous', target: 'list', gmail: ['K'] },
  { name: 'select_all', description: 'Select all', target: 'list', gmail: ['* a'] },
  { name: 'select_none', description: 'Select none', target: 'list', gmail: ['* n'] },
  { name: 'reply', description: 'Reply', target: 'mail', gmail: ['r'] },
  { name: 'reply_all', description: 'Reply to all', target: 'mail', gmail: ['a'] },
  { name: 'forward', description: 'Forward', target: 'mail', gmail: ['f'] },
  { name: 'archive', description: 'Archive', target: 'mail', gmail: ['e'], vim: ['d d', 'e'] },
  { name: 'done_sender', description: 'Mark everything from the sender as done', target: 'mail', gmail: ['E'] },
  {
    name: 'trash',
    description: 'Move to Trash',
    target: 'mail',
    gmail: ['#', 'Delete'],
    vim: ['D', '#', 'Delete'],
  },
  { name: 'spam', description: 'Report as spam', target: 'mail', gmail: ['!'] },
  { name: 'snooze', description: 'Snooze', target: 'mail', gmail: ['b'] },
  { name: 'star', description: 'Star or unstar', target: 'mail', gmail: ['s'] },
  { name: 'mark_read', description: 'Mark as read', target: 'mail', gmail: ['I'] },
  { name: 'mark_unread', description: 'Mark as unread', target: 'mail', gmail: ['U'] },
  { name: 'label', description: 'Label', target: 'mail', gmail: ['l'], vim: ['L'] },
  { name: 'move', description: 'Move', target: 'mail', gmail: ['v'], vim: ['m'] },
  { name: 'mute', description: 'Mute or unmute the conversation', target: 'mail', gmail: ['m'], vim: ['M'] },
  { name: 'block_sender', description: 'Block the sender', target: 'mail', gmail: ['B'] },
  { name: 'reply_later', description: 'Add to Reply later, or remove from it', target: 'mail', gmail: [] },
  { name: 'unsubscribe', description: 'Unsubscribe from this list', target: 'mail', gmail: [] },
  { name: 'accept_invite', description: 'Accept the invitation', target: 'mail', gmail: [] },
  { name: 'maybe_invite', description: 'Reply “maybe” to the invitation', target: 'mail', gmail: [] },
  { name: 'decline_invite', description: 'Decline the invitation', target: 'mail', gmail: [] },
  { name: 'show_images', description: 'Load images', target: 'mail', gmail: [] },
  { name: 'next_view', description: 'Change the view of the message', target: 'mail', gmail: ['w'] },
  {
    name: 'show_all',
    description: 'Expand all messages and quotes, or collapse the quotes',
    target: 'mail',
    gmail: [';'],
  },
  { name: 'save_files', description: 'Save all attachments', target: 'mail', gmail: [] },
  { name: 'export_markdown', description: 'Export as Markdown', target: 'mail', gmail: [] },
  { name: 'export_mbox', description: 'Export as mbox', target: 'mail', gmail: [] },
  { name: 'print', description: 'Print the conversation', target: 'mail', gmail: ['ctrl-p'] },
  { name: 'find', description: 'Find in the conversation', target: 'mail', gmail: ['ctrl-f'] },
  { name: 'reader_place', description: 'Open full width, or show beside the list', target: 'anywhere', gmail: ['\\'] },
  { name: 'compose', description: 'New message', target: 'anywhere', gmail: ['c'] },
  {
    name: 'palette',
    description: 'Search or run a command',
    target: 'anywhere',
    gmail: ['ctrl-k'],
    vim: ['ctrl-k', ':'],
  },
  { name: 'undo', description: 'Undo', target: 'anywhere', gmail: ['z', 'ctrl-z'], vim: ['u', 'z', 'ctrl-z'] },
  { name: 'redo', description: 'Redo', target: 'anywhere', gmail: ['ctrl-Z'] },
  { name: 'search', description: 'Search', target: 'anywhere', gmail: ['/'] },
  { name: 'now', description: 'Go to Now', target: 'anywhere', gmail: ['g h'] },
  { name: 'messages', description: 'Go to Messages', target: 'anywhere', gmail: ['g m'] },
  { name: 'todo', description: 'Go to To do', target: 'anywhere', gmail: ['g x'] },
  { name: 'updates', description: 'Go to Updates', target: 'anywhere', gmail: ['g u'] },
  { name: 'reading', description: 'Go to Reading', target: 'anywhere', gmail: ['g r'] },
  { name: 'records', description: 'Go to Archive', target: 'anywhere', gmail: ['g e'] },
  { name: 'inbox', description: 'Go to Inbox', target: 'anywhere', gmail: ['g i'] },
  { name: 'all', description: 'Go to all mail', target: 'anywhere', gmail: ['g a'] },
  { name: 'drafts', description: 'Go to Drafts', target: 'anywhere', gmail: ['g d'] },
  { name: 'outbox', description: 'Go to the outbox', target: 'anywhere', gmail: ['g o'] },
  { name: 'history', description: 'Go to the history', target: 'anywhere', gmail: ['g c'] },
  { name: 'help', description: 'Show the keys', target: 'anywhere', gmail: ['?'] },
];

/** The keys of an action in a set. */
export function presetKeys({ gmail, vim = gmail }: KeyAction, preset: KeyPreset): readonly string[] {
  return preset === 'vim' ? vim : gmail;
}
