import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import { keyOf, nameOf, type ShownFile } from './shown-file.ts';
import { type Download, useDownload } from './use-download.ts';
import { useSaving, useSavingState } from './use-saving.ts';

const words = strings.attachments;

/** What is larger is not gathered in the page, but saved into the download folder by the daemon. */
const mostGathered = 200_000_000;

/** The saving of one file: by way of the browser, or a very large one into the download folder. */
export type Save = Pick<Download, 'progress' | 'failure' | 'cancel'> & { save: () => Promise<void> };

export function useSave(file: ShownFile): Save {
  const { toasts } = useParts();
  const { progress, failure, start, cancel } = useDownload(file);
  const saveHere = useSaving();
  const key = `save:${keyOf(file)}`;
  const saving = useSavingState(key);
  const name = nameOf(file);

  async function saveGathered(): Promise<void> {
    const content = await start();
    if (content) saveFile(content, file.filename);
  }

  async function saveLarge(): Promise<void> {
    toasts.show({ tone: 'plain', text: words.savingLarge({ name }) });
    const { end, paths, error } = await saveHere({ key, files: [file], titleOf: () => words.saving({ name }) });
    if (end === 'done') toasts.show({ tone: 'plain', text: words.savedAll({ count: 1 }), note: paths[0] });
    else if (end === 'cancelled') toasts.show({ tone: 'plain', text: words.notSaved({ name }) });
    else toasts.show({ tone: 'bad', text: words.savedSome({ saved: 0, count: 1 }), note: wordsOf(error) });
  }

  return {
    progress: saving?.progress ?? progress,
    failure,
    cancel: saving?.cancel ?? cancel,
    save: file.size_bytes <= mostGathered ? saveGathered : saveLarge,
  };
}
