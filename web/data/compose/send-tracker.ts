import type { Event } from '../../../daemon/contract/events.ts';
import type { Api, Reply } from '../../api/client.ts';
import { errorText } from '../../design/empty-state.tsx';
import type { Live } from '../../api/live.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import type { Toast, Toasts } from '../toasts.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { strings } from '../../i18n/strings.ts';
import type { OpenCompositions } from './open-compositions.ts';

type Receipt = Reply<'compose', 'send'>['receipt'];
type Outcome = Extract<Event, { event: 'OutboxUpdated' }>;
type TrackedSend = {
  draftId: string;
  sendAt: number;
  toast: number;
  isSending: boolean;
  timer?: ReturnType<typeof setTimeout>;
};

export type SendTracker = {
  /** Says what becomes of a message that was handed over, until that is known. */
  track: (draftId: string, receipt: Pick<Receipt, 'send_at' | 'state'>) => void;
  /** Follows what waited to be taken back when the page was loaded. */
  trackHeld: () => Promise<void>;
  /** Takes the last one back that is still held and said so at the moment. Answers whether there was one. */
  undoLast: () => boolean;
};

type SendTrackerDeps = {
  api: Api;
  toasts: Toasts;
  live: Live;
  openCompositions: OpenCompositions;
  sounds: Pick<Sounds, 'play'>;
  now?: () => number;
};

const t = strings.compose;
const secondMs = 1_000;
/** Longer than this a message is scheduled rather than held. */
const maxHoldMs = 10 * 60 * secondMs;
/** How long after its time the outbox is asked, in case an event was missed. */
const pollDelayMs = 4 * secondMs;

/** What is said of mail on its way out: the seconds it can be taken back, that it went, or why not. */
export function createSendTracker({
  api,
  toasts,
  live,
  openCompositions,
  sounds,
  now = Date.now,
}: SendTrackerDeps): SendTracker {
  const trackedSends = new Map<string, TrackedSend>();

  live.listen((event) => {
    if (event.event === 'OutboxUpdated') handleOutcome(event);
  });

  function track(draftId: string, { send_at, state }: Pick<Receipt, 'send_at' | 'state'>): void {
    const sendAt = Date.parse(send_at);
    if (sendAt - now() > maxHoldMs) {
      const text = t.scheduled({ when: formatMoment(new Date(sendAt), new Date(now())) });
      toasts.show({ tone: 'plain', text, button: undoButton(draftId) });
      return;
    }
    untrack(draftId);
    const toast = toasts.show({ tone: 'plain', text: t.sending, stays: true });
    const tracked: TrackedSend = { draftId, sendAt, toast, isSending: state !== 'queued' };
    trackedSends.set(draftId, tracked);
    updateCountdown(tracked);
  }

  function updateCountdown(tracked: TrackedSend): void {
    const secondsLeft = Math.ceil((tracked.sendAt - now()) / secondMs);
    if (secondsLeft > 0 && !tracked.isSending) {
      updateToast(tracked, {
        tone: 'plain',
        text: t.sendingIn({ seconds: secondsLeft }),
        stays: true,
        button: { ...undoButton(tracked.draftId), key: 'z' },
      });
      tracked.timer = setTimeout(() => updateCountdown(tracked), secondMs);
      return;
    }
    updateToast(tracked, { tone: 'plain', text: t.sending, stays: true });
    tracked.timer = setTimeout(() => void pollOutbox(tracked), pollDelayMs);
  }

  /** What the outbox says, where no event has told it. */
  async function pollOutbox(tracked: TrackedSend): Promise<void> {
    if (!trackedSends.has(tracked.draftId)) return;
    tracked.timer = setTimeout(() => void pollOutbox(tracked), 2 * pollDelayMs);
    try {
      const { sends } = await api.outbox.list({ limit: 50 });
      const entry = sends.find(({ draft_id }) => draft_id === tracked.draftId);
      if (!entry) return;
      if (entry.trouble && entry.state === 'queued') {
        updateToast(tracked, { tone: 'bad', text: t.waiting, note: entry.trouble.message });
        untrack(tracked.draftId);
      } else if (entry.state !== 'queued' && entry.state !== 'sending') {
        handleOutcome({ ...entry, event: 'OutboxUpdated', error: entry.trouble?.message });
      }
    } catch (error) {
      updateToast(tracked, { tone: 'bad', text: t.notKnown, note: errorText(error), stays: true });
    }
  }

  function handleOutcome({
    draft_id,
    state,
    error,
  }: Pick<Outcome, 'event' | 'draft_id' | 'state'> & { error?: string | undefined }): void {
    const tracked = trackedSends.get(draft_id);
    if (!tracked) return;
    const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
    switch (state) {
      case 'queued':
        if (error === undefined) return;
        updateToast(tracked, { tone: 'bad', text: t.waiting, note: error });
        break;
      case 'sending':
        tracked.isSending = true;
        updateToast(tracked, { tone: 'plain', text: t.sending, stays: true });
        return;
      case 'sent':
        updateToast(tracked, { tone: 'plain', text: t.sent });
        void sounds.play('sent');
        break;
      case 'failed':
        updateToast(tracked, { tone: 'bad', text: t.notSent, note: error, stays: true, button: open });
        void sounds.play('error');
        break;
      case 'unknown':
        updateToast(tracked, { tone: 'bad', text: t.inDoubt, note: error ?? t.inDoubtWhy, stays: true });
        void sounds.play('error');
        break;
      case 'cancelled':
        toasts.dismiss(tracked.toast);
        break;
    }
    untrack(draft_id);
  }

  function updateToast({ toast }: TrackedSend, next: Omit<Toast, 'id'>): void {
    toasts.change(toast, next);
  }

  function untrack(draftId: string): void {
    clearTimeout(trackedSends.get(draftId)?.timer);
    trackedSends.delete(draftId);
  }

  function undoButton(draftId: string) {
    return { label: strings.acting.undo, run: () => void cancelSend(draftId) };
  }

  async function cancelSend(draftId: string): Promise<void> {
    const tracked = trackedSends.get(draftId);
    untrack(draftId);
    if (tracked) toasts.dismiss(tracked.toast);
    try {
      await api.outbox.cancel({ draft_id: draftId });
      await openCompositions.restore(draftId);
    } catch (error) {
      toasts.show({ tone: 'bad', text: t.notTakenBack, note: errorText(error) });
    }
  }

  return {
    track,
    async trackHeld() {
      const { sends } = await api.outbox.list({ limit: 20 });
      for (const { state, timing, can_cancel, draft_id, due_at } of sends) {
        if (state === 'queued' && timing === 'held' && can_cancel && !trackedSends.has(draft_id))
          track(draft_id, { state, send_at: due_at });
      }
    },
    undoLast() {
      const last = toasts.list().at(-1);
      const tracked = [...trackedSends.values()].find(({ toast, isSending }) => toast === last?.id && !isSending);
      if (!tracked || !last?.button) return false;
      last.button.run();
      return true;
    },
  };
}
