import { Button } from '../../design/controls/button.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './activity-page.module.css';

const t = strings.activity;

type RedactBarProps = { chosen: ReadonlySet<number>; onClear: () => void };

/** The actions for selected entries. */
export function RedactBar({ chosen, onClear }: RedactBarProps) {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['activity'] });
  const redact = () =>
    runAction(
      async () => {
        const { affected } = await api.activity.redact({ ids: [...chosen] });
        onClear();
        toasts.show({ text: t.redactedNow({ count: affected }), tone: 'plain' });
      },
      (reason) => t.notDone({ reason }),
    );
  return (
    <div className={styles['bar']} role="region" aria-label={t.chosenLabel}>
      <p>{t.chosen({ count: chosen.size })}</p>
      <PopoverPanel name={t.redactWhat} align="end" trigger={<Button>{t.redact}</Button>}>
        {(close) => (
          <div className={styles['question']}>
            <p>{t.redactHint}</p>
            <Button
              look="primary"
              onClick={() => {
                close();
                void redact();
              }}
            >
              {t.redactYes({ count: chosen.size })}
            </Button>
          </div>
        )}
      </PopoverPanel>
      <Button look="quiet" onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  );
}
