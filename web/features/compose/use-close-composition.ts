import { useRef } from 'react';
import { errorText } from '../../design/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import {
  type ComposeSession,
  fieldsOf,
  type Composition,
  type CompositionState,
} from '../../data/compose/composition.ts';

const t = strings.compose;

type CloseOptions = {
  composition: Composition;
  /** Nothing was written that anybody could miss. */
  isUntouched: boolean;
  onClosed: () => void;
};

/** The ways out of a message without sending it. */
export function useCloseComposition({ composition, isUntouched, onClosed }: CloseOptions) {
  const { api, openCompositions, toasts } = useServices();

  const isClosing = useRef(false);

  function close(): void {
    composition.end();
    onClosed();
  }

  /** One way out at a time: a second Escape would end a session that is ending already. */
  async function runOnce(action: () => Promise<void>): Promise<void> {
    if (isClosing.current) return;
    isClosing.current = true;
    try {
      await action();
    } finally {
      isClosing.current = false;
    }
  }

  /** Ends the session by a request, with no update of it under way. */
  async function endSession(request: () => Promise<unknown>): Promise<void> {
    const resume = await composition.pause();
    try {
      await request();
      close();
    } finally {
      resume();
    }
  }

  /** Keeps it as a draft; what nothing was written in leaves none. */
  async function saveAsDraft(): Promise<void> {
    if (isUntouched) return discard();
    const { draftPath, draftId } = composition.state().session;
    // Where it cannot be stored it stays open, and says why.
    if (!(await composition.save())) return;
    try {
      await endSession(() => api.compose.save({ draft_path: draftPath }));
      toasts.show({
        tone: 'plain',
        text: t.keptAsDraft,
        button: { label: t.open, run: () => void openCompositions.restore(draftId) },
      });
    } catch (error) {
      toasts.show({ tone: 'bad', text: t.notKept, note: errorText(error) });
    }
  }

  async function discard(): Promise<void> {
    const { draftPath, draftId } = composition.state().session;
    const showsToast = !isUntouched;
    try {
      // What was written last can be taken back as well.
      if (showsToast) await composition.save();
      await endSession(() => api.compose.discard({ draft_path: draftPath }));
      if (!showsToast) return;
      const run = () => void recover(draftId);
      toasts.show({ tone: 'plain', text: t.discarded, button: { label: strings.acting.undo, run } });
    } catch (error) {
      toasts.show({ tone: 'bad', text: t.notDiscarded, note: errorText(error) });
    }
  }

  async function recover(draft_id: string): Promise<void> {
    try {
      await api.drafts.recover({ draft_id });
      await openCompositions.restore(draft_id);
    } catch (error) {
      toasts.show({ tone: 'bad', text: t.notTakenBack, note: errorText(error) });
    }
  }

  /** The words of a message that is gone, in a new one. */
  async function copyToNew(): Promise<void> {
    const { to, subject, body } = composition.state().fields;
    if (await openCompositions.start({ kind: 'new', to, subject, body })) close();
  }

  return {
    saveAsDraft: () => runOnce(saveAsDraft),
    discard: () => runOnce(discard),
    copyToNew: () => runOnce(copyToNew),
    drop: close,
  };
}

/** Whether somebody wrote nothing yet. Which address it is from, and how it is signed, is no writing. */
export function isUnchanged(initial: ComposeSession, { fields }: CompositionState): boolean {
  const first = fieldsOf(initial);
  const keys = ['to', 'cc', 'bcc', 'subject', 'body'] as const;
  return keys.every((key) => first[key] === fields[key]) && first.attach.join() === fields.attach.join();
}
