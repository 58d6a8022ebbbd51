import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { Dialog } from '../design/overlays/dialog.tsx';
import { errorText } from '../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../design/feedback/skeleton.tsx';
import { useServices } from './services.ts';
import { saveFile } from './save-file.ts';
import { strings } from '../i18n/strings.ts';
import styles from './bug-report-dialog.module.css';
import { bugReportQuery } from './queries/diagnostics.ts';

const t = strings.diagnostics;

/** Shows the text of a public bug report, so that the user reads it before copying it. */
export function BugReportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const { data, error } = useQuery(bugReportQuery(api));
  return (
    <Dialog title={t.bugReport} hint={t.bugReportHint} width={720} onClose={onClose}>
      {error && <p role="alert">{errorText(error)}</p>}
      {!data && !error && (
        <Skeleton label={t.looking}>
          {[40, 90, 70, 80, 60].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} style={{ margin: '10px 0' }} />
          ))}
        </Skeleton>
      )}
      {data && (
        <>
          <CopyButton text={data} />
          <pre className={styles['report']}>{data}</pre>
        </>
      )}
    </Dialog>
  );
}

function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t.copied),
      // Some browsers deny access to the clipboard.
      () => setOutcome(t.notCopied),
    );
  return (
    <div className={styles['copying']}>
      <Button look="primary" onClick={() => void copy()}>
        {t.copy}
      </Button>
      <Button onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), 'posthorn-bug-report.md')}>
        {t.saveReport}
      </Button>
      <span role="status" className={styles['outcome']}>
        {outcome}
      </span>
    </div>
  );
}
