import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { wordsOf } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import styles from './diagnostics-page.module.css';
import { bugReportQuery } from './queries.ts';

const words = strings.diagnostics;

/** What would be shown to strangers, to be read before it is copied. */
export function BugReportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useParts();
  const { data, error } = useQuery(bugReportQuery(api));
  return (
    <Dialog title={words.bugReport} hint={words.bugReportHint} width={720} onClose={onClose}>
      {error && <p role="alert">{wordsOf(error)}</p>}
      {!data && !error && (
        <Skeleton label={words.looking}>
          {[40, 90, 70, 80, 60].map((width) => (
            <Bone key={width} width={`${width}%`} style={{ margin: '10px 0' }} />
          ))}
        </Skeleton>
      )}
      {data && (
        <>
          <CopyButton text={data} />
          <pre className={styles['raw']}>{data}</pre>
        </>
      )}
    </Dialog>
  );
}

function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(words.copied),
      // Some browsers let nobody write there.
      () => setOutcome(words.notCopied),
    );
  return (
    <div className={styles['copying']}>
      <Button look="primary" onClick={() => void copy()}>
        {words.copy}
      </Button>
      <Button onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), 'posthorn-bug-report.md')}>
        {words.saveReport}
      </Button>
      <span role="status" className={styles['soft']}>
        {outcome}
      </span>
    </div>
  );
}
