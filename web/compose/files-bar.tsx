import { Paperclip, RotateCw, X } from 'lucide-react';
import { Button, IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import type { ComposeFile } from './compose-wire.ts';
import styles from './files-bar.module.css';
import type { Upload } from './use-files.ts';
import { size } from '../words/formats.ts';

const words = strings.compose;

type FilesBarProps = {
  files: readonly ComposeFile[];
  uploads: readonly Upload[];
  onRemove: (file: ComposeFile) => void;
  onRetry: (upload: Upload) => void;
  onCancel: (upload: Upload) => void;
};

/** What is attached, and what is on its way. */
export function FilesBar({ files, uploads, onRemove, onRetry, onCancel }: FilesBarProps) {
  if (files.length + uploads.length === 0) return null;
  return (
    <ul className={styles['files']} aria-label={words.attached}>
      {files.map((file) => (
        <li key={file.path} className={styles['file']}>
          <Paperclip />
          <span className={styles['name']} title={file.filename} dir="auto">
            {file.filename}
          </span>
          <span className={styles['size']}>{file.ready ? size(file.size_bytes) : words.fetching}</span>
          <IconButton
            name={words.remove({ what: file.filename })}
            className={styles['tool']}
            onClick={() => onRemove(file)}
          >
            <X />
          </IconButton>
        </li>
      ))}
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} onRetry={() => onRetry(upload)} onCancel={() => onCancel(upload)} />
      ))}
    </ul>
  );
}

type UploadLineProps = { upload: Upload; onRetry: () => void; onCancel: () => void };

function UploadLine({ upload: { file, sent, failure }, onRetry, onCancel }: UploadLineProps) {
  return (
    <li className={styles['file']} data-failed={failure !== undefined || undefined}>
      <Paperclip />
      <span className={styles['name']} title={file.name} dir="auto">
        {file.name}
      </span>
      {failure === undefined ? (
        <progress
          className={styles['progress']}
          aria-label={words.uploading({ name: file.name })}
          max={Math.max(1, file.size)}
          value={sent}
        />
      ) : (
        <span className={styles['failure']} role="alert">
          {words.notAttached({ why: failure })}
        </span>
      )}
      {failure !== undefined && (
        <Button look="quiet" onClick={onRetry}>
          <RotateCw />
          {words.tryAgain}
        </Button>
      )}
      <IconButton
        name={failure === undefined ? words.cancelUpload({ name: file.name }) : words.remove({ what: file.name })}
        className={styles['tool']}
        onClick={onCancel}
      >
        <X />
      </IconButton>
    </li>
  );
}
