import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { CollapsibleCard, Section } from '../settings/setting-group.tsx';
import styles from './import-mail.module.css';
import { ImportRow } from './import-row.tsx';
import { FilePicker } from './file-picker.tsx';
import { importsQuery } from './queries.ts';
import { UploadCard } from './upload-card.tsx';
import { useImportUploadState } from './use-import-upload.ts';

const t = strings.import;
const programs = ['thunderbird', 'appleMail', 'takeout', 'outlook', 'others'] as const;

/** The section of the settings that imports mail files of this computer: choosing files, progress, earlier imports, help. */
export function ImportMail() {
  const { phase, started } = useImportUploadState();
  const [hasSent, setSent] = useState(false);
  if (phase !== 'idle' && !hasSent) setSent(true);
  return (
    <>
      <Section id="import" title={t.title} hint={t.hint}>
        {phase === 'idle' ? <FilePicker takesFocus={hasSent && started === undefined} /> : <UploadCard />}
        <CollapsibleCard title={t.programs}>
          <dl className={styles['programs']}>
            {programs.map((program) => (
              <div key={program} className={styles['program']}>
                <dt>{t.program[program].name}</dt>
                <dd>{t.program[program].way}</dd>
              </div>
            ))}
          </dl>
        </CollapsibleCard>
      </Section>
      <Imports hasSent={hasSent} />
    </>
  );
}

function Imports({ hasSent }: { hasSent: boolean }) {
  const { api } = useServices();
  const { started } = useImportUploadState();
  const { data, error, refetch } = useQuery(importsQuery(api));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Section title={t.imports}>
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
    </Section>
  );
}
