import { Download, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { desktopBridge } from '../../../api/desktop.ts';
import { saveFile } from '../../../data/save-file.ts';
import { strings } from '../../../i18n/strings.ts';
import { DocumentFrame } from './document-frame.tsx';
import { DownloadBar, describeDownload } from './attachment-card.tsx';
import styles from './preview-dialog.module.css';
import { shownType, type BrowserForm } from './preview-kind.ts';
import { fileNameOf, type ShownFile } from './file-identity.ts';
import { useDownload } from './use-download.ts';

const t = strings.attachments;

type BrowserPreviewProps = { file: ShownFile; as: BrowserForm };
type Shown = { content: Blob; url: string };

/** An image, a document, a sound or a film, which the browser shows from a blob address. */
export function BrowserPreview({ file, as }: BrowserPreviewProps) {
  const { progress, failure, start } = useDownload(file);
  const [shown, setShown] = useState<Shown>();
  const type = shownType(file, as);
  const load = useEffectEvent(async () => {
    const content = await start();
    if (content) setShown({ content, url: URL.createObjectURL(new Blob([content], { type })) });
  });
  useEffect(() => queueMicrotask(() => void load()), []);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);
  const name = fileNameOf(file);
  if (failure !== undefined) {
    return (
      <div role="alert">
        <EmptyState illustration="broken" title={t.notRead} hint={failure}>
          <Button onClick={() => void load()}>{strings.errors.retry}</Button>
        </EmptyState>
      </div>
    );
  }
  if (!shown) {
    return (
      <div className={styles['coming']}>
        <p>{describeDownload(progress ?? { received: 0, total: undefined }, file.on_server)}</p>
        <DownloadBar {...(progress ?? { received: 0, total: undefined })} name={name} />
      </div>
    );
  }
  // Only types that cannot contain scripts open in a tab of their own. The app has only one page.
  const isPageSafe = (as === 'pdf' || type !== 'image/svg+xml') && !desktopBridge();
  return (
    <>
      <div className={styles['acts']}>
        <Button look="primary" onClick={() => saveFile(shown.content, file.filename)}>
          <Download aria-hidden="true" />
          {t.save}
        </Button>
        {isPageSafe && (
          <Button onClick={() => window.open(shown.url, '_blank', 'noopener')}>
            <SquareArrowOutUpRight aria-hidden="true" />
            {t.newTab}
          </Button>
        )}
      </div>
      <BrowserElement as={as} url={shown.url} name={name} />
    </>
  );
}

function BrowserElement({ as, url, name }: { as: BrowserForm; url: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const onError = () => setIsBroken(true);
  if (isBroken) return <EmptyState illustration="lost" title={t.broken[as]} hint={t.brokenHint} />;
  if (as === 'image')
    return <img className={styles['picture']} src={url} alt={t.preview({ name })} onError={onError} />;
  if (as === 'pdf') return <DocumentFrame url={url} name={name} />;
  // Attachments have no captions.
  if (as === 'audio')
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    return <audio className={styles['sound']} src={url} controls aria-label={name} onError={onError} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video className={styles['film']} src={url} controls aria-label={name} onError={onError} />;
}
