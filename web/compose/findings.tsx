import { Info, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './findings.module.css';
import type { Report, SendWish, SendingState } from './use-sending.ts';

const words = strings.compose;
const marks = { info: Info, warning: TriangleAlert, blocker: OctagonX };

type FindingsProps = {
  state: SendingState;
  onSend: (wish: SendWish) => void;
  onBack: () => void;
};

/** What is to be considered before it goes, or why it did not. */
export function Findings({ state, onSend, onBack }: FindingsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const isShown = state.step === 'found' || state.step === 'failed';
  useEffect(() => {
    if (isShown) panel.current?.focus();
  }, [isShown]);
  if (state.step === 'failed') {
    return (
      <div ref={panel} className={styles['findings']} role="alert" tabIndex={-1}>
        <p className={styles['title']}>{words.notHanded}</p>
        <p>{state.words}</p>
        <div className={styles['acts']}>
          <Button onClick={onBack}>{words.goOn}</Button>
        </div>
      </div>
    );
  }
  if (state.step !== 'found') return null;
  const { report, wish } = state;
  const token = tokenOf(report);
  return (
    <div ref={panel} className={styles['findings']} role="alertdialog" aria-label={words.consider} tabIndex={-1}>
      <p className={styles['title']}>{report.allowed ? words.consider : words.stopped}</p>
      <ul>
        {report.issues.map((issue, at) => {
          const Mark = marks[issue.severity];
          return (
            <li key={at} className={styles['issue']} data-severity={issue.severity}>
              <Mark role="img" aria-label={words.severities[issue.severity]} />
              <span dir="auto">
                {issue.message}
                {issue.detail && <span className={styles['detail']}>{issue.detail}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <div className={styles['acts']}>
        <Button onClick={onBack}>{words.goOn}</Button>
        {report.allowed && <Button onClick={() => onSend({ ...wish, isSure: true })}>{words.sendAnyway}</Button>}
        {!report.allowed && token !== undefined && (
          <Button className={styles['override']} onClick={() => onSend({ ...wish, token })}>
            {words.override}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The leave to send in spite of all that stops it; absent where something of that cannot be passed over. */
function tokenOf({ issues }: Report): string | undefined {
  const tokens = issues.filter(({ severity }) => severity === 'blocker').map(({ override_token }) => override_token);
  return tokens.every(Boolean) ? (tokens[0] ?? undefined) : undefined;
}
