import type { Screener } from '../../data/queries/screener.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './screener-page.module.css';
import { SenderSummary } from './sender-summary.tsx';
import { entryKey } from './use-decide.ts';
import { useScreenerSwitch } from './use-screener-switch.ts';

const t = strings.screener;

/** More senders are only counted. */
const maxShown = 20;

/** What the screener does while it is off, who would wait, and the switch. */
export function ScreenerPreview({ screener: { entries, total } }: { screener: Screener }) {
  const { switchTo, isSwitching } = useScreenerSwitch();
  const shown = entries.slice(0, maxShown);
  return (
    <div className={styles['preview']}>
      <section className={styles['panel']}>
        <h2>{t.off}</h2>
        <p>{t.offWhat}</p>
        <p>{t.offExempt}</p>
        <Button look="primary" isBusy={isSwitching} onClick={() => void switchTo(true)}>
          {t.turnOn}
        </Button>
      </section>
      <section className={styles['panel']}>
        <h2>{t.wouldWait({ count: total })}</h2>
        {shown.length === 0 && <p>{t.nobodyWould}</p>}
        <ul>
          {shown.map((entry) => (
            <li key={entryKey(entry)} className={styles['waiting']}>
              <SenderSummary entry={entry} />
            </li>
          ))}
        </ul>
        {total > shown.length && <p>{t.andMore({ count: total - shown.length })}</p>}
      </section>
    </div>
  );
}
