import { modeKeys, modeNames } from '../../mail/modes/modes.ts';
import type { GuidedMode } from './mode-names.ts';
import { modeHeaders } from './rail.ts';

type Key = { key: string; verb: string };

/** What a client shows to explain a mode. `card_keys` are also in `keys`. */
type Guide = {
  name: string;
  header: string;
  never_had_any: string;
  add_one: string;
  clear_for_now: string;
  lands_here: string;
  card: string;
  card_keys: readonly Key[];
  why_template: string;
  keys: readonly Key[];
  first_run_line: string;
};

const open = { key: 'Enter', verb: 'Open' };
const done = { key: 'e', verb: 'Done' };
const reply = { key: 'r', verb: 'Reply' };
const undo = { key: 'z', verb: 'Undo' };
const go = (mode: Exclude<GuidedMode, 'now'>): Key => ({ key: modeKeys[mode], verb: `Go to ${modeNames[mode]}` });

/** The texts about Now and each mode, by key. */
export const guides: Record<GuidedMode, Guide> = {
  now: {
    name: 'Now',
    header: 'What needs you now',
    never_had_any: 'Posthorn puts what needs you here: people who wait for you, and what is due soon.',
    add_one: 'Write to someone. When they reply, you’ll see it here.',
    clear_for_now: 'Nothing needs you now',
    lands_here:
      'Replies from people you’ve written to, to-dos that are due soon, one card of updates, and in the evening something to read. Never more than ten items.',
    card: 'Start your day here. Mail from strangers and from senders that can’t be confirmed never gets in.',
    card_keys: [{ key: 'g h', verb: 'Go to Now' }, done],
    why_template: 'Each item says why it’s here.',
    keys: [{ key: 'g h', verb: 'Go to Now' }, open, reply, done, undo, go('messages'), go('todo')],
    first_run_line: 'Your mail is being downloaded. What arrives from then on can show up here.',
  },
  messages: {
    name: modeNames.messages,
    header: modeHeaders.messages,
    never_had_any: 'Conversations with people will be here.',
    add_one: 'Write to someone to start a conversation.',
    clear_for_now: 'No conversations are waiting',
    lands_here: 'Mail that people wrote to you, and conversations in which you wait for a reply.',
    card: 'This is mail between people. Done hides a conversation until someone writes again.',
    card_keys: [reply, done],
    why_template: '{name} wrote last, and you haven’t replied.',
    keys: [go('messages'), open, reply, done, undo],
    first_run_line: 'Conversations appear as your mail is downloaded.',
  },
  todo: {
    name: modeNames.todo,
    header: modeHeaders.todo,
    never_had_any: 'Posthorn looks for questions, dates, invoices and invitations in new mail and lists them here.',
    add_one: 'When someone asks you something or sends an invoice, you’ll see it here.',
    clear_for_now: 'Nothing left to do',
    lands_here:
      'Questions people ask you, dates they set, invoices, invitations, and what you promise in your own mail.',
    card: 'These are suggestions from your mail. Each shows the words it comes from. Tick it, dismiss it or postpone it.',
    card_keys: [
      { key: 'e', verb: 'Tick' },
      { key: 'b', verb: 'Postpone' },
    ],
    why_template: '{name} asked you.',
    keys: [
      go('todo'),
      open,
      { key: 'e', verb: 'Tick' },
      { key: '#', verb: 'Dismiss' },
      { key: 'b', verb: 'Postpone' },
      undo,
    ],
    first_run_line:
      'To-dos are found in mail that arrives after the first download. “Find to-dos in earlier mail” looks through four weeks before that.',
  },
  updates: {
    name: modeNames.updates,
    header: modeHeaders.updates,
    never_had_any: 'Notifications and receipts will be here.',
    add_one: 'If mail should be here, say so under “Why is this here?” in its menu.',
    clear_for_now: 'No updates',
    lands_here: 'Mail that programs and shops send: notifications, orders, payments, bookings.',
    card: 'Skim the mail of each sender, then mark all of it as done at once.',
    card_keys: [done],
    why_template: '{name} sends notifications and receipts.',
    keys: [go('updates'), open, done, { key: 'E', verb: 'Done for this sender' }, undo],
    first_run_line: 'Updates appear as your mail is downloaded.',
  },
  reading: {
    name: modeNames.reading,
    header: modeHeaders.reading,
    never_had_any: 'Newsletters and mailing lists will be here.',
    add_one: 'If mail should be here, say so under “Why is this here?” in its menu.',
    clear_for_now: 'Nothing left to read',
    lands_here: 'Newsletters, mailing lists, and other mail that goes to many people.',
    card: 'Read it when you have time. In the evening, Now suggests one of these.',
    card_keys: [open, done],
    why_template: '{name} sends mail to read.',
    keys: [go('reading'), open, done, { key: 'E', verb: 'Done for this sender' }, undo],
    first_run_line: 'Mail to read appears as it is downloaded.',
  },
  archive: {
    name: modeNames.archive,
    header: modeHeaders.archive,
    never_had_any: 'Records that you archive will be here.',
    add_one: 'Archive a receipt or a booking to keep it here.',
    clear_for_now: 'No records yet',
    lands_here: 'Orders, payments and bookings that you’ve archived. Nothing here is in your inbox.',
    card: 'Your records stay here. There’s nothing to do.',
    card_keys: [open],
    why_template: 'This is about an order, a payment or a booking, and you archived it.',
    keys: [go('archive'), open],
    first_run_line: 'Records appear as your mail is downloaded.',
  },
};
