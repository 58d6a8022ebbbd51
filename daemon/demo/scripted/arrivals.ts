import { person } from './scripted-message.ts';
import type { ScriptedMessage } from './scripted-message.ts';

/**
 * Mail that arrives in the demo's personal mailbox after its first sync: people who wait, what the user has promised, and senders
 * who write for the first time.
 */
export const personalArrivals: readonly ScriptedMessage[] = [
  {
    minutesAgo: 4,
    from: person('Ines Aubert', 'ines@aubert.example'),
    subject: 'Re: Boat on the 14th',
    thread: 'boat',
    unread: true,
    text: `One more thing: the key to the shed. Mine bends before the lock does.

Can you bring yours to the jetty, or shall I fetch it from you on the way?

Ines`,
  },
  {
    minutesAgo: 3,
    from: person('Marta Nowak', 'marta@druckerei-nowak.example'),
    subject: 'Re: Proofs for the spring catalogue',
    thread: 'proofs',
    unread: true,
    text: `I have found a better paper for the cover, and it costs the same. The green looks like a leaf on it and no longer like a billiard table.

Shall I print the second proof on it before you come?

Marta`,
  },
  {
    minutesAgo: 3,
    from: 'me',
    to: [person('Anders Møller', 'anders@moller.example')],
    subject: 'The photographs from the harbour',
    folder: 'sent',
    text: `You were right, the rook was lost from the start.

I’ll send you the photographs from the harbour by tomorrow.

Robin`,
  },
  {
    minutesAgo: 2,
    from: person('Kiln & Thread', 'orders@kilnandthread.example'),
    subject: 'Your order 40917 has been shipped',
    automatic: true,
    unread: true,
    text: `Four soup bowls, dark blue, wrapped in more paper than is reasonable, are on their way to you and should arrive tomorrow.

Order number: 40917

UPS tracking number: 1Z204E380338943508`,
    page: {
      colour: '#27496d',
      blocks: [{ kind: 'button', text: 'See your order', url: 'https://kilnandthread.example/orders/40917' }],
    },
  },
  {
    minutesAgo: 2,
    from: person('Riverside Bank', 'notice@riversidebank.example'),
    subject: 'Card payment of 64.00',
    automatic: true,
    unread: true,
    text: `A payment of EUR 64.00 to Kiln & Thread was made with the card ending in 4417.

If this was not you, call the number on the back of your card. We never ask for your PIN, and we never send links.`,
  },
  {
    minutesAgo: 1,
    from: person('Nadia Ferreira', 'nadia@ferreira-binding.example'),
    subject: 'A place at the bookbinding table',
    unread: true,
    text: `Dear Robin,

we have not met. I bind books two streets from the harbour, and on Thursday evenings I teach six people how to do it. Marta says you own a box of loose letters that would like to be a book.

One chair is still free. Would you like to come and see?

Kind regards
Nadia Ferreira`,
  },
  {
    minutesAgo: 1,
    from: person('The Tideline', 'letter@tideline.example'),
    subject: 'The Tideline, no. 1: what the low water left',
    automatic: true,
    unread: true,
    text: `Welcome to the first letter. Every week we walk the same two miles of beach and write down what was not there before.

This week: a glass float, eleven left gloves, and a door that somebody must be missing.`,
    list: { tag: 'letter', name: 'The Tideline', host: 'tideline.example' },
    page: { colour: '#1f6f78', unsubscribe: 'https://tideline.example/leave/robin' },
  },
];

/** The same for the work mailbox. */
export const workArrivals: readonly ScriptedMessage[] = [
  {
    minutesAgo: 2,
    from: person('Ravi Subramanian', 'ravi@lanternworks.example'),
    subject: 'Re: The slow page is ours',
    thread: 'slow',
    unread: true,
    text: `The index is ready, and the page now answers before Margaret has finished asking.

Could you try it with the Saturday data and tell me by tomorrow whether I may put it live?

Ravi`,
  },
  {
    minutesAgo: 1,
    from: person('Build Watch', 'builds@ci.lanternworks.example'),
    subject: '[ticket-desk] main is green',
    automatic: true,
    unread: true,
    text: `All 1,204 tests passed in 4 minutes and 11 seconds. The change was "timed entry: count to ten".`,
  },
];
