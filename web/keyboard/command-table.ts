import { strings } from '../i18n/strings.ts';

/**
 * The commands with a key or a name, in the order of the shortcuts dialog, by context, with the bindings that apply until
 * the daemon has answered. `g i` is a chord: one key, then the other. `Mod` is Ctrl, and ⌘ on a Mac. `repeats` is whether a
 * held key runs the command repeatedly.
 */
export const commandTable = [
  { command: 'next', keys: ['j', 'ArrowDown'], label: () => strings.keys.next, scope: 'list', repeats: true },
  { command: 'previous', keys: ['k', 'ArrowUp'], label: () => strings.keys.previous, scope: 'list', repeats: true },
  { command: 'first', keys: ['g g'], label: () => strings.keys.first, scope: 'list' },
  { command: 'last', keys: ['G'], label: () => strings.keys.last, scope: 'list' },
  { command: 'halfDown', keys: [], label: () => strings.keys.halfDown, scope: 'list', repeats: true },
  { command: 'halfUp', keys: [], label: () => strings.keys.halfUp, scope: 'list', repeats: true },
  { command: 'open', keys: ['o', 'Enter'], label: () => strings.keys.open, scope: 'list' },
  { command: 'close', keys: ['u', 'Escape'], label: () => strings.keys.close, scope: 'list' },
  { command: 'select', keys: ['x'], label: () => strings.keys.select, scope: 'list' },
  { command: 'extendNext', keys: ['J'], label: () => strings.keys.extendNext, scope: 'list', repeats: true },
  { command: 'extendPrevious', keys: ['K'], label: () => strings.keys.extendPrevious, scope: 'list', repeats: true },
  { command: 'selectAll', keys: ['* a'], label: () => strings.keys.selectAll, scope: 'list' },
  { command: 'selectNone', keys: ['* n'], label: () => strings.keys.selectNone, scope: 'list' },
  { command: 'reply', keys: ['r'], label: () => strings.compose.acts.reply, scope: 'mail' },
  { command: 'replyAll', keys: ['a'], label: () => strings.compose.acts.replyAll, scope: 'mail' },
  { command: 'forward', keys: ['f'], label: () => strings.compose.acts.forward, scope: 'mail' },
  { command: 'archive', keys: ['e'], label: () => strings.acting.acts.archive, scope: 'mail' },
  { command: 'doneSender', keys: ['E'], label: () => strings.keys.doneSender, scope: 'mail' },
  { command: 'trash', keys: ['#', 'Delete'], label: () => strings.acting.acts.trash, scope: 'mail' },
  { command: 'spam', keys: ['!'], label: () => strings.acting.acts.spam, scope: 'mail' },
  { command: 'snooze', keys: ['b'], label: () => strings.acting.acts.snooze, scope: 'mail' },
  { command: 'star', keys: ['s'], label: () => strings.keys.star, scope: 'mail' },
  { command: 'markRead', keys: ['I'], label: () => strings.acting.acts.read, scope: 'mail' },
  { command: 'markUnread', keys: ['U'], label: () => strings.acting.acts.unread, scope: 'mail' },
  { command: 'label', keys: ['l'], label: () => strings.acting.acts.label, scope: 'mail' },
  { command: 'move', keys: ['v'], label: () => strings.acting.acts.move, scope: 'mail' },
  { command: 'mute', keys: ['m'], label: () => strings.keys.mute, scope: 'mail' },
  { command: 'blockSender', keys: ['B'], label: () => strings.keys.blockSender, scope: 'mail' },
  { command: 'replyLater', keys: [], label: () => strings.keys.replyLater, scope: 'mail' },
  { command: 'unsubscribe', keys: [], label: () => strings.keys.unsubscribe, scope: 'mail' },
  { command: 'acceptInvite', keys: [], label: () => strings.keys.acceptInvite, scope: 'mail' },
  { command: 'maybeInvite', keys: [], label: () => strings.keys.maybeInvite, scope: 'mail' },
  { command: 'declineInvite', keys: [], label: () => strings.keys.declineInvite, scope: 'mail' },
  { command: 'nextView', keys: ['w'], label: () => strings.keys.nextView, scope: 'mail' },
  { command: 'showAll', keys: [';'], label: () => strings.keys.showAll, scope: 'mail' },
  { command: 'showImages', keys: [], label: () => strings.keys.showImages, scope: 'mail' },
  { command: 'saveFiles', keys: [], label: () => strings.keys.saveFiles, scope: 'mail' },
  { command: 'exportMarkdown', keys: [], label: () => strings.keys.exportMarkdown, scope: 'mail' },
  { command: 'exportMbox', keys: [], label: () => strings.keys.exportMbox, scope: 'mail' },
  { command: 'print', keys: ['Mod p'], label: () => strings.keys.print, scope: 'mail' },
  { command: 'find', keys: ['Mod f'], label: () => strings.keys.find, scope: 'mail' },
  { command: 'send', keys: ['Mod Enter'], label: () => strings.compose.acts.send, scope: 'writing' },
  { command: 'sendLater', keys: ['Mod Shift-Enter'], label: () => strings.compose.acts.sendLater, scope: 'writing' },
  { command: 'addCc', keys: ['Mod C'], label: () => strings.compose.acts.addCc, scope: 'writing' },
  { command: 'addBcc', keys: ['Mod B'], label: () => strings.compose.acts.addBcc, scope: 'writing' },
  { command: 'attachFiles', keys: [], label: () => strings.compose.attach, scope: 'writing' },
  { command: 'keepDraft', keys: [], label: () => strings.compose.acts.keepDraft, scope: 'writing' },
  { command: 'discardDraft', keys: [], label: () => strings.compose.acts.discardDraft, scope: 'writing' },
  { command: 'readerPlace', keys: ['\\'], label: () => strings.keys.readerPlace, scope: 'anywhere' },
  { command: 'compose', keys: ['c'], label: () => strings.compose.acts.compose, scope: 'anywhere' },
  { command: 'palette', keys: ['Mod k'], label: () => strings.keys.palette, scope: 'anywhere' },
  { command: 'undo', keys: ['z', 'Mod z'], label: () => strings.acting.acts.undo, scope: 'anywhere' },
  { command: 'redo', keys: ['Mod Z'], label: () => strings.acting.acts.redo, scope: 'anywhere' },
  { command: 'search', keys: ['/'], label: () => strings.keys.search, scope: 'anywhere' },
  { command: 'now', keys: ['g h'], label: () => strings.keys.now, scope: 'anywhere' },
  { command: 'messages', keys: ['g m'], label: () => strings.keys.messages, scope: 'anywhere' },
  { command: 'todo', keys: ['g x'], label: () => strings.keys.todo, scope: 'anywhere' },
  { command: 'updates', keys: ['g u'], label: () => strings.keys.updates, scope: 'anywhere' },
  { command: 'reading', keys: ['g r'], label: () => strings.keys.reading, scope: 'anywhere' },
  { command: 'records', keys: ['g e'], label: () => strings.keys.records, scope: 'anywhere' },
  { command: 'inbox', keys: ['g i'], label: () => strings.keys.inbox, scope: 'anywhere' },
  { command: 'all', keys: ['g a'], label: () => strings.keys.all, scope: 'anywhere' },
  { command: 'drafts', keys: ['g d'], label: () => strings.keys.drafts, scope: 'anywhere' },
  { command: 'outbox', keys: ['g o'], label: () => strings.keys.outbox, scope: 'anywhere' },
  { command: 'history', keys: ['g c'], label: () => strings.keys.history, scope: 'anywhere' },
  { command: 'help', keys: ['?'], label: () => strings.keys.help, scope: 'anywhere' },
] as const satisfies readonly {
  command: string;
  keys: readonly string[];
  label: () => string;
  scope: CommandScope;
  repeats?: true;
}[];
export type Command = (typeof commandTable)[number]['command'];

/** The contexts of keys: in a list, on open or selected mail, in a composer, and everywhere. */
export type CommandScope = 'list' | 'mail' | 'writing' | 'anywhere';
