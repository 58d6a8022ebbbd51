import { Download, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { desktopBridge } from '../desktop.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import { DocumentFrame } from './document-frame.tsx';
import { DownloadBar, downloadWords } from './attachment-card.tsx';
import styles from './preview-dialog.module.css';
import { shownType, type WholeForm } from './preview.ts';
import { nameOf, type ShownFile } from './shown-file.ts';
import { useDownload } from './use-download.ts';

const words = strings.attachments;

type WholeProps = { file: ShownFile; as: WholeForm };
type Shown = { content: Blob; url: string };

/** A picture, a document, a sound or a film, which the browser shows from an address in this page. */
export function WholePreview({ file, as }: WholeProps) {
  const { progress, failure, start } = useDownload(file);
  const [shown, setShown] = useState<Shown>();
  const type = shownType(file, as);
  const load = useEffectEvent(async () => {
    const content = await start();
    if (content) setShown({ content, url: URL.createObjectURL(new Blob([content], { type })) });
  });
  useEffect(() => queueMicrotask(() => void load()), []);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);
  const name = nameOf(file);
  if (failure !== undefined) {
    return (
      <div role="alert">
        <Panel scene="broken" title={words.notRead} hint={failure}>
          <Button onClick={() => void load()}>{strings.errors.retry}</Button>
        </Panel>
      </div>
    );
  }
  if (!shown) {
    return (
      <div className={styles['coming']}>
        <p>{downloadWords(progress ?? { received: 0, total: undefined }, file.on_server)}</p>
        <DownloadBar {...(progress ?? { received: 0, total: undefined })} name={name} />
      </div>
    );
  }
  // Only what no program can hide in is given a page of its own. The window of the app has one page.
  const isPageSafe = (as === 'pdf' || type !== 'image/svg+xml') && !desktopBridge();
  return (
    <>
      <div className={styles['acts']}>
        <Button look="primary" onClick={() => saveFile(shown.content, file.filename)}>
          <Download aria-hidden="true" />
          {words.save}
        </Button>
        {isPageSafe && (
          <Button onClick={() => window.open(shown.url, '_blank', 'noopener')}>
            <SquareArrowOutUpRight aria-hidden="true" />
            {words.newTab}
          </Button>
        )}
      </div>
      <Look as={as} url={shown.url} name={name} />
    </>
  );
}

function Look({ as, url, name }: { as: WholeForm; url: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const onError = () => setIsBroken(true);
  if (isBroken) return <Panel scene="lost" title={words.broken[as]} hint={words.brokenHint} />;
  if (as === 'image')
    return <img className={styles['picture']} src={url} alt={words.preview({ name })} onError={onError} />;
  if (as === 'pdf') return <DocumentFrame url={url} name={name} />;
  // What came with a mail has no captions to show.
  if (as === 'audio')
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    return <audio className={styles['sound']} src={url} controls aria-label={name} onError={onError} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video className={styles['film']} src={url} controls aria-label={name} onError={onError} />;
}
