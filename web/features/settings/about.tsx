import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { ErrorState, errorText } from '../../design/feedback/empty-state.tsx';
import { BugReportDialog } from '../../data/bug-report-dialog.tsx';
import { reportQuery } from '../../data/queries/diagnostics.ts';
import { useServices } from '../../data/services.ts';
import { statusQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { Facts } from './facts.tsx';
import type { Settings } from '../../data/queries/settings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.settings.about;

/** The version, the licence, the location of the files, and help with problems. */
export function About({ settings }: { settings: Settings }) {
  const { api } = useServices();
  const [open, setOpen] = useState<'licence' | 'report'>();
  const status = useQuery(statusQuery(api));
  const report = useQuery(reportQuery(api, false)).data;
  const close = () => setOpen(undefined);
  return (
    <>
      <Section id="about" title={t.facts}>
        {status.error && !status.data && <ErrorState error={status.error} onRetry={() => void status.refetch()} />}
        {status.data && (
          <Facts
            facts={[
              { name: t.version, value: status.data.daemon_version },
              ...(status.data.daemon_build_id === null ? [] : [{ name: t.build, value: status.data.daemon_build_id }]),
              { name: t.instance, value: status.data.instance },
              { name: t.address, value: '', where: location.origin },
              ...(settings.file === null ? [] : [{ name: t.settings, value: '', where: settings.file }]),
              ...(report ? [{ name: t.mail, value: '', where: report.database_path }] : []),
              ...(report?.log_path ? [{ name: t.log, value: '', where: report.log_path }] : []),
            ]}
          />
        )}
      </Section>
      <Section title={t.licence} hint={t.licenceWords}>
        <div className={styles['buttons']}>
          <Button onClick={() => setOpen('licence')}>{t.showLicence}</Button>
        </div>
      </Section>
      <Section title={t.help} hint={t.helpHint}>
        <div className={styles['buttons']}>
          <Button onClick={() => setOpen('report')}>{t.bugReport}</Button>
        </div>
        <Link to="/diagnostics" className={styles['link']}>
          {t.diagnostics}
        </Link>
        <Link to="/help/{-$guide}" params={{ guide: undefined }} className={styles['link']}>
          {strings.help.title}
        </Link>
        <Link to="/docs" className={styles['link']}>
          {t.docs}
        </Link>
      </Section>
      {open === 'licence' && <LicenceDialog onClose={close} />}
      {open === 'report' && <BugReportDialog onClose={close} />}
    </>
  );
}

function LicenceDialog({ onClose }: { onClose: () => void }) {
  // The licence text is rarely read, so it is fetched when it is opened.
  const { data, error } = useQuery({
    queryKey: ['licence'],
    queryFn: async () => (await import('../../../LICENSE?raw')).default,
    staleTime: Infinity,
  });
  return (
    <Dialog title={t.licence} hint={t.licenceHint} width={720} onClose={onClose}>
      {error && <p role="alert">{errorText(error)}</p>}
      {data !== undefined && <pre className={styles['licence']}>{data}</pre>}
    </Dialog>
  );
}
