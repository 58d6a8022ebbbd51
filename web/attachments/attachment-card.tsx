import { Download as DownloadIcon, X } from 'lucide-react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './attachments.module.css';
import type { Progress } from './downloads.ts';
import { FileIcon } from './file-icon.tsx';
import { previewOf } from './preview.ts';
import { nameOf } from './shown-file.ts';
import { useDownload, type Download } from './use-download.ts';
import { useSave } from './use-save.ts';
import { size } from '../words/formats.ts';

const words = strings.attachments;

/** One file: shown when it is clicked, or saved where it cannot be shown. */
export function AttachmentCard({ attachment, onShow }: { attachment: AttachmentMeta; onShow: () => void }) {
  const download = useDownload(attachment);
  const save = useSave(attachment, download);
  const isShown = previewOf(attachment) !== undefined;
  const name = nameOf(attachment);
  const isBusy = download.progress !== undefined;
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
          <Detail attachment={attachment} download={download} />
        </span>
      </button>
      {isBusy ? (
        <IconButton name={words.cancel({ name })} onClick={download.cancel}>
          <X />
        </IconButton>
      ) : (
        <IconButton name={words.download({ name })} onClick={() => void save()}>
          <DownloadIcon />
        </IconButton>
      )}
      {download.progress && <DownloadBar {...download.progress} name={name} />}
    </li>
  );
}

/** How large it is and where, or how far it has come, or why it has not. */
function Detail({
  attachment: { size_bytes, on_server },
  download,
}: {
  attachment: AttachmentMeta;
  download: Download;
}) {
  const { progress, failure } = download;
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
