import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { ErrorPanel, wordsOf } from '../design/panel.tsx';
import { BugReportDialog } from '../diagnostics/bug-report-dialog.tsx';
import { reportQuery } from '../diagnostics/queries.ts';
import { useParts } from '../parts.ts';
import { statusQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { Facts } from './facts.tsx';
import type { Settings } from './queries.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const words = strings.settings.about;

/** Which Posthorn this is, under which terms, where its files lie, and what to do when something is wrong. */
export function About({ settings }: { settings: Settings }) {
  const { api } = useParts();
  const [open, setOpen] = useState<'licence' | 'report'>();
  const status = useQuery(statusQuery(api));
  const report = useQuery(reportQuery(api, false)).data;
  const close = () => setOpen(undefined);
  return (
    <>
      <Section title={words.facts}>
        {status.error && !status.data && <ErrorPanel error={status.error} onRetry={() => void status.refetch()} />}
        {status.data && (
          <Facts
            facts={[
              { name: words.version, value: status.data.daemon_version },
              ...(status.data.daemon_build_id === null
                ? []
                : [{ name: words.build, value: status.data.daemon_build_id }]),
              { name: words.instance, value: status.data.instance },
              { name: words.address, value: '', where: location.origin },
              ...(settings.file === null ? [] : [{ name: words.settings, value: '', where: settings.file }]),
              ...(report ? [{ name: words.mail, value: '', where: report.database_path }] : []),
              ...(report?.log_path ? [{ name: words.log, value: '', where: report.log_path }] : []),
            ]}
          />
        )}
      </Section>
      <Section title={words.licence} hint={words.licenceWords}>
        <div className={styles['buttons']}>
          <Button onClick={() => setOpen('licence')}>{words.showLicence}</Button>
        </div>
      </Section>
      <Section title={words.help} hint={words.helpHint}>
        <div className={styles['buttons']}>
          <Button onClick={() => setOpen('report')}>{words.bugReport}</Button>
        </div>
        <Link to="/diagnostics" className={styles['link']}>
          {words.diagnostics}
        </Link>
        <Link to="/help/{-$guide}" params={{ guide: undefined }} className={styles['link']}>
          {strings.help.title}
        </Link>
        <Link to="/docs" className={styles['link']}>
          {words.docs}
        </Link>
      </Section>
      {open === 'licence' && <LicenceDialog onClose={close} />}
      {open === 'report' && <BugReportDialog onClose={close} />}
    </>
  );
}

function LicenceDialog({ onClose }: { onClose: () => void }) {
  // Few ever read it: its text is fetched when it is wanted.
  const { data, error } = useQuery({
    queryKey: ['licence'],
    queryFn: async () => (await import('../../LICENSE?raw')).default,
    staleTime: Infinity,
  });
  return (
    <Dialog title={words.licence} hint={words.licenceHint} width={720} onClose={onClose}>
      {error && <p role="alert">{wordsOf(error)}</p>}
      {data !== undefined && <pre className={styles['licence']}>{data}</pre>}
    </Dialog>
  );
}
