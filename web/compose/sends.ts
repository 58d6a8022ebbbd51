import type { Event } from '../../daemon/contract/events.ts';
import type { Api, Reply } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import type { Live } from '../live.ts';
import { momentWords } from '../moments.ts';
import type { Toast, Toasts } from '../mutations/toasts.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { strings } from '../strings.ts';
import type { Composers } from './composers.ts';

type Receipt = Reply<'compose', 'send'>['receipt'];
type Outcome = Extract<Event, { event: 'OutboxUpdated' }>;
type Followed = {
  draftId: string;
  sendAt: number;
  toast: number;
  isGoing: boolean;
  timer?: ReturnType<typeof setTimeout>;
};

export type Sends = {
  /** Says what becomes of a message that was handed over, until that is known. */
  follow: (draftId: string, receipt: Pick<Receipt, 'send_at' | 'state'>) => void;
  /** Follows what waited to be taken back when the page was loaded. */
  followHeld: () => Promise<void>;
  /** Takes the last one back that is still held and said so at the moment. Answers whether there was one. */
  undoLast: () => boolean;
};

type SendsParts = {
  api: Api;
  toasts: Toasts;
  live: Live;
  composers: Composers;
  sounds: Pick<Sounds, 'play'>;
  now?: () => number;
};

const words = strings.compose;
const second = 1_000;
/** Longer than this a message is scheduled rather than held. */
const heldMost = 10 * 60 * second;
/** How long after its time the outbox is asked, in case an event was missed. */
const asksAfter = 4 * second;

/** What is said of mail on its way out: the seconds it can be taken back, that it went, or why not. */
export function createSends({ api, toasts, live, composers, sounds, now = Date.now }: SendsParts): Sends {
  const followed = new Map<string, Followed>();

  live.listen((event) => {
    if (event.event === 'OutboxUpdated') ended(event);
  });

  function follow(draftId: string, { send_at, state }: Pick<Receipt, 'send_at' | 'state'>): void {
    const sendAt = Date.parse(send_at);
    if (sendAt - now() > heldMost) {
      const text = words.scheduled({ when: momentWords(new Date(sendAt), new Date(now())) });
      toasts.show({ tone: 'plain', text, button: undoButton(draftId) });
      return;
    }
    drop(draftId);
    const toast = toasts.show({ tone: 'plain', text: words.sending, stays: true });
    const held: Followed = { draftId, sendAt, toast, isGoing: state !== 'queued' };
    followed.set(draftId, held);
    tick(held);
  }

  function tick(held: Followed): void {
    const left = Math.ceil((held.sendAt - now()) / second);
    if (left > 0 && !held.isGoing) {
      say(held, {
        tone: 'plain',
        text: words.sendingIn({ seconds: left }),
        stays: true,
        button: { ...undoButton(held.draftId), key: 'z' },
      });
      held.timer = setTimeout(() => tick(held), second);
      return;
    }
    say(held, { tone: 'plain', text: words.sending, stays: true });
    held.timer = setTimeout(() => void ask(held), asksAfter);
  }

  /** What the outbox says, where no event has told it. */
  async function ask(held: Followed): Promise<void> {
    if (!followed.has(held.draftId)) return;
    held.timer = setTimeout(() => void ask(held), 2 * asksAfter);
    try {
      const { sends } = await api.outbox.list({ limit: 50 });
      const entry = sends.find(({ draft_id }) => draft_id === held.draftId);
      if (!entry) return;
      if (entry.trouble && entry.state === 'queued') {
        say(held, { tone: 'bad', text: words.waiting, note: entry.trouble.message });
        drop(held.draftId);
      } else if (entry.state !== 'queued' && entry.state !== 'sending') {
        ended({ ...entry, event: 'OutboxUpdated', error: entry.trouble?.message });
      }
    } catch (error) {
      say(held, { tone: 'bad', text: words.notKnown, note: wordsOf(error), stays: true });
    }
  }

  function ended({
    draft_id,
    state,
    error,
  }: Pick<Outcome, 'event' | 'draft_id' | 'state'> & { error?: string | undefined }): void {
    const held = followed.get(draft_id);
    if (!held) return;
    const open = { label: words.openDraft, run: () => void composers.restore(draft_id) };
    switch (state) {
      case 'queued':
        if (error === undefined) return;
        say(held, { tone: 'bad', text: words.waiting, note: error });
        break;
      case 'sending':
        held.isGoing = true;
        say(held, { tone: 'plain', text: words.sending, stays: true });
        return;
      case 'sent':
        say(held, { tone: 'plain', text: words.sent });
        void sounds.play('sent');
        break;
      case 'failed':
        say(held, { tone: 'bad', text: words.notSent, note: error, stays: true, button: open });
        void sounds.play('error');
        break;
      case 'unknown':
        say(held, { tone: 'bad', text: words.inDoubt, note: error ?? words.inDoubtWhy, stays: true });
        void sounds.play('error');
        break;
      case 'cancelled':
        toasts.dismiss(held.toast);
        break;
    }
    drop(draft_id);
  }

  function say({ toast }: Followed, next: Omit<Toast, 'id'>): void {
    toasts.change(toast, next);
  }

  function drop(draftId: string): void {
    clearTimeout(followed.get(draftId)?.timer);
    followed.delete(draftId);
  }

  function undoButton(draftId: string) {
    return { label: strings.acting.undo, run: () => void takeBack(draftId) };
  }

  async function takeBack(draftId: string): Promise<void> {
    const held = followed.get(draftId);
    drop(draftId);
    if (held) toasts.dismiss(held.toast);
    try {
      await api.outbox.cancel({ draft_id: draftId });
      await composers.restore(draftId);
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notTakenBack, note: wordsOf(error) });
    }
  }

  return {
    follow,
    async followHeld() {
      const { sends } = await api.outbox.list({ limit: 20 });
      for (const { state, timing, can_cancel, draft_id, due_at } of sends) {
        if (state === 'queued' && timing === 'held' && can_cancel && !followed.has(draft_id))
          follow(draft_id, { state, send_at: due_at });
      }
    },
    undoLast() {
      const last = toasts.list().at(-1);
      const held = [...followed.values()].find(({ toast, isGoing }) => toast === last?.id && !isGoing);
      if (!held || !last?.button) return false;
      last.button.run();
      return true;
    },
  };
}
