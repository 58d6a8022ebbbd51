import { useEffect, useState } from 'react';
import { desktopBridge } from '../../api/desktop.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { Chord } from '../../keyboard/chord.tsx';
import styles from './tour-card.module.css';
import { markTourShown, tourSteps } from './tour-steps.ts';

const t = strings.tour;

/** A short tour beside the mail, which stays usable. It is left at any step. */
export function TourCard({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  const steps = tourSteps(desktopBridge() !== undefined);
  const step = steps[at];
  const isLast = at === steps.length - 1;
  useEffect(() => markTourShown(), []);
  if (!step) return null;
  return (
    <aside className={styles['card']} aria-label={t.label}>
      <div role="status">
        <p className={styles['place']}>{t.place({ at: at + 1, count: steps.length })}</p>
        <h2 className={styles['title']}>{step.title}</h2>
        <p className={styles['text']}>{step.text}</p>
        {step.keys !== undefined && (
          <p className={styles['keys']}>
            {t.key} <Chord keys={step.keys} />
          </p>
        )}
      </div>
      <div className={styles['buttons']}>
        {!isLast && (
          <Button look="quiet" onClick={onClose}>
            {t.skip}
          </Button>
        )}
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{t.back}</Button>}
        <Button look="primary" onClick={() => (isLast ? onClose() : setAt(at + 1))}>
          {isLast ? t.done : t.next}
        </Button>
      </div>
    </aside>
  );
}
