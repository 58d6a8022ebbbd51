import { Download, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { desktopBridge } from '../desktop.ts';
import { size, strings } from '../strings.ts';
import styles from './preview-dialog.module.css';
import { shownText, type Preview } from './preview.ts';

const words = strings.attachments;

/** A file that is shown: its address in this page, and as what the browser takes it. */
export type Shown = { content: Blob; type: string; url: string };

type PreviewProps = Shown & { name: string; mimeType: string; as: Preview; onSave: () => void; onClose: () => void };

/** A file as it looks: a picture, a text, or a document in the browser's own viewer. */
export function PreviewDialog({ name, mimeType, as, content, type, url, onSave, onClose }: PreviewProps) {
  // Only what no program can hide in is given a page of its own. The window of the app has one page.
  const isPageSafe = as === 'pdf' || (as === 'image' && type !== 'image/svg+xml');
  return (
    <Dialog title={name} hint={words.about(mimeType, size(content.size))} width={920} onClose={onClose}>
      <div className={styles['acts']}>
        <Button look="primary" onClick={onSave}>
          <Download aria-hidden="true" />
          {words.save}
        </Button>
        {isPageSafe && !desktopBridge() && (
          <Button onClick={() => window.open(url, '_blank', 'noopener')}>
            <SquareArrowOutUpRight aria-hidden="true" />
            {words.newTab}
          </Button>
        )}
      </div>
      {as === 'text' && <TextPreview content={content} />}
      {as === 'image' && <ImagePreview url={url} name={name} />}
      {as === 'pdf' && <Document url={url} name={name} />}
    </Dialog>
  );
}

/** Browsers show no PDF in a sandboxed frame. This one cannot be a page: its type was given to it here. */
function Document({ url, name }: { url: string; name: string }) {
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className={styles['document']} src={`${url}#navpanes=0`} title={words.preview(name)} />;
}

function ImagePreview({ url, name }: { url: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className={styles['note']}>{words.broken}</p>;
  return <img className={styles['picture']} src={url} alt={words.preview(name)} onError={() => setIsBroken(true)} />;
}

function TextPreview({ content }: { content: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void textOf(content.slice(0, shownText)).then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return (
    <>
      <pre className={styles['text']} dir="auto">
        {text}
      </pre>
      {content.size > shownText && <p className={styles['note']}>{words.beginning}</p>}
    </>
  );
}

/** Most texts are UTF-8; what is not was written for Windows. */
async function textOf(content: Blob): Promise<string> {
  const bytes = await content.arrayBuffer();
  try {
    // A character may have been cut at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
