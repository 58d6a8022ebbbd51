import { useMemo, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './docs.module.css';
import { type Answered, formatted } from './sending.ts';
import { formatSize } from '../../i18n/formats.ts';

const words = strings.docs;

/** Characters of an answer that are shown at once: a browser lays out no more without a pause. */
const mostShown = 60_000;

/** What was answered: status, time, the headers that tell something, and the body. */
export function AnswerView({ answer }: { answer: Answered }) {
  const { status, statusText, ms, headers, bytes } = answer;
  return (
    <section className={styles['section']} aria-label={words.answer}>
      <h2>{words.answer}</h2>
      <p role="status" className={styles['answerHead']}>
        <span className={styles['status']} data-tone={status < 400 ? 'good' : 'bad'}>
          {status}
        </span>
        <span>{words.took({ status: statusText || String(status), ms, bytes: formatSize(bytes.byteLength) })}</span>
      </p>
      <dl className={styles['headers']}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AnswerBody key={`${ms}:${bytes.byteLength}`} answer={answer} />
    </section>
  );
}

function AnswerBody({ answer: { text, type, bytes } }: { answer: Answered }) {
  const [showsAll, setShowsAll] = useState(false);
  const whole = useMemo(() => (text === undefined ? undefined : formatted(text, type)), [text, type]);
  if (bytes.byteLength === 0) return <p className={styles['note']}>{words.emptyAnswer}</p>;
  if (whole === undefined) {
    return (
      <p className={styles['note']}>
        {words.notText} <SaveButton bytes={bytes} type={type} />
      </p>
    );
  }
  const isCut = !showsAll && whole.length > mostShown;
  return (
    <>
      <pre className={styles['pre']} data-tall tabIndex={0} role="group" aria-label={words.answer}>
        {isCut ? whole.slice(0, mostShown) : whole}
      </pre>
      {isCut && (
        <Button look="quiet" onClick={() => setShowsAll(true)}>
          {words.showAll({ bytes: formatSize(whole.length) })}
        </Button>
      )}
    </>
  );
}

function SaveButton({ bytes, type }: Pick<Answered, 'bytes' | 'type'>) {
  function save(): void {
    const address = URL.createObjectURL(new Blob([bytes], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'answer';
    link.click();
    URL.revokeObjectURL(address);
  }
  return (
    <Button look="quiet" onClick={save}>
      {words.save}
    </Button>
  );
}
