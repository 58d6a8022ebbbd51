import { Download as DownloadIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { strings } from '../strings.ts';
import { downloadWords } from './attachment-card.tsx';
import styles from './preview-dialog.module.css';
import { isWhole, previewOf } from './preview.ts';
import { ReadPreview } from './read-preview.tsx';
import { nameOf, type ShownFile } from './shown-file.ts';
import { useSave } from './use-save.ts';
import { WholePreview } from './whole-preview.tsx';

const words = strings.attachments;

type PreviewProps = { file: ShownFile; onOpen: (inner: ShownFile) => void };

/** A file as it looks, or the way to save it where it cannot be shown. */
export function FilePreview({ file, onOpen }: PreviewProps) {
  const preview = previewOf(file);
  if (preview && isWhole(preview)) return <WholePreview file={file} as={preview} />;
  return (
    <>
      <div className={styles['acts']}>
        <SaveFile file={file} />
      </div>
      {preview ? (
        <ReadPreview file={file} form={preview} onOpen={onOpen} />
      ) : (
        <Panel scene="resting" title={words.notShown} hint={words.notShownHint} />
      )}
    </>
  );
}

function SaveFile({ file }: { file: ShownFile }) {
  const { progress, failure, save, cancel } = useSave(file);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} look="primary" isBusy={progress !== undefined} onClick={() => void save()}>
        <DownloadIcon aria-hidden="true" />
        {words.save}
      </Button>
      {progress && (
        <>
          <span className={styles['far']}>{downloadWords(progress, file.on_server)}</span>
          <Button
            aria-label={words.cancel({ name: nameOf(file) })}
            onClick={() => {
              // The button that ends it goes with what it ends.
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
