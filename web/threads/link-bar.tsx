import { useEffect, useRef, useState } from 'react';
import styles from './link-bar.module.css';

/** Where the link under the pointer or the focus leads. Who listens to the page is told by the link itself. */
export function LinkBar() {
  const bar = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    const reader = bar.current?.parentElement;
    const note = ({ target: over }: Event) => setTarget(targetAt(over));
    const forget = () => setTarget(undefined);
    reader?.addEventListener('pointerover', note);
    reader?.addEventListener('pointerleave', forget);
    reader?.addEventListener('focusin', note);
    reader?.addEventListener('focusout', forget);
    return () => {
      reader?.removeEventListener('pointerover', note);
      reader?.removeEventListener('pointerleave', forget);
      reader?.removeEventListener('focusin', note);
      reader?.removeEventListener('focusout', forget);
    };
  }, []);
  return (
    <div ref={bar} className={styles['bar']} aria-hidden="true">
      {target !== undefined && <span className={styles['target']}>{target}</span>}
    </div>
  );
}

function targetAt(over: EventTarget | null): string | undefined {
  return over instanceof Element ? (over.closest('a[target=_blank]')?.getAttribute('href') ?? undefined) : undefined;
}
