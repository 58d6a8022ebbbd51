import { useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '../../data/services.ts';
import type { ComposeSession } from '../../data/compose/fields.ts';
import { createComposition, type Composition, type CompositionState } from '../../data/compose/composition.ts';

/** A composition while it is mounted. Unsaved text is sent when the page closes. */
export function useComposition(session: ComposeSession): { composition: Composition; state: CompositionState } {
  const { api, composeTransfer, draftRecovery, live } = useServices();
  const [composition] = useState(() =>
    createComposition({
      session,
      update: (input) => api.compose.update(input),
      refresh: (input) => api.compose.refresh(input),
      draftRecovery,
    }),
  );
  const state = useSyncExternalStore(composition.subscribe, composition.state);
  useEffect(() => composition.start(), [composition]);
  useEffect(() => {
    function saveOnPageHide(): void {
      const input = composition.unsaved();
      if (input) composeTransfer.saveOnUnload(input);
    }
    const saveWhenHidden = () => document.visibilityState === 'hidden' && void composition.save();
    addEventListener('pagehide', saveOnPageHide);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      removeEventListener('pagehide', saveOnPageHide);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      void composition.save();
    };
  }, [composition, composeTransfer]);
  useEffect(
    () =>
      live.listen((event) => {
        const { draftId, files } = composition.state().session;
        const isAttaching = files.some(({ ready }) => !ready);
        if (isAttaching && event.event === 'DraftsUpdated' && event.draft_ids.includes(draftId))
          void composition.refresh();
      }),
    [live, composition],
  );
  return { composition, state };
}
