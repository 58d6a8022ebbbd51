import { useEffect, useRef, useState } from 'react';
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
    const clear = () => setTarget(undefined);
    reader?.addEventListener('pointerover', showTarget);
    reader?.addEventListener('pointerleave', clear);
    reader?.addEventListener('focusin', showTarget);
    reader?.addEventListener('focusout', clear);
    return () => {
      reader?.removeEventListener('pointerover', showTarget);
      reader?.removeEventListener('pointerleave', clear);
      reader?.removeEventListener('focusin', showTarget);
      reader?.removeEventListener('focusout', clear);
    };
  }, []);
  return (
    <div ref={bar} className={styles['bar']} aria-hidden="true">
      {target !== undefined && <span className={styles['target']}>{target}</span>}
    </div>
  );
}

function targetAt(element: EventTarget | null): string | undefined {
  return element instanceof Element ? describeLink(element.closest<HTMLAnchorElement>('a[target=_blank]')) : undefined;
}

function describeLink(link: HTMLAnchorElement | null): string | undefined {
  const facts = [link?.getAttribute('href'), link?.dataset['removed']].filter(Boolean);
  return facts.length > 0 ? facts.join(' · ') : undefined;
}
