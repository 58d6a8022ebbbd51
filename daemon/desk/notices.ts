import { Failure } from '../base/failure.ts';
import type { Event } from '../contract/events.ts';
import { needsPerson } from './chimes-events.ts';
import type { NoticeAction } from './desk.ts';
import { openBoard, type Posting } from './notices-board.ts';
import { accountPosting, awakePosting, bouncePosting, reminderPosting, sendPosting } from './notices-events.ts';
import { openArrivals } from './notices-mail.ts';
import { openSilence } from './notices-silence.ts';
import { plainLine } from './notices-text.ts';
import type { DeskParts } from './open-desk.ts';

export type Notices = {
  /** A pause was begun or ended. */
  paused(): void;
  /** The person did something from a notification. What is gone, or done already, is left as it is. */
  answer(notice: string, action: NoticeAction): Promise<void>;
  close(): void;
};

/** So many accounts in trouble and sends that failed are remembered, so that none is told of twice. */
const mostRemembered = 1000;

/** Shows on the desktop what a person wants to know of at once, by `[notifications]`, and carries out what they answer. */
export function openNotices(parts: DeskParts): Notices {
  const { desk, read, log, config, events } = parts;
  const troubled = new Set<string>();
  const sends = new Map<string, string>();
  const settings = () => config.current.notifications;
  const silence = openSilence(parts, () => {
    safely(board.release);
    safely(arrivals.release);
  });
  const { isSilent, await: onHeld } = silence;
  const board = openBoard({ desk, settings, isSilent, onHeld });
  const arrivals = openArrivals({ ...parts, board, isSilent, onHeld, safely });
  let couldShowContent = settings().show_content;

  function hear(event: Event): void {
    switch (event.event) {
      case 'NewMessages':
        return arrivals.arrived(event);
      case 'ReminderTriggered':
        return post(reminderPosting(read, event));
      case 'OutboxUpdated':
        return hearSend(event);
      case 'SendBounced':
        return post(bouncePosting(read, event));
      case 'SyncError':
        return hearTrouble(event.account_id);
      case 'SyncCompleted':
        return void troubled.delete(event.account_id);
      case 'SyncFinished':
        return arrivals.passed(event.account_id);
      case 'ConfigChanged':
        return followSettings();
      default:
        return undefined;
    }
  }

  function post(posting: Posting | undefined): void {
    if (posting) board.post(posting);
  }

  /** Once for each state, however often it is told. */
  function hearSend(event: Extract<Event, { event: 'OutboxUpdated' }>): void {
    const { send_id, state } = event;
    const isKnown = sends.get(send_id) === state;
    sends.delete(send_id);
    if (state !== 'failed' && state !== 'unknown') return;
    sends.set(send_id, state);
    for (const [oldest] of sends) if (sends.size > mostRemembered) sends.delete(oldest);
    if (!isKnown) post(sendPosting(read, event));
  }

  /** Once for each trouble: it is tried again for as long as it lasts. */
  function hearTrouble(account_id: string): void {
    if (troubled.has(account_id) || !needsPerson(read, account_id)) return;
    troubled.add(account_id);
    post(accountPosting(read, account_id));
  }

  /** What comes back together is told together, with what is told of already. */
  function hearAwake(recorded: readonly Event[]): void {
    const ids = recorded.flatMap((event) => (event.event === 'MessageUnsnoozed' ? [event.message_id] : []));
    if (ids.length > 0) post(awakePosting(read, [...ids, ...(board.posted('snooze')?.messages ?? [])]));
  }

  function followSettings(): void {
    const { enabled, show_content } = settings();
    if (!enabled || (couldShowContent && !show_content)) board.clear();
    if (!enabled) arrivals.clear();
    couldShowContent = show_content;
    silence.look();
  }

  /** A notification is never worth more than what it tells of. Nothing of mail goes to the log. */
  function safely(act: () => void): void {
    try {
      act();
    } catch (failed) {
      log.error({ err: failed }, 'what to show on the desktop could not be decided');
    }
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => hear(event));
    safely(() => hearAwake(recorded));
    if (recorded.some(mayHaveSettled)) safely(board.look);
  });

  // What came during one that a restart has broken off.
  silence.await();

  return {
    paused: silence.look,
    async answer(notice, action) {
      const posting = board.posted(notice);
      const wish = posting && wishOf(posting, action);
      if (!wish) return;
      board.takeDown([notice]);
      try {
        await parts.ask(wish.name, wish.input);
      } catch (failed) {
        if (failed instanceof Failure && failed.kind === 'missing') return;
        log.warn(
          { action, code: failed instanceof Failure ? failed.code : undefined },
          'a notification was answered in vain',
        );
        if (!(failed instanceof Failure)) throw failed;
        board.post(inVain(posting, action, failed));
      }
    },
    close() {
      unsubscribe();
      // Who would answer it is gone.
      board.clear();
      arrivals.close();
      silence.close();
    },
  };
}

/** Whether something that is shown may be of no use after it. */
function mayHaveSettled({ event }: Event): boolean {
  return !['OperationProgress', 'OperationStarted', 'OperationCompleted', 'SyncStarted'].includes(event);
}

/** What is asked for where somebody answers a notice so. The rest is for whoever shows it, or cannot be done from it. */
function wishOf(posting: Posting, action: NoticeAction): { name: string; input: Record<string, unknown> } | undefined {
  const { thread_id, messages, kind } = posting;
  if (thread_id === undefined || kind !== 'mail') return undefined;
  switch (action) {
    case 'archive':
      return { name: 'mutations.archive', input: { thread_ids: [thread_id] } };
    case 'trash':
      return { name: 'mutations.trash', input: { thread_ids: [thread_id] } };
    // What has come since has not been seen.
    case 'mark_read':
      return { name: 'mutations.read', input: { message_ids: messages, read: true } };
    case 'reply':
      return undefined;
  }
}

const undone: Record<NoticeAction, string> = {
  archive: 'The message was not archived',
  mark_read: 'The message was not marked as read',
  trash: 'The message was not put into the trash',
  reply: 'The message was not answered',
};

function inVain({ id, path }: Posting, action: NoticeAction, failure: Failure): Posting {
  const words = { title: undone[action], body: plainLine(failure.message, 300) };
  return { id: `answer:${id}`, kind: 'trouble', path, words: { open: words, closed: words }, isStill: () => true };
}
