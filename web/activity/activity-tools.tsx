import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { Popup } from '../design/popup.tsx';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import styles from './activity-page.module.css';
import { activityStatus, type ActivityWish, filterOf } from './queries.ts';

const words = strings.activity;
const formats = ['csv', 'json', 'ndjson'] as const;
const types = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;
/** Days; 0 is everything up to now. */
const ages = [7, 30, 90, 0] as const;
/** Minutes; undefined lasts until somebody ends it. */
const pauses = [60, 1440, undefined] as const;

/** To take the log along, to remove what is old, and to stop recording for a while. */
export function ActivityTools({ wish }: { wish: ActivityWish }) {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const { data: status } = useQuery(activityStatus(api));
  /** Does it, says what came of it, and looks at the log again. */
  async function run(work: () => Promise<string>): Promise<void> {
    try {
      toasts.show({ text: await work(), tone: 'plain' });
    } catch (failed) {
      toasts.show({ text: words.notDone({ reason: wordsOf(failed) }), tone: 'bad' });
    }
    await client.invalidateQueries({ queryKey: ['activity'] });
  }
  const save = (format: (typeof formats)[number]) =>
    run(async () => {
      const { content, count } = await api.activity.export({ format, filter: filterOf(wish) });
      saveFile(new Blob([content], { type: types[format] }), `posthorn-activity.${format}`);
      return words.exported({ count });
    });
  const prune = (days: number) =>
    run(async () => {
      const { affected } = await api.activity.prune({ before: Date.now() - days * 86_400_000 });
      return words.pruned({ count: affected });
    });
  const pause = (minutes: number | undefined) =>
    run(async () => {
      await api.activity.pause({ minutes });
      return words.pausedNow;
    });
  const resume = () =>
    run(async () => {
      await api.activity.resume({});
      return words.resumedNow;
    });
  return (
    <div className={styles['tools']}>
      {status?.stopped_by === 'pause' ? (
        <Button onClick={() => void resume()} aria-label={words.resume} title={words.resume}>
          <Play />
          <span className={styles['toolName']}>{words.resume}</span>
        </Button>
      ) : (
        <Choices
          name={words.pause}
          icon={<Pause />}
          isDisabled={!status?.recording}
          choices={pauses.map((minutes) => [words.pauses({ minutes }), () => pause(minutes)])}
        />
      )}
      <Choices
        name={words.export}
        icon={<Download />}
        choices={formats.map((format) => [words.formats[format], () => save(format)])}
      />
      <Choices
        name={words.prune}
        icon={<Trash2 />}
        hint={words.pruneHint}
        choices={ages.map((days) => [words.ages({ days }), () => prune(days)])}
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
    <Popup name={name} align="end" trigger={button}>
      {(close) => (
        <div className={styles['question']}>
          {hint !== undefined && <p>{hint}</p>}
          {choices.map(([said, choose]) => (
            <Button
              key={said}
              look="quiet"
              onClick={() => {
                close();
                void choose();
              }}
            >
              {said}
            </Button>
          ))}
        </div>
      )}
    </Popup>
  );
}
