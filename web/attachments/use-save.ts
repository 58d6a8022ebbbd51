import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import { nameOf, type ShownFile } from './shown-file.ts';
import type { Download } from './use-download.ts';
import { useSaving } from './use-saving.ts';

const words = strings.attachments;

/** What is larger is not gathered in the page, but saved into the download folder by the daemon. */
const mostGathered = 200_000_000;

/** Saves a file by way of the browser, or a very large one into the download folder. */
export function useSave(file: ShownFile, { start }: Pick<Download, 'start'>): () => Promise<void> {
  const { toasts } = useParts();
  const saveHere = useSaving();
  return async () => {
    if (file.size_bytes <= mostGathered) {
      const content = await start();
      if (content) saveFile(content, file.filename);
      return;
    }
    toasts.show({ tone: 'plain', text: words.savingLarge({ name: nameOf(file) }) });
    try {
      toasts.show({ tone: 'plain', text: words.savedAll({ count: 1 }), note: await saveHere(file) });
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.savedSome({ saved: 0, count: 1 }), note: wordsOf(error) });
    }
  };
}
