import { useEffect, useRef } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatSize } from '../../i18n/formats.ts';
import styles from './import-mail.module.css';
import { SkippedFiles } from './skipped-files.tsx';
import { useImportUpload, useImportUploadState, useUnloadWarning } from './use-import-upload.ts';

const t = strings.import;

/** The progress of an upload, and its error. */
export function UploadCard() {
  const importUpload = useImportUpload();
  const { phase, files, bytes, skipped, problem } = useImportUploadState();
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  useUnloadWarning(true);
  return (
    <div className={styles['card']}>
      <p ref={title} tabIndex={-1} className={styles['sum']} id="import-sending">
        {phase === 'stopped' ? t.stopped : t.sending}
      </p>
      <progress
        className={styles['bar']}
        aria-labelledby="import-sending"
        {...(phase === 'starting' ? {} : { max: Math.max(1, bytes.all), value: bytes.done })}
      />
      <p className={styles['soft']}>
        {phase === 'starting'
          ? t.starting
          : t.far({ done: files.done, all: files.all, some: formatSize(bytes.done), size: formatSize(bytes.all) })}
      </p>
      {problem && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      <SkippedFiles title={t.cannotBeRead} files={skipped} />
      <div className={styles['buttons']}>
        {phase === 'stopped' && (
          <Button look="primary" onClick={importUpload.retry}>
            {t.tryAgain}
          </Button>
        )}
        <Button onClick={importUpload.cancel}>{t.cancel}</Button>
      </div>
    </div>
  );
}
