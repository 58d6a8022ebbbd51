import { Download as DownloadIcon, X } from 'lucide-react';
import { useState } from 'react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { size, strings } from '../strings.ts';
import styles from './attachments.module.css';
import type { Progress } from './downloads.ts';
import { FileIcon } from './file-icon.tsx';
import { previewOf, shownType } from './preview.ts';
import { PreviewDialog, type Shown } from './preview-dialog.tsx';
import { useDownload, type Download } from './use-download.ts';
import { useSaving } from './use-saving.ts';

const words = strings.attachments;

/** What is larger is not gathered in the page, but saved into the download folder by the daemon. */
const mostGathered = 200_000_000;

/** One file: shown when it is clicked, or saved where it cannot be shown. */
export function AttachmentCard({ attachment }: { attachment: AttachmentMeta }) {
  const { filename, mime_type } = attachment;
  const [shown, setShown] = useState<Shown>();
  const download = useDownload(attachment);
  const save = useSave(attachment, download);
  const preview = previewOf(attachment, navigator.pdfViewerEnabled);
  const name = filename || strings.reader.unnamedFile;
  const isBusy = download.progress !== undefined;
  const show = async () => {
    const content = preview && (await download.start());
    if (content) setShown(shownAs(content, shownType(attachment, preview)));
  };
  const close = () => {
    if (shown) URL.revokeObjectURL(shown.url);
    setShown(undefined);
  };
  return (
    <li className={styles['card']} data-busy={isBusy || undefined}>
      <button
        type="button"
        className={styles['open']}
        aria-disabled={isBusy}
        onClick={() => isBusy || void (preview ? show() : save())}
      >
        <FileIcon type={mime_type} />
        <span className={styles['words']}>
          <span className="visually-hidden">{preview ? words.show : words.save} </span>
          <span className={styles['name']} dir="auto" title={name}>
            {name}
          </span>
          <Detail attachment={attachment} download={download} />
        </span>
      </button>
      {isBusy ? (
        <IconButton name={words.cancel(name)} onClick={download.cancel}>
          <X />
        </IconButton>
      ) : (
        <IconButton name={words.download(name)} onClick={() => void save()}>
          <DownloadIcon />
        </IconButton>
      )}
      {download.progress && <Bar {...download.progress} name={name} />}
      {preview && shown && (
        <PreviewDialog
          name={name}
          mimeType={mime_type}
          as={preview}
          {...shown}
          onSave={() => saveFile(shown.content, name)}
          onClose={close}
        />
      )}
    </li>
  );
}

function shownAs(content: Blob, type: string): Shown {
  return { content, type, url: URL.createObjectURL(new Blob([content], { type })) };
}

/** Saves a file by way of the browser, or a very large one into the download folder. */
function useSave(attachment: AttachmentMeta, { start }: Download): () => Promise<void> {
  const { toasts } = useParts();
  const saveHere = useSaving();
  return async () => {
    if (attachment.size_bytes <= mostGathered) {
      const content = await start();
      if (content) saveFile(content, attachment.filename);
      return;
    }
    toasts.show({ tone: 'plain', text: words.savingLarge(attachment.filename) });
    try {
      toasts.show({ tone: 'plain', text: words.savedAll(1), note: await saveHere(attachment) });
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.savedSome(0, 1), note: wordsOf(error) });
    }
  };
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
      {progress ? comingWords(progress, on_server) : `${size(size_bytes)}${where}`}
    </span>
  );
}

function comingWords({ received, total }: Progress, isOnServer: boolean): string {
  if (total === undefined) return isOnServer ? words.fetching : words.reading;
  return words.received(size(received), size(total));
}

function Bar({ received, total, name }: Progress & { name: string }) {
  return (
    <progress className={styles['bar']} aria-label={words.coming(name)} max={total ?? 1} value={total && received} />
  );
}
