import { useEffect, useState, useSyncExternalStore } from 'react';
import { useParts } from '../parts.ts';
import { type ComposeSession, createWriting, type Writing, type WritingState } from './writing.ts';

/** A message being written for as long as it is on screen. What is not stored when the page goes is sent on its way out. */
export function useWriting(session: ComposeSession): { writing: Writing; state: WritingState } {
  const { api, composeWire, keptWords, live } = useParts();
  const [writing] = useState(() =>
    createWriting({
      session,
      update: (input) => api.compose.update(input),
      refresh: (input) => api.compose.refresh(input),
      kept: keptWords,
    }),
  );
  const state = useSyncExternalStore(writing.subscribe, writing.state);
  useEffect(() => {
    function go(): void {
      const input = writing.unsaved();
      if (input) composeWire.storeAtLast(input);
    }
    const hide = () => document.visibilityState === 'hidden' && void writing.save();
    addEventListener('pagehide', go);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', go);
      document.removeEventListener('visibilitychange', hide);
      void writing.save();
    };
  }, [writing, composeWire]);
  useEffect(
    () =>
      live.listen((event) => {
        const { draftId, files } = writing.state().session;
        const isComing = files.some(({ ready }) => !ready);
        if (isComing && event.event === 'DraftsUpdated' && event.draft_ids.includes(draftId)) void writing.refresh();
      }),
    [live, writing],
  );
  return { writing, state };
}
