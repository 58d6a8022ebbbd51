import { strings } from '../strings.ts';

/**
 * The acts that are asked for by key or by name, in the order the sheet lists them, by where they work, with the keys that
 * hold until the daemon has said which do. `g i` is a chord: one key, then the other. `Mod` is Ctrl, and ⌘ on a Mac.
 * `repeats` says what a key that is held down does again and again.
 */
export const keyTable = [
  { act: 'next', keys: ['j', 'ArrowDown'], does: () => strings.keys.next, place: 'list', repeats: true },
  { act: 'previous', keys: ['k', 'ArrowUp'], does: () => strings.keys.previous, place: 'list', repeats: true },
  { act: 'first', keys: ['g g'], does: () => strings.keys.first, place: 'list' },
  { act: 'last', keys: ['G'], does: () => strings.keys.last, place: 'list' },
  { act: 'halfDown', keys: [], does: () => strings.keys.halfDown, place: 'list', repeats: true },
  { act: 'halfUp', keys: [], does: () => strings.keys.halfUp, place: 'list', repeats: true },
  { act: 'open', keys: ['o', 'Enter'], does: () => strings.keys.open, place: 'list' },
  { act: 'close', keys: ['u', 'Escape'], does: () => strings.keys.close, place: 'list' },
  { act: 'select', keys: ['x'], does: () => strings.keys.select, place: 'list' },
  { act: 'extendNext', keys: ['J'], does: () => strings.keys.extendNext, place: 'list', repeats: true },
  { act: 'extendPrevious', keys: ['K'], does: () => strings.keys.extendPrevious, place: 'list', repeats: true },
  { act: 'selectAll', keys: ['* a'], does: () => strings.keys.selectAll, place: 'list' },
  { act: 'selectNone', keys: ['* n'], does: () => strings.keys.selectNone, place: 'list' },
  { act: 'reply', keys: ['r'], does: () => strings.compose.acts.reply, place: 'mail' },
  { act: 'replyAll', keys: ['a'], does: () => strings.compose.acts.replyAll, place: 'mail' },
  { act: 'forward', keys: ['f'], does: () => strings.compose.acts.forward, place: 'mail' },
  { act: 'archive', keys: ['e'], does: () => strings.acting.acts.archive, place: 'mail' },
  { act: 'trash', keys: ['#', 'Delete'], does: () => strings.acting.acts.trash, place: 'mail' },
  { act: 'spam', keys: ['!'], does: () => strings.acting.acts.spam, place: 'mail' },
  { act: 'snooze', keys: ['b'], does: () => strings.acting.acts.snooze, place: 'mail' },
  { act: 'star', keys: ['s'], does: () => strings.keys.star, place: 'mail' },
  { act: 'markRead', keys: ['I'], does: () => strings.acting.acts.read, place: 'mail' },
  { act: 'markUnread', keys: ['U'], does: () => strings.acting.acts.unread, place: 'mail' },
  { act: 'label', keys: ['l'], does: () => strings.acting.acts.label, place: 'mail' },
  { act: 'move', keys: ['v'], does: () => strings.acting.acts.move, place: 'mail' },
  { act: 'replyLater', keys: [], does: () => strings.keys.replyLater, place: 'mail' },
  { act: 'unsubscribe', keys: [], does: () => strings.keys.unsubscribe, place: 'mail' },
  { act: 'acceptInvite', keys: [], does: () => strings.keys.acceptInvite, place: 'mail' },
  { act: 'maybeInvite', keys: [], does: () => strings.keys.maybeInvite, place: 'mail' },
  { act: 'declineInvite', keys: [], does: () => strings.keys.declineInvite, place: 'mail' },
  { act: 'nextView', keys: ['w'], does: () => strings.keys.nextView, place: 'mail' },
  { act: 'showAll', keys: [';'], does: () => strings.keys.showAll, place: 'mail' },
  { act: 'showImages', keys: [], does: () => strings.keys.showImages, place: 'mail' },
  { act: 'saveFiles', keys: [], does: () => strings.keys.saveFiles, place: 'mail' },
  { act: 'exportMarkdown', keys: [], does: () => strings.keys.exportMarkdown, place: 'mail' },
  { act: 'exportMbox', keys: [], does: () => strings.keys.exportMbox, place: 'mail' },
  { act: 'print', keys: [], does: () => strings.keys.print, place: 'mail' },
  { act: 'send', keys: ['Mod Enter'], does: () => strings.compose.acts.send, place: 'writing' },
  { act: 'sendLater', keys: ['Mod Shift-Enter'], does: () => strings.compose.acts.sendLater, place: 'writing' },
  { act: 'addCc', keys: ['Mod C'], does: () => strings.compose.acts.addCc, place: 'writing' },
  { act: 'addBcc', keys: ['Mod B'], does: () => strings.compose.acts.addBcc, place: 'writing' },
  { act: 'keepDraft', keys: [], does: () => strings.compose.acts.keepDraft, place: 'writing' },
  { act: 'discardDraft', keys: [], does: () => strings.compose.acts.discardDraft, place: 'writing' },
  { act: 'readerPlace', keys: ['\\'], does: () => strings.keys.readerPlace, place: 'anywhere' },
  { act: 'compose', keys: ['c'], does: () => strings.compose.acts.compose, place: 'anywhere' },
  { act: 'palette', keys: ['Mod k'], does: () => strings.keys.palette, place: 'anywhere' },
  { act: 'undo', keys: ['z', 'Mod z'], does: () => strings.acting.acts.undo, place: 'anywhere' },
  { act: 'redo', keys: ['Mod Z'], does: () => strings.acting.acts.redo, place: 'anywhere' },
  { act: 'search', keys: ['/'], does: () => strings.keys.search, place: 'anywhere' },
  { act: 'inbox', keys: ['g i'], does: () => strings.keys.inbox, place: 'anywhere' },
  { act: 'all', keys: ['g a'], does: () => strings.keys.all, place: 'anywhere' },
  { act: 'drafts', keys: ['g d'], does: () => strings.keys.drafts, place: 'anywhere' },
  { act: 'outbox', keys: ['g o'], does: () => strings.keys.outbox, place: 'anywhere' },
  { act: 'history', keys: ['g h'], does: () => strings.keys.history, place: 'anywhere' },
  { act: 'help', keys: ['?'], does: () => strings.keys.help, place: 'anywhere' },
] as const satisfies readonly {
  act: string;
  keys: readonly string[];
  does: () => string;
  place: KeyPlace;
  repeats?: true;
}[];
export type Act = (typeof keyTable)[number]['act'];

/** Where keys work: in a list, on the mail that is open or chosen, in a message being written, and everywhere. */
export type KeyPlace = 'list' | 'mail' | 'writing' | 'anywhere';
