import { Info } from 'lucide-react';
import type { QueueEntry } from '../../data/queries/screener.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './screener-page.module.css';
import { nameOf } from './use-decide.ts';
import { useScreenerSwitch } from './use-screener-switch.ts';

const t = strings.screener;

/** Why a sender is asked about, and how to end that. */
export function WhyAsked({ entry }: { entry: QueueEntry | undefined }) {
  const { switchTo, isSwitching } = useScreenerSwitch();
  return (
    <section className={styles['panel']}>
      <h2 className={styles['why']}>
        <Info aria-hidden="true" />
        {t.whyAsked}
      </h2>
      <p dir="auto">{whyText(entry)}</p>
      <p>{t.changeLater}</p>
      <Button look="quiet" isBusy={isSwitching} onClick={() => void switchTo(false)}>
        {t.turnOff}
      </Button>
    </section>
  );
}

function whyText(entry: QueueEntry | undefined): string {
  if (!entry) return t.whyAnyone;
  return entry.asked_again ? t.whyAgain({ name: nameOf(entry) }) : t.whyNew({ name: nameOf(entry) });
}
