import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useParts } from '../parts.ts';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { BugReportDialog } from './bug-report-dialog.tsx';
import styles from './diagnostics-page.module.css';
import { FindingCard } from './finding-card.tsx';
import { type Finding, type Report, reportQuery } from './queries.ts';
import { outcomeWords, useRepair } from './repairing.ts';
import { ReportFacts } from './report-facts.tsx';

const words = strings.diagnostics;

/** The health check: what is wrong, what helps, and what can be shown to others. */
export function DiagnosticsPage() {
  const { api } = useParts();
  const [isWhole, setIsWhole] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const { data: report, error, isFetching, refetch } = useQuery(reportQuery(api, isWhole));
  const lookThrough = () => (isWhole ? void refetch() : setIsWhole(true));
  return (
    <WidePage
      title={words.title}
      hint={words.hint}
      more={
        <>
          <SettingsNav />
          <Overall report={report} />
          <div className={styles['tools']}>
            <Button onClick={() => void refetch()} isBusy={isFetching}>
              {words.again}
            </Button>
            <Button onClick={() => isFetching || lookThrough()} aria-disabled={isFetching} title={words.wholeHint}>
              {isWhole && isFetching ? words.looking : words.whole}
            </Button>
            <Button onClick={() => setIsReporting(true)}>{words.bugReport}</Button>
          </div>
        </>
      }
    >
      {error && !report && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!report && !error && <ListSkeleton />}
      {report && (
        <div className={styles['body']}>
          <Findings findings={report.findings} onReport={() => setIsReporting(true)} />
          <ReportFacts report={report} />
        </div>
      )}
      {isReporting && <BugReportDialog onClose={() => setIsReporting(false)} />}
    </WidePage>
  );
}

/** The state of everything in one sentence. */
function Overall({ report }: { report: Report | undefined }) {
  if (!report) return <p className={styles['overall']}>{words.looking}</p>;
  const wrong = report.findings.filter(({ severity }) => severity !== 'info').length;
  const isBad = report.findings.some(({ severity }) => severity === 'error');
  const Mark = report.healthy ? CircleCheck : isBad ? CircleAlert : TriangleAlert;
  const state = report.healthy ? 'good' : isBad ? 'bad' : 'fair';
  return (
    <>
      <p className={styles['overall']} data-state={state} role="status">
        <Mark aria-hidden="true" />
        {words.overall({ health: report.health_class, wrong })}
      </p>
      <p className={styles['soft']}>{report.is_deep ? words.sawWhole : words.sawSample}</p>
    </>
  );
}

function Findings({ findings, onReport }: { findings: readonly Finding[]; onReport: () => void }) {
  const repair = useRepair();
  const outcome = outcomeWords(repair);
  const keyOf = ({ code, account_id, message }: Finding) => `${code} ${account_id} ${message}`;
  const busy = repair.isPending ? keyOf(repair.variables) : undefined;
  return (
    <section aria-label={words.findings}>
      <p role="status" className={styles['outcome']}>
        {repair.isPending ? words.busy : outcome}
      </p>
      {findings.length > 0 && (
        <ul className={styles['cards']}>
          {findings.map((finding) => (
            <FindingCard
              key={keyOf(finding)}
              finding={finding}
              isBusy={busy === keyOf(finding)}
              isWaiting={repair.isPending}
              onRepair={() => repair.mutate(finding)}
              onReport={onReport}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
