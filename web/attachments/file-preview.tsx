import { Download as DownloadIcon } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { strings } from '../strings.ts';
import styles from './preview-dialog.module.css';
import { isWhole, previewOf } from './preview.ts';
import { ReadPreview } from './read-preview.tsx';
import type { ShownFile } from './shown-file.ts';
import { useDownload } from './use-download.ts';
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
  const download = useDownload(file);
  const save = useSave(file, download);
  const isBusy = download.progress !== undefined;
  return (
    <>
      <Button look="primary" aria-disabled={isBusy} onClick={() => isBusy || void save()}>
        <DownloadIcon aria-hidden="true" />
        {words.save}
      </Button>
      {download.failure !== undefined && (
        <p className={styles['failure']} role="alert">
          {download.failure}
        </p>
      )}
    </>
  );
}
