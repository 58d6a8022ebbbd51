import { RefreshCw, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useWorkState } from '../../data/jobs/use-work.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './analytics-page.module.css';

const t = strings.analytics.upkeep;

/** Counts again what the reports are made of, if they look wrong, and says how far that is. */
export function Upkeep() {
  const { api, toasts } = useServices();
  const { operations } = useWorkState();
  const [running, setRunning] = useState<'refresh' | 'rebuild'>();
  const { runOnce } = useAction({ affects: ['analytics', 'people', 'jobs'] });
  const progress = Object.values(operations).find(({ operation }) => operation === 'rebuild-analytics');

  async function run(which: 'refresh' | 'rebuild', request: () => Promise<string>): Promise<void> {
    setRunning(which);
    await runOnce(
      async () => toasts.show({ tone: 'plain', text: t.done[which], note: await request() }),
      t.failed[which],
    );
    setRunning(undefined);
  }

  const refresh = async () => t.people({ count: (await api.analytics.refreshContacts({})).rows });
  const rebuild = async () => {
    const { directions_reclassified, reply_pairs_resolved } = await api.analytics.rebuild({});
    return t.rebuilt({ directions: directions_reclassified, replies: reply_pairs_resolved });
  };
  return (
    <section className={styles['upkeep']} aria-label={t.title}>
      <p>{t.hint}</p>
      <Button look="quiet" isBusy={running === 'refresh'} onClick={() => void run('refresh', refresh)}>
        <RefreshCw aria-hidden="true" />
        {running === 'refresh' ? t.refreshing : t.refresh}
      </Button>
      <Button
        look="quiet"
        isBusy={running === 'rebuild' || progress !== undefined}
        onClick={() => void run('rebuild', rebuild)}
      >
        <Wrench aria-hidden="true" />
        {progress
          ? t.step({ step: Math.min(progress.current + 1, progress.total ?? 1), total: progress.total ?? 1 })
          : running === 'rebuild'
            ? t.rebuilding
            : t.rebuild}
      </Button>
    </section>
  );
}
