import { Check as Tick, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import type { Result, Trouble } from './setup-draft.ts';
import styles from './setup.module.css';

const words = strings.accounts.form;

type OutcomeProps = {
  /** Undefined while it is being tried. */
  result: Result | undefined;
  /** Whether the account sends at all. */
  sends: boolean;
  onSuggestion: (trouble: Trouble) => void;
};

/** How receiving and sending went, and what helps where they did not. */
export function SetupOutcome({ result, sends, onSuggestion }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) place.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={place} className={styles['outcome']} role="status">
      {!result && <p className={styles['soft']}>{words.testing}</p>}
      <ul>
        <Step name={words.receiving} step={result ? result.sync : undefined} />
        {sends && <Step name={words.sending} step={result ? result.send : undefined} />}
      </ul>
      {result?.troubles.map((trouble) => (
        <TroubleCard key={trouble.where + trouble.what} trouble={trouble} onSuggestion={onSuggestion} />
      ))}
      {result && !result.ok && result.troubles.length === 0 && <p className={styles['fault']}>{result.summary}</p>}
    </div>
  );
}

function Step({ name, step }: { name: string; step: Result['sync'] | undefined }) {
  const state =
    step === undefined ? words.checking : step === null ? words.notChecked : step.ok ? words.works : step.detail;
  return (
    <li className={styles['step']} data-state={step === undefined ? 'busy' : step?.ok ? 'good' : step ? 'bad' : 'none'}>
      {step?.ok && <Tick aria-hidden="true" />}
      {step?.ok === false && <X aria-hidden="true" />}
      <span>{name}</span>
      <span className={styles['soft']}>{step?.ok === false ? words.trouble : state}</span>
    </li>
  );
}

function TroubleCard({ trouble, onSuggestion }: { trouble: Trouble; onSuggestion: (trouble: Trouble) => void }) {
  const { message, technical, suggestion } = trouble;
  const proposed =
    suggestion && [suggestion.host, suggestion.port && `${words.port} ${suggestion.port}`].filter(Boolean).join(', ');
  return (
    <div className={styles['trouble']}>
      <p>{message}</p>
      {proposed && (
        <Button look="plain" onClick={() => onSuggestion(trouble)}>
          {words.take({ what: proposed })}
        </Button>
      )}
      {technical && (
        <details>
          <summary>{words.technical}</summary>
          <p className={styles['code']}>{technical}</p>
        </details>
      )}
    </div>
  );
}
