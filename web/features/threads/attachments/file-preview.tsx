import { Download as DownloadIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { strings } from '../../../i18n/strings.ts';
import { describeDownload } from './attachment-card.tsx';
import styles from './preview-dialog.module.css';
import { isShownByBrowser, previewOf } from './preview-kind.ts';
import { ParsedPreview } from './parsed-preview.tsx';
import { fileNameOf, type ShownFile } from './file-identity.ts';
import { useSaveFile } from './use-save-file.ts';
import { BrowserPreview } from './browser-preview.tsx';

const t = strings.attachments;

type PreviewProps = { file: ShownFile; onOpen: (inner: ShownFile) => void };

/** A preview of a file, or a button to save it if it cannot be shown. */
export function FilePreview({ file, onOpen }: PreviewProps) {
  const preview = previewOf(file);
  if (preview && isShownByBrowser(preview)) return <BrowserPreview file={file} as={preview} />;
  return (
    <>
      <div className={styles['acts']}>
        <SaveFile file={file} />
      </div>
      {preview ? (
        <ParsedPreview file={file} form={preview} onOpen={onOpen} />
      ) : (
        <EmptyState illustration="resting" title={t.notShown} hint={t.notShownHint} />
      )}
    </>
  );
}

function SaveFile({ file }: { file: ShownFile }) {
  const { progress, failure, save, cancel } = useSaveFile(file);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} look="primary" isBusy={progress !== undefined} onClick={() => void save()}>
        <DownloadIcon aria-hidden="true" />
        {t.save}
      </Button>
      {progress && (
        <>
          <span className={styles['far']}>{describeDownload(progress, file.on_server)}</span>
          <Button
            aria-label={t.cancel({ name: fileNameOf(file) })}
            onClick={() => {
              // The cancel button disappears with the download.
              button.current?.focus();
              cancel();
            }}
          >
            {strings.jobs.cancel}
          </Button>
        </>
      )}
      {failure !== undefined && (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
