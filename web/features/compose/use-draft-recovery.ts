import { useEffect } from 'react';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.compose;

/** In milliseconds; another window has stored its pending text by then. */
const otherWindowSaveMs = 4_000;

/** Offers text that a closed window could not store. */
export function useDraftRecovery(): void {
  const { openCompositions, draftRecovery, toasts } = useServices();
  useEffect(() => {
    /** A message that was sent or discarded meanwhile cannot be opened; its last text starts a new one. */
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
