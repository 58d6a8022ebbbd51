import { Check as Tick, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import type { Result, SetupProblem } from './setup-draft.ts';
import styles from '../../design/controls/form.module.css';
import { Summary } from '../../design/controls/summary.tsx';

const t = strings.accounts.form;

type SetupResultProps = {
  /** Undefined during the test. */
  result: Result | undefined;
  /** Whether the account can send. */
  sends: boolean;
  onSuggestion: (trouble: SetupProblem) => void;
};

/** The results of receiving and sending, and advice for failures. */
export function SetupResult({ result, sends, onSuggestion }: SetupResultProps) {
  const side = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) side.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={side} className={styles['outcome']} role="status">
      {!result && <p className={styles['soft']}>{t.testing}</p>}
      <ul>
        <Step name={t.receiving} step={result ? result.sync : undefined} />
        {sends && <Step name={t.sending} step={result ? result.send : undefined} />}
      </ul>
      {result?.troubles.map((problem) => (
        <ProblemCard key={problem.where + problem.what} problem={problem} onSuggestion={onSuggestion} />
      ))}
      {result && !result.ok && result.troubles.length === 0 && <p className={styles['fault']}>{result.summary}</p>}
    </div>
  );
}

function Step({ name, step }: { name: string; step: Result['sync'] | undefined }) {
  const state = step === undefined ? t.checking : step === null ? t.notChecked : step.ok ? t.works : step.detail;
  return (
    <li className={styles['step']} data-state={step === undefined ? 'busy' : step?.ok ? 'good' : step ? 'bad' : 'none'}>
      {step?.ok && <Tick aria-hidden="true" />}
      {step?.ok === false && <X aria-hidden="true" />}
      <span>{name}</span>
      <span className={styles['soft']}>{step?.ok === false ? t.trouble : state}</span>
    </li>
  );
}

function ProblemCard({
  problem,
  onSuggestion,
}: {
  problem: SetupProblem;
  onSuggestion: (problem: SetupProblem) => void;
}) {
  const { message, technical, suggestion } = problem;
  const proposed =
    suggestion && [suggestion.host, suggestion.port && `${t.port} ${suggestion.port}`].filter(Boolean).join(', ');
  return (
    <div className={styles['trouble']}>
      <p>{message}</p>
      {proposed && (
        <Button look="plain" onClick={() => onSuggestion(problem)}>
          {t.take({ what: proposed })}
        </Button>
      )}
      {technical && (
        <details>
          <Summary>{t.technical}</Summary>
          <p className={styles['code']}>{technical}</p>
        </details>
      )}
    </div>
  );
}
