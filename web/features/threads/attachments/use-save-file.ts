import { errorText } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { saveFile } from '../../../data/save-file.ts';
import { strings } from '../../../i18n/strings.ts';
import { fileKeyOf, fileNameOf, type ShownFile } from './file-identity.ts';
import { type Download, useDownload } from './use-download.ts';
import { useSaveToFolder, useSaveProgress } from './use-save-to-folder.ts';

const t = strings.attachments;

/** Larger files are not loaded into the page; the daemon saves them into the download folder. In bytes. */
const maxInMemoryBytes = 200_000_000;

/** Saves a file: through the browser, or a very large file into the download folder. */
export type SaveControls = Pick<Download, 'progress' | 'failure' | 'cancel'> & { save: () => Promise<void> };

export function useSaveFile(file: ShownFile): SaveControls {
  const { toasts } = useServices();
  const { progress, failure, start, cancel } = useDownload(file);
  const saveToFolder = useSaveToFolder();
  const key = `save:${fileKeyOf(file)}`;
  const saving = useSaveProgress(key);
  const name = fileNameOf(file);

  async function saveGathered(): Promise<void> {
    const content = await start();
    if (content) saveFile(content, file.filename);
  }

  async function saveLarge(): Promise<void> {
    toasts.show({ tone: 'plain', text: t.savingLarge({ name }) });
    const { end, paths, error } = await saveToFolder({ key, files: [file], titleOf: () => t.saving({ name }) });
    if (end === 'done') toasts.show({ tone: 'plain', text: t.savedAll({ count: 1 }), note: paths[0] });
    else if (end === 'cancelled') toasts.show({ tone: 'plain', text: t.notSaved({ name }) });
    else toasts.show({ tone: 'bad', text: t.savedSome({ saved: 0, count: 1 }), note: errorText(error) });
  }

  return {
    progress: saving?.progress ?? progress,
    failure,
    cancel: saving?.cancel ?? cancel,
    save: file.size_bytes <= maxInMemoryBytes ? saveGathered : saveLarge,
  };
}
