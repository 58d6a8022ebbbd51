import { useEffect, useRef, useState } from 'react';
import { describeLink, frameLinkIn, linkAt, linkEvent } from '../../data/message-frame/follow-frame.ts';
import styles from './link-bar.module.css';

/**
 * Shows the target of the link that is hovered, focused or held down, and how many tracking parameters were removed from
 * it. Screen readers read the target from the link itself.
 */
export function LinkBar() {
  const bar = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    const reader = bar.current?.parentElement;
    const showTarget = ({ target: over }: Event) => setTarget(targetAt(over));
    const showFrameLink = (event: Event) => setTarget(frameLinkIn(event));
    const clear = () => setTarget(undefined);
    reader?.addEventListener('pointerover', showTarget);
    reader?.addEventListener('pointerleave', clear);
    reader?.addEventListener('focusin', showTarget);
    reader?.addEventListener('focusout', clear);
    reader?.addEventListener(linkEvent, showFrameLink);
    return () => {
      reader?.removeEventListener('pointerover', showTarget);
      reader?.removeEventListener('pointerleave', clear);
      reader?.removeEventListener('focusin', showTarget);
      reader?.removeEventListener('focusout', clear);
      reader?.removeEventListener(linkEvent, showFrameLink);
    };
  }, []);
  return (
    <div ref={bar} className={styles['bar']} aria-hidden="true">
      {target !== undefined && <span className={styles['target']}>{target}</span>}
    </div>
  );
}

function targetAt(element: EventTarget | null): string | undefined {
  const link = linkAt(element);
  return link ? describeLink(link) : undefined;
}
