import { FolderDown, X } from 'lucide-react';
import { useRef } from 'react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { Button, IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import styles from './attachments.module.css';
import { useSaving, useSavingState } from './use-saving.ts';

const words = strings.attachments;

type SaveAllProps = { messageId: string; attachments: readonly AttachmentMeta[] };

/** Saves all files of a message into the download folder, one after the other. */
export function SaveAll({ messageId, attachments }: SaveAllProps) {
  const { toasts } = useParts();
  const save = useSaving();
  const key = `save-all:${messageId}`;
  const saving = useSavingState(key);
  const count = attachments.length;
  const button = useRef<HTMLButtonElement>(null);

  const saveAll = async () => {
    const titleOf = (_file: AttachmentMeta, at: number) => words.savingAll({ at: at + 1, count });
    const { paths, end, error } = await save({ key, files: attachments, titleOf });
    const note = folderOf(paths[0] ?? '');
    if (end === 'done') return toasts.show({ tone: 'plain', text: words.savedAll({ count }), note });
    const text = words.savedSome({ saved: paths.length, count });
    if (end === 'cancelled') toasts.show({ tone: 'plain', text, note: note || undefined });
    else toasts.show({ tone: 'bad', text, note: wordsOf(error) });
  };

  useKeys(saving ? {} : { saveFiles: () => void saveAll() });
  return (
    <div className={styles['all']}>
      <Button
        ref={button}
        look="quiet"
        isBusy={saving !== undefined}
        onClick={() => void saveAll()}
        title={words.saveAllHint}
      >
        <FolderDown aria-hidden="true" />
        {saving ? saving.title : words.saveAll}
      </Button>
      {saving && (
        <IconButton
          name={words.cancelAll}
          onClick={() => {
            // The button that ends it goes with what it ends.
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
