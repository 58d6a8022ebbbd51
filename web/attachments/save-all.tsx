import { FolderDown } from 'lucide-react';
import { useState } from 'react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { Button } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import styles from './attachments.module.css';
import { useSaving } from './use-saving.ts';

const words = strings.attachments;

/** Saves all files of a message into the download folder, one after the other. */
export function SaveAll({ attachments }: { attachments: readonly AttachmentMeta[] }) {
  const { toasts } = useParts();
  const save = useSaving();
  const [saved, setSaved] = useState<number>();

  const saveAll = async () => {
    const paths: string[] = [];
    try {
      for (const attachment of attachments) {
        setSaved(paths.length);
        paths.push(await save(attachment));
      }
      toasts.show({ tone: 'plain', text: words.savedAll({ count: paths.length }), note: folderOf(paths[0] ?? '') });
    } catch (error) {
      const text = words.savedSome({ saved: paths.length, count: attachments.length });
      toasts.show({ tone: 'bad', text, note: wordsOf(error) });
    } finally {
      setSaved(undefined);
    }
  };

  const isSaving = saved !== undefined;
  useKeys(isSaving ? {} : { saveFiles: () => void saveAll() });
  return (
    <Button
      look="quiet"
      className={styles['all']}
      aria-disabled={isSaving}
      onClick={() => isSaving || void saveAll()}
      title={words.saveAllHint}
    >
      <FolderDown aria-hidden="true" />
      {isSaving ? words.savingAll({ at: saved + 1, count: attachments.length }) : words.saveAll}
    </Button>
  );
}

function folderOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '');
}
