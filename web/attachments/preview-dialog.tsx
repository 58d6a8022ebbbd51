import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { strings } from '../strings.ts';
import { stepOf } from './preview-keys.ts';
import styles from './preview-dialog.module.css';
import { FilePreview } from './file-preview.tsx';
import { keyOf, nameOf, type ShownFile } from './shown-file.ts';
import { size } from '../words/formats.ts';

const words = strings.attachments;

type DialogProps = { files: readonly ShownFile[]; first: number; onClose: () => void };

/** The files of a message one after the other, each as it looks, and those of a message among them. */
export function PreviewDialog({ files, first, onClose }: DialogProps) {
  const [at, setAt] = useState(first);
  /** The way from the listed file into the messages it holds. */
  const [way, setWay] = useState<readonly ShownFile[]>([]);
  const go = (step: number) => {
    if (!files[at + step]) return;
    setAt(at + step);
    setWay([]);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step !== 0) go(step);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  const listed = files[at];
  if (!listed) return null;
  const file = way.at(-1) ?? listed;
  const outer = way.at(-2) ?? listed;
  return (
    <Dialog
      title={nameOf(file)}
      hint={words.about({ type: file.mime_type, bytes: size(file.size_bytes) })}
      width={920}
      onClose={onClose}
    >
      {way.length > 0 && (
        <Button look="quiet" className={styles['back']} onClick={() => setWay(way.slice(0, -1))}>
          <ArrowLeft aria-hidden="true" />
          {words.backTo({ name: nameOf(outer) })}
        </Button>
      )}
      <div className={styles['stage']}>
        {files.length > 1 && <Steps at={at} count={files.length} onStep={go} />}
        <FilePreview key={keyOf(file)} file={file} onOpen={(inner) => setWay([...way, inner])} />
      </div>
    </Dialog>
  );
}

/** A button at an end keeps the focus, so that the arrows go on working. */
function Steps({ at, count, onStep }: { at: number; count: number; onStep: (step: number) => void }) {
  return (
    <div className={styles['steps']}>
      <IconButton name={words.previous} aria-disabled={at === 0} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span role="status">{words.place({ at: at + 1, count })}</span>
      <IconButton name={words.next} aria-disabled={at === count - 1} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
