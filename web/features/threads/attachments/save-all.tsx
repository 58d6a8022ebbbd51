import { FolderDown, X } from 'lucide-react';
import { useRef } from 'react';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './attachments.module.css';
import { useSaveToFolder, useSaveProgress } from './use-save-to-folder.ts';

const t = strings.attachments;

type SaveAllProps = { messageId: string; attachments: readonly AttachmentMeta[] };

/** Saves all files of a message into the download folder, one after the other. */
export function SaveAll({ messageId, attachments }: SaveAllProps) {
  const { toasts } = useServices();
  const save = useSaveToFolder();
  const key = `save-all:${messageId}`;
  const saving = useSaveProgress(key);
  const count = attachments.length;
  const button = useRef<HTMLButtonElement>(null);

  const saveAll = async () => {
    const titleOf = (_file: AttachmentMeta, at: number) => t.savingAll({ at: at + 1, count });
    const { paths, end, error } = await save({ key, files: attachments, titleOf });
    const note = folderOf(paths[0] ?? '');
    if (end === 'done') return toasts.show({ tone: 'plain', text: t.savedAll({ count }), note });
    const text = t.savedSome({ saved: paths.length, count });
    if (end === 'cancelled') toasts.show({ tone: 'plain', text, note: note || undefined });
    else toasts.show({ tone: 'bad', text, note: errorText(error) });
  };

  useKeys(saving ? {} : { saveFiles: () => void saveAll() });
  return (
    <div className={styles['all']}>
      <Button
        ref={button}
        look="quiet"
        isBusy={saving !== undefined}
        onClick={() => void saveAll()}
        title={t.saveAllHint}
      >
        <FolderDown aria-hidden="true" />
        {saving ? saving.title : t.saveAll}
      </Button>
      {saving && (
        <IconButton
          name={t.cancelAll}
          onClick={() => {
            // The cancel button disappears with the download.
            button.current?.focus();
            saving.cancel();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}

function folderOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '');
}
