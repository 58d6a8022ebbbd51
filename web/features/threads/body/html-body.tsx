import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ImageBanner } from '../images/image-banner.tsx';
import { withImages } from '../images/insert-images.ts';
import { useImages } from '../images/use-images.ts';
import { strings } from '../../../i18n/strings.ts';
import { estimateHeight, frameDocument, frameRights } from '../../../data/message-frame.ts';
import { useRemovesTracking } from './link-tracking.tsx';
import styles from './html-body.module.css';

const t = strings.reader;

/**
 * An HTML message in a frame without scripts and without an origin. Such a frame cannot be measured, so its height is
 * estimated and limited to the window, and longer content is scrolled inside; a button makes it taller.
 */
export function HtmlBody({ body, html, sender }: { body: MessageBody; html: string; sender: string }) {
  const [isTall, setIsTall] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState(744);
  useLayoutEffect(() => setWidth(frame.current?.clientWidth ?? width), [width]);
  const images = useImages(body);
  const removesTracking = useRemovesTracking();
  const content = useMemo(() => {
    const describeRemoved = removesTracking ? (count: number) => t.trackingRemoved({ count }) : undefined;
    return frameDocument(withImages(html, images.shown), { isTall, describeRemoved });
  }, [html, images.shown, isTall, removesTracking]);
  const isShown = images.shown.length > 0;
  const estimate = useMemo(() => estimateHeight(html, width, isShown), [html, width, isShown]);
  const height = isTall ? `max(${estimate}px, 200dvh)` : `clamp(200px, ${estimate}px, max(420px, 100dvh - 352px))`;
  return (
    <>
      {body.remote_images > 0 && <ImageBanner body={body} sender={sender} images={images} />}
      <iframe
        ref={frame}
        className={styles['frame']}
        style={{ height, '--whole': `${estimate}px` }}
        title={t.frameTitle({ sender })}
        srcDoc={content}
        sandbox={frameRights}
        referrerPolicy="no-referrer"
      />
      <div className={styles['foot']}>
        <Button look="quiet" aria-pressed={isTall} onClick={() => setIsTall(!isTall)}>
          {isTall ? t.shorter : t.taller}
        </Button>
      </div>
    </>
  );
}
