import { Download as DownloadIcon, X } from 'lucide-react';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { desktopBridge } from '../../../api/desktop.ts';
import { IconButton } from '../../../design/controls/button.tsx';
import { lazyComponent } from '../../../design/lazy-component.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './attachments.module.css';
import type { Progress } from '../../../data/downloads.ts';
import { FileIcon } from './file-icon.tsx';
import { useFileDrag } from './use-file-drag.ts';
import { previewOf } from './preview-kind.ts';
import { fileNameOf } from './file-identity.ts';
import { type SaveControls, useSaveFile } from './use-save-file.ts';
import { formatSize } from '../../../i18n/formats.ts';

const t = strings.attachments;

const AppFileMenu = lazyComponent(async () => (await import('./app-file-menu.tsx')).AppFileMenu);

/** A file: a click shows it, or saves it if it cannot be shown. */
export function AttachmentCard({ attachment, onShow }: { attachment: AttachmentMeta; onShow: () => void }) {
  const saving = useSaveFile(attachment);
  const { progress, save } = saving;
  const isShown = previewOf(attachment) !== undefined;
  const name = fileNameOf(attachment);
  const isBusy = progress !== undefined;
  const bridge = desktopBridge();
  const drag = useFileDrag(attachment, bridge);
  return (
    <li className={styles['card']} data-busy={isBusy || undefined} {...drag}>
      <button
        type="button"
        className={styles['open']}
        aria-disabled={isBusy}
        onClick={() => isBusy || (isShown ? onShow() : void save())}
      >
        <FileIcon type={attachment.mime_type} />
        <span className={styles['words']}>
          <span className="visually-hidden">{isShown ? t.show : t.save} </span>
          <span className={styles['name']} dir="auto" title={name}>
            {name}
          </span>
          <Detail attachment={attachment} saving={saving} />
        </span>
      </button>
      {isBusy ? (
        <IconButton name={t.cancel({ name })} onClick={saving.cancel}>
          <X />
        </IconButton>
      ) : (
        <IconButton name={t.download({ name })} onClick={() => void save()}>
          <DownloadIcon />
        </IconButton>
      )}
      {bridge && !isBusy && <AppFileMenu attachment={attachment} bridge={bridge} />}
      {progress && <DownloadBar {...progress} name={name} />}
    </li>
  );
}

/** Its size and location, its progress, or its error. */
function Detail({
  attachment: { size_bytes, on_server },
  saving: { progress, failure },
}: {
  attachment: AttachmentMeta;
  saving: SaveControls;
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
      {progress ? describeDownload(progress, on_server) : `${formatSize(size_bytes)}${where}`}
    </span>
  );
}

/** The progress of a download. */
export function describeDownload({ received, total }: Progress, isOnServer: boolean): string {
  if (total === undefined) return isOnServer ? t.fetching : t.reading;
  return t.received({ some: formatSize(received), all: formatSize(total) });
}

export function DownloadBar({ received, total, name }: Progress & { name: string }) {
  return (
    <progress className={styles['bar']} aria-label={t.coming({ name })} max={total ?? 1} value={total && received} />
  );
}
