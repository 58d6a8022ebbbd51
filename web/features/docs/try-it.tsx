import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { AnswerView } from './answer-view.tsx';
import type { Operation } from './api-document.ts';
import { useDocs } from './docs-context.ts';
import { type Draft, isJson, outgoing } from './draft.ts';
import { type Consequence, consequenceOf } from './consequence.ts';
import { BodyField, ParameterFields } from './form-fields.tsx';
import { type Answered, sendRequest } from './sending.ts';
import styles from './try-it.module.css';

const words = strings.docs;

type Outcome = { answer: Answered } | { failed: true };

type TryItProps = { operation: Operation; draft: Draft; onDraft: (draft: Draft) => void };

/** The form of a request, and what was answered. What changes something is sent by a second, deliberate click. */
export function TryIt({ operation, draft, onDraft }: TryItProps) {
  const { document, access, keyForm, forgetKey } = useDocs();
  const [outcome, setOutcome] = useState<Outcome>();
  const [askedFor, setAskedFor] = useState<Draft>();
  const { isSending, run, stop } = useSending();
  const consequence = consequenceOf(operation);
  const fault = faultOf(operation, draft);
  const isAsking = askedFor === draft;
  const needsKey = !operation.isOpen && !access.token;

  async function send(): Promise<void> {
    setAskedFor(undefined);
    setOutcome(undefined);
    const request = outgoing(operation, document, draft);
    const outcome = await run((signal) => sendRequest(request, { access, isOpen: operation.isOpen, signal }));
    setOutcome(outcome);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (fault) return;
    if (consequence.isChange) setAskedFor(draft);
    else void send();
  }

  return (
    <section className={styles['card']} aria-label={words.tryIt}>
      <h2>{words.tryIt}</h2>
      {needsKey ? (
        keyForm
      ) : (
        <form className={styles['form']} onSubmit={submit}>
          <ParameterFields operation={operation} draft={draft} onDraft={onDraft} />
          <BodyField operation={operation} draft={draft} onDraft={onDraft} fault={fault} />
          {isAsking ? (
            <Question consequence={consequence} onSend={() => void send()} onCancel={() => setAskedFor(undefined)} />
          ) : (
            <div className={styles['acts']}>
              <Button look="primary" type="submit" isBusy={isSending}>
                {consequence.isChange ? words.sendChange : words.send}
              </Button>
              {isSending && <Button onClick={stop}>{words.cancel}</Button>}
              {consequence.warning && (
                <p className={styles['warning']} data-grave={consequence.isGrave || undefined}>
                  {consequence.warning}
                </p>
              )}
            </div>
          )}
        </form>
      )}
      <div role="status" className="visually-hidden">
        {isSending && words.sending}
      </div>
      {outcome &&
        ('answer' in outcome ? (
          <AnswerView answer={outcome.answer} />
        ) : (
          <p role="alert" className={styles['bad']}>
            {words.noAnswer}
          </p>
        ))}
      {forgetKey && (
        <Button look="quiet" className={styles['forget']} onClick={forgetKey}>
          {words.key.forget}
        </Button>
      )}
    </section>
  );
}

type QuestionProps = { consequence: Consequence; onSend: () => void; onCancel: () => void };

/** Stands where "Send" was, so that the second of two quick clicks meets nothing that sends. */
function Question({ consequence: { warning, isGrave }, onSend, onCancel }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      className={styles['question']}
      role="group"
      aria-label={warning}
      tabIndex={-1}
      data-grave={isGrave || undefined}
    >
      <p>{warning}</p>
      <div className={styles['acts']}>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button look="primary" className={styles['really']} onClick={onSend}>
          {words.sendReally}
        </Button>
      </div>
    </div>
  );
}

/** One request at a time, which can be given up; the form may be gone before its answer comes. */
function useSending() {
  const [isSending, setIsSending] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  async function run(send: (signal: AbortSignal) => Promise<Answered>): Promise<Outcome | undefined> {
    const abort = new AbortController();
    current.current = abort;
    setIsSending(true);
    try {
      return { answer: await send(abort.signal) };
    } catch {
      // `fetch` fails only where no answer came, and it tells a page no more than that.
      return abort.signal.aborted ? undefined : { failed: true };
    } finally {
      setIsSending(false);
    }
  }
  return { isSending, run, stop: () => current.current?.abort() };
}

/** Why a body cannot be sent as it stands. */
function faultOf({ body }: Operation, draft: Draft): string | undefined {
  if (!body || !isJson(body.type) || draft.body.trim() === '') return undefined;
  try {
    JSON.parse(draft.body);
    return undefined;
  } catch (error) {
    return words.notJson({ reason: error instanceof Error ? error.message : '' });
  }
}
