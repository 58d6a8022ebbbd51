import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { BugReportDialog } from '../../data/bug-report-dialog.tsx';
import styles from './diagnostics-page.module.css';
import { FindingCard } from './finding-card.tsx';
import { type Finding, type Report, reportQuery } from '../../data/queries/diagnostics.ts';
import { describeOutcome, useRepair } from './use-repair.ts';
import { ReportFacts } from './report-facts.tsx';

const t = strings.diagnostics;

/** The health check: problems, their remedies, and a report to share. */
export function DiagnosticsPage() {
  const { api } = useServices();
  const [isWhole, setIsWhole] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const { data: report, error, isFetching, refetch } = useQuery(reportQuery(api, isWhole));
  const runFullCheck = () => (isWhole ? void refetch() : setIsWhole(true));
  return (
    <Page
      title={t.title}
      hint={t.hint}
      more={
        <>
          <SettingsNav />
          <Overall report={report} />
          <div className={styles['tools']}>
            <Button onClick={() => void refetch()} isBusy={isFetching}>
              {t.again}
            </Button>
            <Button onClick={() => isFetching || runFullCheck()} aria-disabled={isFetching} title={t.wholeHint}>
              {isWhole && isFetching ? t.looking : t.whole}
            </Button>
            <Button onClick={() => setIsReporting(true)}>{t.bugReport}</Button>
          </div>
        </>
      }
    >
      {error && !report && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!report && !error && <ListSkeleton />}
      {report && (
        <div className={styles['body']}>
          <Findings findings={report.findings} onReport={() => setIsReporting(true)} />
          <ReportFacts report={report} />
        </div>
      )}
      {isReporting && <BugReportDialog onClose={() => setIsReporting(false)} />}
    </Page>
  );
}

/** The state of all checks in one sentence. */
function Overall({ report }: { report: Report | undefined }) {
  if (!report) return <p className={styles['overall']}>{t.looking}</p>;
  const wrong = report.findings.filter(({ severity }) => severity !== 'info').length;
  const isBad = report.findings.some(({ severity }) => severity === 'error');
  const StateIcon = report.healthy ? CircleCheck : isBad ? CircleAlert : TriangleAlert;
  const state = report.healthy ? 'good' : isBad ? 'bad' : 'fair';
  return (
    <>
      <p className={styles['overall']} data-state={state} role="status">
        <StateIcon aria-hidden="true" />
        {t.overall({ health: report.health_class, wrong })}
      </p>
      <p className={styles['soft']}>{report.is_deep ? t.sawWhole : t.sawSample}</p>
    </>
  );
}

function Findings({ findings, onReport }: { findings: readonly Finding[]; onReport: () => void }) {
  const repair = useRepair();
  const outcome = describeOutcome(repair);
  const keyOf = ({ code, account_id, message }: Finding) => `${code} ${account_id} ${message}`;
  const busy = repair.isPending ? keyOf(repair.variables) : undefined;
  return (
    <section aria-label={t.findings}>
      <p role="status" className={styles['outcome']}>
        {repair.isPending ? t.busy : outcome}
      </p>
      {findings.length > 0 && (
        <ul className={styles['cards']}>
          {findings.map((finding) => (
            <FindingCard
              key={keyOf(finding)}
              finding={finding}
              isBusy={busy === keyOf(finding)}
              isWaiting={repair.isPending}
              onRepair={(action) => repair.mutate({ ...finding, action })}
              onReport={onReport}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
