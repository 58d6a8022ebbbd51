import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import type { Operation } from './api-document.ts';
import { useDocs } from './docs-context.ts';
import docs from './docs.module.css';
import { type Draft, outgoing } from './draft.ts';
import { ParameterFields } from './form-fields.tsx';
import type { Frame } from './frames.ts';
import styles from './try-it.module.css';
import { type StreamState, useStream } from './stream.ts';

const words = strings.docs.events;

type EventLogProps = { operation: Operation; draft: Draft; onDraft: (draft: Draft) => void };

/** The stream of events while one looks at it: each frame as it came, the newest first. */
export function EventLog({ operation, draft, onDraft }: EventLogProps) {
  const { document, access, keyForm } = useDocs();
  const { state, log, connect, disconnect, pause, resume, clear } = useStream();
  const isOpen = state.kind === 'open' || state.kind === 'connecting';
  const { token } = access;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (token) connect(outgoing(operation, document, draft).path, token);
  }
  return (
    <section className={styles['card']} aria-label={words.title}>
      <h2>{words.title}</h2>
      {token ? (
        <form className={styles['form']} onSubmit={submit}>
          {!isOpen && <ParameterFields operation={operation} draft={draft} onDraft={onDraft} />}
          <div className={styles['acts']}>
            {/* Two keys: one element that turned from one into the other within a click would also submit. */}
            {isOpen ? (
              <Button key="disconnect" onClick={disconnect}>
                {words.disconnect}
              </Button>
            ) : (
              <Button key="connect" look="primary" type="submit">
                {words.connect}
              </Button>
            )}
            {log.isPaused ? (
              <Button onClick={resume}>{words.resume}</Button>
            ) : (
              <Button onClick={pause} disabled={!isOpen}>
                {words.pause}
              </Button>
            )}
            <Button look="quiet" onClick={clear} aria-disabled={log.count === 0}>
              {words.clear}
            </Button>
          </div>
        </form>
      ) : (
        keyForm
      )}
      <p role="status" className={styles['state']}>
        {log.isPaused && isOpen ? words.paused({ count: log.held.length }) : stateWords(state, log.count)}
      </p>
      <ol className={styles['frames']} aria-label={words.list}>
        {log.shown.map((frame) => (
          <li key={frame.at}>
            <FrameLine frame={frame} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function FrameLine({ frame: { kind, seq, text } }: { frame: Frame }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={docs['fold']} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span className={styles['kind']}>{kind}</span> <span className={styles['hint']}>{seq}</span>
      </summary>
      {isOpen && <pre className={docs['pre']}>{JSON.stringify(JSON.parse(text), null, 2)}</pre>}
    </details>
  );
}

function stateWords(state: StreamState, count: number): string {
  switch (state.kind) {
    case 'idle':
      return words.idle;
    case 'connecting':
      return words.connecting;
    case 'open':
      return words.open({ count });
    case 'closed':
      return words.closed({ code: state.code, reason: state.reason });
  }
}
