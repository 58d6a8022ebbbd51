import { useLayoutEffect, useRef } from 'react';
import { useServices } from '../../data/services.ts';
import { useMedia } from '../../design/use-media.ts';
import styles from './compose-dock.module.css';

/** In a narrower window the composer covers the page. */
const hasRoomQuery = '(min-width: 760px)';

/** The place under a message in which its replies are written. */
export function InlinePlace({ messageId }: { messageId: string }) {
  const { inlinePlaces } = useServices();
  const element = useRef<HTMLDivElement>(null);
  const hasRoom = useMedia(hasRoomQuery);
  useLayoutEffect(
    () => (hasRoom && element.current ? inlinePlaces.add(messageId, element.current) : undefined),
    [inlinePlaces, messageId, hasRoom],
  );
  return <div ref={element} className={styles['replies']} data-replies />;
}
