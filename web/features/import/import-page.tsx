import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './import-page.module.css';
import { ImportRow } from './import-row.tsx';
import { FilePicker } from './file-picker.tsx';
import { importsQuery } from './queries.ts';
import { UploadCard } from './upload-card.tsx';
import { useImportUploadState } from './use-import-upload.ts';

const t = strings.import;
const programs = ['thunderbird', 'appleMail', 'takeout', 'outlook', 'others'] as const;

/** Imports mail files of this computer: choosing files, progress, earlier imports and their results. */
export function ImportPage() {
  const { phase, started } = useImportUploadState();
  const [hasSent, setSent] = useState(false);
  if (phase !== 'idle' && !hasSent) setSent(true);
  return (
    <Page title={t.title} hint={t.hint} more={<SettingsNav />}>
      <div className={styles['page']}>
        <section aria-labelledby="import-files" className={styles['section']}>
          <h2 id="import-files">{t.files}</h2>
          {phase === 'idle' ? <FilePicker takesFocus={hasSent && started === undefined} /> : <UploadCard />}
        </section>
        <Imports hasSent={hasSent} />
        <section aria-labelledby="import-programs" className={styles['section']}>
          <h2 id="import-programs">{t.programs}</h2>
          <dl className={styles['card']}>
            {programs.map((program) => (
              <div key={program} className={styles['program']}>
                <dt>{t.program[program].name}</dt>
                <dd>{t.program[program].way}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Page>
  );
}

function Imports({ hasSent }: { hasSent: boolean }) {
  const { api } = useServices();
  const { started } = useImportUploadState();
  const { data, error, refetch } = useQuery(importsQuery(api));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="import-list" className={styles['section']}>
      <h2 id="import-list">{t.imports}</h2>
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
