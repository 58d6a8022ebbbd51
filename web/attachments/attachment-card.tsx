import { Download as DownloadIcon, X } from 'lucide-react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './attachments.module.css';
import type { Progress } from './downloads.ts';
import { FileIcon } from './file-icon.tsx';
import { previewOf } from './preview.ts';
import { nameOf } from './shown-file.ts';
import { type Save, useSave } from './use-save.ts';
import { size } from '../words/formats.ts';

const words = strings.attachments;

/** One file: shown when it is clicked, or saved where it cannot be shown. */
export function AttachmentCard({ attachment, onShow }: { attachment: AttachmentMeta; onShow: () => void }) {
  const saving = useSave(attachment);
  const { progress, save } = saving;
  const isShown = previewOf(attachment) !== undefined;
  const name = nameOf(attachment);
  const isBusy = progress !== undefined;
  return (
    <li className={styles['card']} data-busy={isBusy || undefined}>
      <button
        type="button"
        className={styles['open']}
        aria-disabled={isBusy}
        onClick={() => isBusy || (isShown ? onShow() : void save())}
      >
        <FileIcon type={attachment.mime_type} />
        <span className={styles['words']}>
          <span className="visually-hidden">{isShown ? words.show : words.save} </span>
          <span className={styles['name']} dir="auto" title={name}>
            {name}
          </span>
          <Detail attachment={attachment} saving={saving} />
        </span>
      </button>
      {isBusy ? (
        <IconButton name={words.cancel({ name })} onClick={saving.cancel}>
          <X />
        </IconButton>
      ) : (
        <IconButton name={words.download({ name })} onClick={() => void save()}>
          <DownloadIcon />
        </IconButton>
      )}
      {progress && <DownloadBar {...progress} name={name} />}
    </li>
  );
}

/** How large it is and where, or how far it has come, or why it has not. */
function Detail({
  attachment: { size_bytes, on_server },
  saving: { progress, failure },
}: {
  attachment: AttachmentMeta;
  saving: Save;
}) {
  if (failure !== undefined)
    return (
      <span className={styles['failure']} role="alert" title={failure}>
        {failure}
      </span>
    );
  const where = on_server ? ` · ${strings.reader.onServer}` : '';
  return (
    <span className={styles['size']} title={on_server ? strings.reader.onServerWhy : undefined}>
      {progress ? downloadWords(progress, on_server) : `${size(size_bytes)}${where}`}
    </span>
  );
}

/** How far a file has come that is on its way. */
export function downloadWords({ received, total }: Progress, isOnServer: boolean): string {
  if (total === undefined) return isOnServer ? words.fetching : words.reading;
  return words.received({ some: size(received), all: size(total) });
}

export function DownloadBar({ received, total, name }: Progress & { name: string }) {
  return (
    <progress
      className={styles['bar']}
      aria-label={words.coming({ name })}
      max={total ?? 1}
      value={total && received}
    />
  );
}
