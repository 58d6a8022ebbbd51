import { useRef } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { type ComposeSession, fieldsOf, type Writing, type WritingState } from './writing.ts';

const words = strings.compose;

type LeavingParts = {
  writing: Writing;
  /** Nothing was written that anybody could miss. */
  isUntouched: boolean;
  onGone: () => void;
};

/** The ways out of a message without sending it. */
export function useLeaving({ writing, isUntouched, onGone }: LeavingParts) {
  const { api, composers, toasts } = useParts();

  const isLeaving = useRef(false);

  function gone(): void {
    writing.end();
    onGone();
  }

  /** One way out at a time: a second Escape would end a session that is ending already. */
  async function leave(way: () => Promise<void>): Promise<void> {
    if (isLeaving.current) return;
    isLeaving.current = true;
    try {
      await way();
    } finally {
      isLeaving.current = false;
    }
  }

  /** Ends the session by a request, with no update of it under way. */
  async function endBy(request: () => Promise<unknown>): Promise<void> {
    const resume = await writing.pause();
    try {
      await request();
      gone();
    } finally {
      resume();
    }
  }

  /** Keeps it as a draft; what nothing was written in leaves none. */
  async function keep(): Promise<void> {
    if (isUntouched) return discard();
    const { draftPath, draftId } = writing.state().session;
    // Where it cannot be stored it stays open, and says why.
    if (!(await writing.save())) return;
    try {
      await endBy(() => api.compose.save({ draft_path: draftPath }));
      toasts.show({
        tone: 'plain',
        text: words.keptAsDraft,
        button: { label: words.open, run: () => void composers.restore(draftId) },
      });
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notKept, note: wordsOf(error) });
    }
  }

  async function discard(): Promise<void> {
    const { draftPath, draftId } = writing.state().session;
    const isWorthSaying = !isUntouched;
    try {
      // What was written last can be taken back as well.
      if (isWorthSaying) await writing.save();
      await endBy(() => api.compose.discard({ draft_path: draftPath }));
      if (!isWorthSaying) return;
      const run = () => void takeBack(draftId);
      toasts.show({ tone: 'plain', text: words.discarded, button: { label: strings.acting.undo, run } });
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notDiscarded, note: wordsOf(error) });
    }
  }

  async function takeBack(draft_id: string): Promise<void> {
    try {
      await api.drafts.recover({ draft_id });
      await composers.restore(draft_id);
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notTakenBack, note: wordsOf(error) });
    }
  }

  /** The words of a message that is gone, in a new one. */
  async function writeAnew(): Promise<void> {
    const { to, subject, body } = writing.state().fields;
    if (await composers.begin({ kind: 'new', to, subject, body })) gone();
  }

  return {
    keep: () => leave(keep),
    discard: () => leave(discard),
    writeAnew: () => leave(writeAnew),
    drop: gone,
  };
}

/** Whether somebody wrote nothing yet. Which address it is from, and how it is signed, is no writing. */
export function isAsBegun(begun: ComposeSession, { fields }: WritingState): boolean {
  const first = fieldsOf(begun);
  const keys = ['to', 'cc', 'bcc', 'subject', 'body'] as const;
  return keys.every((key) => first[key] === fields[key]) && first.attach.join() === fields.attach.join();
}
