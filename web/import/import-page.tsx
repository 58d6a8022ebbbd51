import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import styles from './import-page.module.css';
import { ImportRow } from './import-row.tsx';
import { Picker } from './picker.tsx';
import { importsQuery } from './queries.ts';
import { SendingCard } from './sending-card.tsx';
import { useSendingState } from './use-sending.ts';

const words = strings.import;
const programs = ['thunderbird', 'appleMail', 'takeout', 'outlook', 'others'] as const;

/** Mail files of this computer: choosing them, how far they are, what became of earlier ones, and where to find them. */
export function ImportPage() {
  const { phase, started } = useSendingState();
  const [hasSent, setSent] = useState(false);
  if (phase !== 'idle' && !hasSent) setSent(true);
  return (
    <WidePage title={words.title} hint={words.hint} more={<SettingsNav />}>
      <div className={styles['page']}>
        <section aria-labelledby="import-files" className={styles['section']}>
          <h2 id="import-files">{words.files}</h2>
          {phase === 'idle' ? <Picker takesFocus={hasSent && started === undefined} /> : <SendingCard />}
        </section>
        <Imports hasSent={hasSent} />
        <section aria-labelledby="import-programs" className={styles['section']}>
          <h2 id="import-programs">{words.programs}</h2>
          <dl className={styles['card']}>
            {programs.map((program) => (
              <div key={program} className={styles['program']}>
                <dt>{words.program[program].name}</dt>
                <dd>{words.program[program].way}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </WidePage>
  );
}

function Imports({ hasSent }: { hasSent: boolean }) {
  const { api } = useParts();
  const { started } = useSendingState();
  const { data, error, refetch } = useQuery(importsQuery(api));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="import-list" className={styles['section']}>
      <h2 id="import-list">{words.imports}</h2>
      <ul role="list" className={styles['card']}>
        {data.map((each) => (
          <ImportRow
            key={each.import_id}
            each={each}
            isOurs={each.import_id === started}
            takesFocus={hasSent && each.import_id === started}
          />
        ))}
      </ul>
    </section>
  );
}
