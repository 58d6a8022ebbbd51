import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { Popup } from '../design/popup.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './activity-page.module.css';

const words = strings.activity;

type RedactBarProps = { chosen: ReadonlySet<number>; onClear: () => void };

/** What can be done to the entries that are chosen. */
export function RedactBar({ chosen, onClear }: RedactBarProps) {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  async function redact(): Promise<void> {
    try {
      const { affected } = await api.activity.redact({ ids: [...chosen] });
      onClear();
      toasts.show({ text: words.redactedNow({ count: affected }), tone: 'plain' });
    } catch (failed) {
      toasts.show({ text: words.notDone({ reason: wordsOf(failed) }), tone: 'bad' });
    }
    await client.invalidateQueries({ queryKey: ['activity'] });
  }
  return (
    <div className={styles['bar']} role="region" aria-label={words.chosenLabel}>
      <p>{words.chosen({ count: chosen.size })}</p>
      <Popup name={words.redactWhat} align="end" trigger={<Button>{words.redact}</Button>}>
        {(close) => (
          <div className={styles['question']}>
            <p>{words.redactHint}</p>
            <Button
              look="primary"
              onClick={() => {
                close();
                void redact();
              }}
            >
              {words.redactYes({ count: chosen.size })}
            </Button>
          </div>
        )}
      </Popup>
      <Button look="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
