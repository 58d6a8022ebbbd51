import { useQuery } from '@tanstack/react-query';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentTime } from '../../api/clock.ts';
import { Button } from '../../design/controls/button.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { useServices } from '../../data/services.ts';
import { saveFile } from '../../data/save-file.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './activity-page.module.css';
import { activityStatus, type ActivityFilter, filterOf } from '../../data/queries/activity.ts';

const t = strings.activity;
const formats = ['csv', 'json', 'ndjson'] as const;
const types = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;
/** Days; 0 is everything up to now. */
const ages = [7, 30, 90, 0] as const;
/** Minutes; undefined lasts until the user resumes. */
const pauses = [60, 1440, undefined] as const;

/** Exports the log, removes old entries, and pauses recording. */
export function ActivityTools({ filter }: { filter: ActivityFilter }) {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['activity'] });
  const { data: status } = useQuery(activityStatus(api));
  /** Runs an action and shows its result in a toast. */
  const run = (action: () => Promise<string>) =>
    runAction(
      async () => toasts.show({ text: await action(), tone: 'plain' }),
      (reason) => t.notDone({ reason }),
    );
  const save = (format: (typeof formats)[number]) =>
    run(async () => {
      const { content, count } = await api.activity.export({ format, filter: filterOf(filter) });
      saveFile(new Blob([content], { type: types[format] }), `posthorn-activity.${format}`);
      return t.exported({ count });
    });
  const prune = (days: number) =>
    run(async () => {
      const { affected } = await api.activity.prune({ before: currentTime() - days * 86_400_000 });
      return t.pruned({ count: affected });
    });
  const pause = (minutes: number | undefined) =>
    run(async () => {
      await api.activity.pause({ minutes });
      return t.pausedNow;
    });
  const resume = () =>
    run(async () => {
      await api.activity.resume({});
      return t.resumedNow;
    });
  return (
    <div className={styles['tools']}>
      {status?.stopped_by === 'pause' ? (
        <Button onClick={() => void resume()} aria-label={t.resume} title={t.resume}>
          <Play />
          <span className={styles['toolName']}>{t.resume}</span>
        </Button>
      ) : (
        <Choices
          name={t.pause}
          icon={<Pause />}
          isDisabled={!status?.recording}
          choices={pauses.map((minutes) => [t.pauses({ minutes }), () => pause(minutes)])}
        />
      )}
      <Choices
        name={t.export}
        icon={<Download />}
        choices={formats.map((format) => [t.formats[format], () => save(format)])}
      />
      <Choices
        name={t.prune}
        icon={<Trash2 />}
        hint={t.pruneHint}
        choices={ages.map((days) => [t.ages({ days }), () => prune(days)])}
      />
    </div>
  );
}

type ChoicesProps = {
  name: string;
  icon: ReactNode;
  hint?: string;
  isDisabled?: boolean;
  choices: readonly (readonly [words: string, choose: () => unknown])[];
};

function Choices({ name, icon, hint, isDisabled = false, choices }: ChoicesProps) {
  const button = (
    <Button disabled={isDisabled} aria-label={name} title={name}>
      {icon}
      <span className={styles['toolName']}>{name}</span>
    </Button>
  );
  return (
    <PopoverPanel name={name} align="end" trigger={button}>
      {(close) => (
        <div className={styles['question']}>
          {hint !== undefined && <p>{hint}</p>}
          {choices.map(([label, choose]) => (
            <Button
              key={label}
              look="quiet"
              onClick={() => {
                close();
                void choose();
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </PopoverPanel>
  );
}
