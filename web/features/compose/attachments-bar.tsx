import { Paperclip, RotateCw, X } from 'lucide-react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import type { ComposeFile } from '../../data/compose/compose-transfer.ts';
import styles from './attachments-bar.module.css';
import type { Upload } from './use-compose-attachments.ts';
import { formatSize } from '../../i18n/formats.ts';

const t = strings.compose;

type AttachmentsBarProps = {
  files: readonly ComposeFile[];
  uploads: readonly Upload[];
  onRemove: (file: ComposeFile) => void;
  onRetry: (upload: Upload) => void;
  onCancel: (upload: Upload) => void;
};

/** The attachments and the running uploads. */
export function AttachmentsBar({ files, uploads, onRemove, onRetry, onCancel }: AttachmentsBarProps) {
  if (files.length + uploads.length === 0) return null;
  return (
    <ul className={styles['files']} aria-label={t.attached}>
      {files.map((file) => (
        <li key={file.path} className={styles['file']}>
          <Paperclip />
          <span className={styles['name']} title={file.filename} dir="auto">
            {file.filename}
          </span>
          <span className={styles['size']}>{file.ready ? formatSize(file.size_bytes) : t.fetching}</span>
          <IconButton
            name={t.remove({ what: file.filename })}
            className={styles['tool']}
            onClick={() => onRemove(file)}
          >
            <X />
          </IconButton>
        </li>
      ))}
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onRetry={() => onRetry(upload)} onCancel={() => onCancel(upload)} />
      ))}
    </ul>
  );
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onCancel: () => void };

function UploadRow({ upload: { file, sent, failure }, onRetry, onCancel }: UploadRowProps) {
  return (
    <li className={styles['file']} data-failed={failure !== undefined || undefined}>
      <Paperclip />
      <span className={styles['name']} title={file.name} dir="auto">
        {file.name}
      </span>
      {failure === undefined ? (
        <progress
          className={styles['progress']}
          aria-label={t.uploading({ name: file.name })}
          max={Math.max(1, file.size)}
          value={sent}
        />
      ) : (
        <span className={styles['failure']} role="alert">
          {t.notAttached({ why: failure })}
        </span>
      )}
      {failure !== undefined && (
        <Button look="quiet" onClick={onRetry}>
          <RotateCw />
          {t.tryAgain}
        </Button>
      )}
      <IconButton
        name={failure === undefined ? t.cancelUpload({ name: file.name }) : t.remove({ what: file.name })}
        className={styles['tool']}
        onClick={onCancel}
      >
        <X />
      </IconButton>
    </li>
  );
}
