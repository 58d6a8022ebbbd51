import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/overlays/dialog.tsx';
import { strings } from '../../../i18n/strings.ts';
import { stepForKey } from './preview-keys.ts';
import styles from './preview-dialog.module.css';
import { FilePreview } from './file-preview.tsx';
import { fileKeyOf, fileNameOf, type ShownFile } from './file-identity.ts';
import { formatSize } from '../../../i18n/formats.ts';

const t = strings.attachments;

type DialogProps = { files: readonly ShownFile[]; first: number; onClose: () => void };

/** The previews of the files of a message, including those of attached messages. */
export function PreviewDialog({ files, first, onClose }: DialogProps) {
  const [at, setAt] = useState(first);
  /** The path from the listed file to the attached message. */
  const [path, setPath] = useState<readonly ShownFile[]>([]);
  const go = (step: number) => {
    if (!files[at + step]) return;
    setAt(at + step);
    setPath([]);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepForKey(event);
    if (step !== 0) go(step);
  });
  useEffect(() => {
    const handleMessage = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', handleMessage);
    return () => removeEventListener('keydown', handleMessage);
  }, []);
  const listed = files[at];
  if (!listed) return null;
  const file = path.at(-1) ?? listed;
  const outer = path.at(-2) ?? listed;
  return (
    <Dialog
      title={fileNameOf(file)}
      hint={t.about({ type: file.mime_type, bytes: formatSize(file.size_bytes) })}
      width={920}
      onClose={onClose}
    >
      {path.length > 0 && (
        <Button look="quiet" className={styles['back']} onClick={() => setPath(path.slice(0, -1))}>
          <ArrowLeft aria-hidden="true" />
          {t.backTo({ name: fileNameOf(outer) })}
        </Button>
      )}
      <div className={styles['stage']}>
        {files.length > 1 && <Steps at={at} count={files.length} onStep={go} />}
        <FilePreview key={fileKeyOf(file)} file={file} onOpen={(inner) => setPath([...path, inner])} />
      </div>
    </Dialog>
  );
}

/** A button at an end keeps the focus, so that the arrow keys continue to work. */
function Steps({ at, count, onStep }: { at: number; count: number; onStep: (step: number) => void }) {
  return (
    <div className={styles['steps']}>
      <IconButton name={t.previous} aria-disabled={at === 0} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span role="status">{t.place({ at: at + 1, count })}</span>
      <IconButton name={t.next} aria-disabled={at === count - 1} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
