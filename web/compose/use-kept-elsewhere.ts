import { useEffect } from 'react';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';

const words = strings.compose;

/** In milliseconds: what another window is about to store is stored by then. */
const settles = 4_000;

/** Offers what a window that is gone could not store. */
export function useKeptElsewhere(): void {
  const { composers, keptWords, toasts } = useParts();
  useEffect(() => {
    /** A message that was sent or thrown away meanwhile cannot be opened; its last words begin another. */
    async function open(path: string): Promise<void> {
      const kept = keptWords.read(path);
      if ((await composers.resume(path)) || !kept) return;
      const { to, subject, body } = kept.fields;
      if (await composers.begin({ kind: 'new', to, subject, body })) keptWords.drop(path);
    }
    const timer = setTimeout(() => {
      const here = composers.state().open.flatMap((each) => (each.kind === 'writing' ? [each.session.draftPath] : []));
      for (const path of keptWords.paths().filter((each) => !here.includes(each))) {
        const button = { label: words.open, run: () => void open(path) };
        toasts.show({ tone: 'plain', text: words.found, stays: true, button });
      }
    }, settles);
    return () => clearTimeout(timer);
  }, [composers, keptWords, toasts]);
}
