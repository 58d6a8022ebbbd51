import { Info, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './pre-send-checks.module.css';
import type { Report, SendOptions, SendState } from './use-send.ts';

const t = strings.compose;
const severityIcons = { info: Info, warning: TriangleAlert, blocker: OctagonX };

type PreSendChecksProps = {
  state: SendState;
  onSend: (options: SendOptions) => void;
  onBack: () => void;
};

/** The warnings before sending, or the reason why sending failed. */
export function PreSendChecks({ state, onSend, onBack }: PreSendChecksProps) {
  const panel = useRef<HTMLDivElement>(null);
  const isShown = state.step === 'found' || state.step === 'failed';
  useEffect(() => {
    if (isShown) panel.current?.focus();
  }, [isShown]);
  if (state.step === 'failed') {
    return (
      <div ref={panel} className={styles['findings']} role="alert" tabIndex={-1}>
        <p className={styles['title']}>{t.notHanded}</p>
        <p>{state.text}</p>
        <div className={styles['acts']}>
          <Button onClick={onBack}>{t.goOn}</Button>
        </div>
      </div>
    );
  }
  if (state.step !== 'found') return null;
  const { report, options } = state;
  const token = tokenOf(report);
  return (
    <div ref={panel} className={styles['findings']} role="alertdialog" aria-label={t.consider} tabIndex={-1}>
      <p className={styles['title']}>{report.allowed ? t.consider : t.stopped}</p>
      <ul>
        {report.issues.map((issue, at) => {
          const SeverityIcon = severityIcons[issue.severity];
          return (
            <li key={at} className={styles['issue']} data-severity={issue.severity}>
              <SeverityIcon role="img" aria-label={t.severities[issue.severity]} />
              <span dir="auto">
                {issue.message}
                {issue.detail && <span className={styles['detail']}>{issue.detail}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <div className={styles['acts']}>
        <Button onClick={onBack}>{t.goOn}</Button>
        {report.allowed && <Button onClick={() => onSend({ ...options, isSure: true })}>{t.sendAnyway}</Button>}
        {!report.allowed && token !== undefined && (
          <Button className={styles['override']} onClick={() => onSend({ ...options, token })}>
            {t.override}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The token to send in spite of all warnings; absent if a problem cannot be overridden. */
function tokenOf({ issues }: Report): string | undefined {
  const tokens = issues.filter(({ severity }) => severity === 'blocker').map(({ override_token }) => override_token);
  return tokens.every(Boolean) ? (tokens[0] ?? undefined) : undefined;
}
