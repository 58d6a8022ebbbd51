import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { type ComposeSession, fieldsOf } from '../../data/compose/fields.ts';
import type { Composition, CompositionState } from '../../data/compose/composition.ts';

const t = strings.compose;

type CloseOptions = {
  composition: Composition;
  /** Whether the composition has no content worth keeping. */
  isUntouched: boolean;
  onClosed: () => void;
};

/** The ways to close a composition without sending it. */
export function useCloseComposition({ composition, isUntouched, onClosed }: CloseOptions) {
  const { api, openCompositions, toasts } = useServices();
  const { runAction, runOnce } = useAction();

  function close(): void {
    composition.end();
    onClosed();
  }

  /** Ends the session by a request, while no update of it is running. */
  async function endSession(request: () => Promise<unknown>): Promise<void> {
    const resume = await composition.pause();
    try {
      await request();
      close();
    } finally {
      resume();
    }
  }

  async function saveAsDraft(): Promise<void> {
    const { draftPath, draftId } = composition.state().session;
    // If it cannot be stored, it stays open and shows the reason.
    if (!(await composition.save())) return;
    await endSession(() => api.compose.save({ draft_path: draftPath }));
    const button = { label: t.open, run: () => void openCompositions.restore(draftId) };
    toasts.show({ tone: 'plain', text: t.keptAsDraft, button });
  }

  async function discard(): Promise<void> {
    const { draftPath, draftId } = composition.state().session;
    // Discarding can be undone including the last text.
    if (!isUntouched) await composition.save();
    await endSession(() => api.compose.discard({ draft_path: draftPath }));
    if (isUntouched) return;
    const button = { label: strings.acting.undo, run: () => void runAction(() => recover(draftId), t.notTakenBack) };
    toasts.show({ tone: 'plain', text: t.discarded, button });
  }

  async function recover(draft_id: string): Promise<void> {
    await api.drafts.recover({ draft_id });
    await openCompositions.restore(draft_id);
  }

  async function copyToNew(): Promise<void> {
    const { to, subject, body } = composition.state().fields;
    if (await openCompositions.start({ kind: 'new', to, subject, body })) close();
  }

  // Only one at a time: a second Escape would end a session that is ending.
  const discardOnce = () => runOnce(discard, t.notDiscarded);
  return {
    /** Keeps it as a draft; without content no draft is left. */
    saveAsDraft: () => (isUntouched ? discardOnce() : runOnce(saveAsDraft, t.notKept)),
    discard: discardOnce,
    /** Copies the text of a message that is gone into a new one. */
    copyToNew: () => runOnce(copyToNew, (reason) => reason),
    drop: close,
  };
}

/** Whether the user has written nothing yet. The sender address and the signature do not count. */
export function isUnchanged(initial: ComposeSession, { fields }: CompositionState): boolean {
  const first = fieldsOf(initial);
  const keys = ['to', 'cc', 'bcc', 'subject', 'body'] as const;
  return keys.every((key) => first[key] === fields[key]) && first.attach.join() === fields.attach.join();
}
