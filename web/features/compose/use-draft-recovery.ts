import { useEffect } from 'react';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.compose;

/** In milliseconds: what another window is about to store is stored by then. */
const otherWindowSaveMs = 4_000;

/** Offers what a window that is gone could not store. */
export function useDraftRecovery(): void {
  const { openCompositions, draftRecovery, toasts } = useServices();
  useEffect(() => {
    /** A message that was sent or thrown away meanwhile cannot be opened; its last words begin another. */
    async function open(path: string): Promise<void> {
      const draft = draftRecovery.read(path);
      if ((await openCompositions.resume(path)) || !draft) return;
      const { to, subject, body } = draft.fields;
      if (await openCompositions.start({ kind: 'new', to, subject, body })) draftRecovery.remove(path);
    }
    const timer = setTimeout(() => {
      const here = openCompositions
        .state()
        .open.flatMap((each) => (each.kind === 'writing' ? [each.session.draftPath] : []));
      for (const path of draftRecovery.paths().filter((each) => !here.includes(each))) {
        const button = { label: t.open, run: () => void open(path) };
        toasts.show({ tone: 'plain', text: t.found, stays: true, button });
      }
    }, otherWindowSaveMs);
    return () => clearTimeout(timer);
  }, [openCompositions, draftRecovery, toasts]);
}
