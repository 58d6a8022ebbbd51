import { currentTime } from '../../api/clock.ts';
import type { Event } from '../../../daemon/contract/events.ts';
import type { Api, Reply } from '../../api/client.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';
import type { Live } from '../../api/live.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import type { Toast, Toasts } from '../toasts.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { strings } from '../../i18n/strings.ts';
import type { OpenCompositions } from './open-compositions.ts';

type Receipt = Reply<'compose', 'send'>['receipt'];
type Outcome = Extract<Event, { event: 'OutboxUpdated' }>;
type Purpose = Reply<'outbox', 'list'>['sends'][number]['purpose'];
type TrackedSend = {
  draftId: string;
  /** Only the draft of a message is opened again; an answer to an invitation is undone as a whole. */
  purpose: Purpose;
  sendAt: number;
  toast: number;
  isSending: boolean;
  timer?: ReturnType<typeof setTimeout>;
};

export type SendTracker = {
  /** Shows the state of a message in the outbox until its result is known. */
  track: (draftId: string, receipt: Pick<Receipt, 'send_at' | 'state'>) => void;
  /** Follows the sends that could still be undone when the page was loaded. */
  trackHeld: () => Promise<void>;
  /** Undoes the last send that is still held and shown. Returns whether there was one. */
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
/** A message with a longer delay is scheduled, not held. */
const maxHoldMs = 10 * 60 * secondMs;
/** How long after its time the outbox is read, in case an event was missed. */
const pollDelayMs = 4 * secondMs;

/** The toasts of outgoing mail: the seconds in which it can be undone, that it was sent, or why not. */
export function createSendTracker(deps: SendTrackerDeps): SendTracker {
  const tracking: Tracking = { now: currentTime, ...deps, trackedSends: new Map() };
  const { api, toasts, live, now, trackedSends } = tracking;

  live.listen((event) => {
    if (event.event === 'OutboxUpdated') handleOutcome(tracking, event);
  });

  function track(
    draftId: string,
    { send_at, state }: Pick<Receipt, 'send_at' | 'state'>,
    purpose: Purpose = 'mail',
  ): void {
    const sendAt = Date.parse(send_at);
    if (sendAt - now() > maxHoldMs) {
      const text = t.scheduled({ when: formatMoment(new Date(sendAt), new Date(now())) });
      toasts.show({ tone: 'plain', text, button: undoButton(tracking, { draftId, purpose }) });
      return;
    }
    untrack(tracking, draftId);
    const toast = toasts.show({ tone: 'plain', text: t.sending, stays: true });
    const tracked: TrackedSend = { draftId, purpose, sendAt, toast, isSending: state !== 'queued' };
    trackedSends.set(draftId, tracked);
    updateCountdown(tracking, tracked);
  }

  return {
    track,
    async trackHeld() {
      const { sends } = await api.outbox.list({ limit: 20 });
      for (const { state, timing, can_cancel, draft_id, due_at, purpose } of sends) {
        if (state === 'queued' && timing === 'held' && can_cancel && !trackedSends.has(draft_id))
          track(draft_id, { state, send_at: due_at }, purpose);
      }
    },
    undoLast() {
      const last = toasts.current();
      const tracked = [...trackedSends.values()].find(({ toast, isSending }) => toast === last?.id && !isSending);
      if (!tracked || !last?.button) return false;
      last.button.run();
      return true;
    },
  };
}

type Tracking = Required<SendTrackerDeps> & { trackedSends: Map<string, TrackedSend> };

function updateCountdown(tracking: Tracking, tracked: TrackedSend): void {
  const { now } = tracking;
  const secondsLeft = Math.ceil((tracked.sendAt - now()) / secondMs);
  if (secondsLeft > 0 && !tracked.isSending) {
    updateToast(tracking, tracked, {
      tone: 'plain',
      text: t.sendingIn({ seconds: secondsLeft }),
      stays: true,
      button: { ...undoButton(tracking, tracked), key: 'z' },
    });
    tracked.timer = setTimeout(() => updateCountdown(tracking, tracked), secondMs);
    return;
  }
  updateToast(tracking, tracked, { tone: 'plain', text: t.sending, stays: true });
  tracked.timer = setTimeout(() => void pollOutbox(tracking, tracked), pollDelayMs);
}

/** Reads the outbox, if no event has reported the result. */
async function pollOutbox(tracking: Tracking, tracked: TrackedSend): Promise<void> {
  const { api, trackedSends } = tracking;
  if (!trackedSends.has(tracked.draftId)) return;
  tracked.timer = setTimeout(() => void pollOutbox(tracking, tracked), 2 * pollDelayMs);
  try {
    const { sends } = await api.outbox.list({ limit: 50 });
    const entry = sends.find(({ draft_id }) => draft_id === tracked.draftId);
    if (!entry) return;
    if (entry.trouble && entry.state === 'queued') {
      updateToast(tracking, tracked, { tone: 'bad', text: t.waiting, note: entry.trouble.message });
      untrack(tracking, tracked.draftId);
    } else if (entry.state !== 'queued' && entry.state !== 'sending') {
      handleOutcome(tracking, { ...entry, event: 'OutboxUpdated', error: entry.trouble?.message });
    }
  } catch (error) {
    updateToast(tracking, tracked, { tone: 'bad', text: t.notKnown, note: errorText(error), stays: true });
  }
}

type SendOutcome = Pick<Outcome, 'event' | 'draft_id' | 'state'> & { error?: string | undefined };

function handleOutcome(tracking: Tracking, { draft_id, state, error }: SendOutcome): void {
  const { trackedSends, openCompositions, sounds, toasts } = tracking;
  const tracked = trackedSends.get(draft_id);
  if (!tracked) return;
  const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
  const button = tracked.purpose === 'mail' ? { button: open } : {};
  switch (state) {
    case 'queued':
      if (error === undefined) return;
      updateToast(tracking, tracked, { tone: 'bad', text: t.waiting, note: error });
      break;
    case 'sending':
      tracked.isSending = true;
      updateToast(tracking, tracked, { tone: 'plain', text: t.sending, stays: true });
      return;
    case 'sent':
      updateToast(tracking, tracked, { tone: 'plain', text: t.sent });
      void sounds.play('sent');
      break;
    case 'failed':
      updateToast(tracking, tracked, { tone: 'bad', text: t.notSent, note: error, stays: true, ...button });
      void sounds.play('error');
      break;
    case 'unknown':
      updateToast(tracking, tracked, { tone: 'bad', text: t.inDoubt, note: error ?? t.inDoubtWhy, stays: true });
      void sounds.play('error');
      break;
    case 'cancelled':
      toasts.dismiss(tracked.toast);
      break;
  }
  untrack(tracking, draft_id);
}

function updateToast({ toasts }: Tracking, { toast }: TrackedSend, next: Omit<Toast, 'id'>): void {
  toasts.change(toast, next);
}

function untrack({ trackedSends }: Tracking, draftId: string): void {
  clearTimeout(trackedSends.get(draftId)?.timer);
  trackedSends.delete(draftId);
}

type Undoable = Pick<TrackedSend, 'draftId' | 'purpose'>;

function undoButton(tracking: Tracking, send: Undoable) {
  return { label: strings.acting.undo, run: () => void cancelSend(tracking, send) };
}

async function cancelSend(tracking: Tracking, { draftId, purpose }: Undoable): Promise<void> {
  const { api, toasts, openCompositions, trackedSends } = tracking;
  const tracked = trackedSends.get(draftId);
  untrack(tracking, draftId);
  if (tracked) toasts.dismiss(tracked.toast);
  try {
    await api.outbox.cancel({ draft_id: draftId });
    if (purpose === 'mail') await openCompositions.restore(draftId);
    else toasts.show({ tone: 'plain', text: strings.outbox.undone[purpose] });
  } catch (error) {
    toasts.show({ tone: 'bad', text: t.notTakenBack, note: errorText(error) });
  }
}
