import type { Announcement } from '../contract/events.ts';
import { flagBits } from '../mail/flags.ts';
import { isFromPerson } from './notices-people.ts';
import type { Board, Posting } from './notices-board.ts';
import { arrivedMail, forgetHeld, headersOf, heldMail, holdMail, inInbox, type ArrivedMail } from './notices-store.ts';
import { conversationWords, mailActions, manyWords } from './notices-words.ts';
import type { DeskParts } from './open-desk.ts';
import { paced, type Pace } from './pace.ts';

export type ArrivalParts = Pick<DeskParts, 'read' | 'write' | 'clock' | 'config'> & {
  board: Board;
  isSilent: () => boolean;
  /** Something waits for the end of a silence. */
  onHeld: () => void;
  /** Does something, and logs where that fails. */
  safely: (act: () => void) => void;
};

export type Arrivals = {
  arrived(news: Extract<Announcement, { event: 'NewMessages' }>): void;
  /** A pass over an account has ended. */
  passed(account_id: string): void;
  /** A silence is over: shows in one notice what came meanwhile and is still unread. */
  release(): void;
  /** Forgets what waits. */
  clear(): void;
  close(): void;
};

/** Mail of one account that comes in one pass, or within so many milliseconds of other mail, is one burst with one notice. */
const burstGap = 3_000;
/** So often, in milliseconds, the notice of a burst is brought up to date. */
const showEvery = 2_000;
/** So many messages of a burst, or of a silence, are counted. */
const mostCounted = 500;

type Burst = {
  mail: Set<string>;
  isMore: boolean;
  last: number;
  isPassOver: boolean;
  posted: Set<string>;
  pace: Pace;
};

const { READ, DRAFT, SENT, TRASH, SPAM } = flagBits;

/** Shows new mail: a conversation by itself, more at once in one notice for each account. */
export function openArrivals({ read, write, clock, config, board, isSilent, onHeld, safely }: ArrivalParts): Arrivals {
  const bursts = new Map<string, Burst>();

  /** Of messages that have come, those that a person is told of. */
  function notable(message_ids: readonly string[]): ArrivedMail[] {
    const { only_people } = config.current.notifications;
    return waiting(message_ids).filter((mail) => !only_people || isFromPerson(mail, headersOf(read, mail.id)));
  }

  /** Of messages, those that wait unread in the inbox of an account whose mail is shown; newest first. */
  function waiting(message_ids: readonly string[]): ArrivedMail[] {
    return arrivedMail(read, message_ids).filter(
      ({ in_inbox, direction, flags, account_key }) =>
        in_inbox === 1 &&
        direction === 'inbound' &&
        (flags & (READ | DRAFT | SENT | TRASH | SPAM)) === 0 &&
        config.current.accounts[account_key ?? '']?.notify === true,
    );
  }

  const isAnyUnread = (message_ids: readonly string[]) => inInbox(read, message_ids, { unread: true }).size > 0;
  const isOneAccount = () => Object.values(config.current.accounts).filter(({ enabled }) => enabled).length < 2;

  function hold(message_ids: readonly string[]): void {
    holdMail(write, message_ids, mostCounted);
    onHeld();
  }

  function burstOf(account_id: string): Burst {
    const now = clock.now().getTime();
    const known = bursts.get(account_id);
    if (known && (!known.isPassOver || now - known.last <= burstGap)) {
      known.last = now;
      known.isPassOver = false;
      return known;
    }
    known?.pace.close();
    const pace = paced(() => safely(() => show(account_id, burst)), showEvery, clock.wait);
    const burst: Burst = { mail: new Set(), isMore: false, last: now, isPassOver: false, posted: new Set(), pace };
    bursts.set(account_id, burst);
    return burst;
  }

  function show(account_id: string, burst: Burst): void {
    if (isSilent()) {
      hold([...burst.mail]);
      burst.mail.clear();
      return;
    }
    const mail = waiting([...burst.mail]);
    const threads = new Set(mail.map(({ thread_id }) => thread_id));
    const posting = threads.size === 1 && !burst.isMore ? conversation(mail) : summary(account_id, burst, mail);
    if (!posting) return;
    // What was shown of this burst before says less.
    board.takeDown([...burst.posted].filter((id) => id !== posting.id));
    burst.posted.add(posting.id);
    board.post(posting);
  }

  function conversation(mail: readonly ArrivedMail[]): Posting | undefined {
    const thread_id = mail[0]?.thread_id;
    if (thread_id === undefined) return undefined;
    const id = `mail:${thread_id}`;
    const [newest, ...others] = waiting(joined(mail, board.posted(id)));
    if (!newest) return undefined;
    const messages = [newest, ...others].map(({ message_id }) => message_id);
    return {
      id,
      kind: 'mail',
      path: `/inbox/m/${thread_id}`,
      words: conversationWords([newest, ...others]),
      actions: mailActions(newest),
      messages,
      thread_id,
      isStill: () => isAnyUnread(messages),
    };
  }

  function summary(account_id: string, { isMore }: Burst, mail: readonly ArrivedMail[]): Posting | undefined {
    if (mail.length === 0) return undefined;
    const id = `mail:${account_id}`;
    return manyPosting(id, waiting(joined(mail, board.posted(id))), { isMore, isOneAccount: isOneAccount() });
  }

  function manyPosting(
    id: string,
    mail: readonly ArrivedMail[],
    about: { isMore: boolean; isOneAccount: boolean; after?: string },
  ): Posting {
    const messages = mail.map(({ message_id }) => message_id);
    const isStill = () => isAnyUnread(messages);
    return { id, kind: 'mail', path: '/inbox', words: manyWords(mail, about), messages, isStill };
  }

  return {
    arrived({ account_id, envelopes, total }) {
      if (!config.current.notifications.enabled) return;
      const mail = notable(envelopes.map(({ id }) => id)).map(({ message_id }) => message_id);
      if (mail.length === 0) return;
      if (isSilent()) return hold(mail);
      const burst = burstOf(account_id);
      pileUp(burst, mail, total > envelopes.length);
      burst.pace.ask();
    },
    passed(account_id) {
      const burst = bursts.get(account_id);
      if (burst) burst.isPassOver = true;
    },
    release() {
      const held = heldMail(read);
      if (held.length === 0) return;
      forgetHeld(write);
      const mail = waiting(held);
      if (mail.length === 0) return;
      const about = { isMore: held.length === mostCounted, isOneAccount: true, after: ' while it was quiet' };
      board.post(manyPosting('quiet', mail, about));
    },
    clear() {
      forgetHeld(write);
      for (const { pace } of bursts.values()) pace.close();
      bursts.clear();
    },
    close() {
      for (const { pace } of bursts.values()) pace.close();
    },
  };
}

function pileUp(pile: Pick<Burst, 'mail' | 'isMore'>, message_ids: readonly string[], isMore: boolean): void {
  for (const id of message_ids) if (pile.mail.size < mostCounted) pile.mail.add(id);
  pile.isMore ||= isMore || message_ids.some((id) => !pile.mail.has(id));
}

/** New mail and what is told of already in the same place. */
function joined(mail: readonly ArrivedMail[], posted: Posting | undefined): string[] {
  return [...new Set([...mail.map(({ message_id }) => message_id), ...(posted?.messages ?? [])])];
}
