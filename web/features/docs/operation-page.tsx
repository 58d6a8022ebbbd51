import { useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { Answers } from './answers.tsx';
import type { Operation } from './api-document.ts';
import { Command } from './command.tsx';
import { curlOf } from './curl.ts';
import { useDocs } from './docs-context.ts';
import styles from './docs.module.css';
import { freshDraft, outgoing } from './draft.ts';
import { consequenceOf } from './consequence.ts';
import { EventLog } from './event-log.tsx';
import { Address, Method } from './method.tsx';
import { Paragraphs, Prose } from './prose.tsx';
import { FieldHead, SchemaTree } from './schema-tree.tsx';
import { TryIt } from './try-it.tsx';

const words = strings.docs;

/** One request: what it is and takes and answers, and beside it the form that tries it. */
export function OperationPage({ operation }: { operation: Operation }) {
  const { document } = useDocs();
  const [draft, setDraft] = useState(() => freshDraft(operation, document));
  const { method, path, summary, description, isOpen, isStream } = operation;
  const { isGrave } = consequenceOf(operation);
  const trying = useRef<HTMLElement>(null);
  const request = outgoing(operation, document, draft);
  return (
    <article className={styles['operation']}>
      <header className={styles['top']}>
        <h1 className={styles['address']} tabIndex={-1}>
          <Method method={method} isGrave={isGrave} /> <Address path={path} />
        </h1>
        <p className={styles['text']}>
          <Prose text={summary} />
        </p>
        <Paragraphs text={description} />
        <Facts operation={operation} />
        <Button look="quiet" className={styles['jump']} onClick={() => trying.current?.focus()}>
          {isStream ? words.events.title : words.tryIt}
        </Button>
      </header>
      <div className={styles['reading']}>
        <Parameters operation={operation} />
        <BodyForm operation={operation} />
        <Answers answers={operation.answers} />
      </div>
      <aside
        ref={trying}
        tabIndex={-1}
        className={styles['trying']}
        aria-label={isStream ? words.events.title : words.tryIt}
      >
        {isStream ? (
          <EventLog operation={operation} draft={draft} onDraft={setDraft} />
        ) : (
          <>
            <TryIt operation={operation} draft={draft} onDraft={setDraft} />
            <section className={styles['section']}>
              <h2>{words.command}</h2>
              <Command label={words.command} text={curlOf(request, { origin: location.origin, isOpen })} />
              {!isOpen && (
                <p className={styles['note']}>
                  <Prose text={words.begin.firstHint} />
                </p>
              )}
            </section>
          </>
        )}
      </aside>
    </article>
  );
}

function Facts({ operation }: { operation: Operation }) {
  const { does, isGrave, isChange } = consequenceOf(operation);
  return (
    <ul className={styles['facts']}>
      <li className={styles['fact']} data-tone={isGrave ? 'grave' : isChange ? 'change' : 'safe'}>
        {does}
      </li>
      {operation.isForPeople && (
        <li className={styles['fact']}>{operation.isForPeople === 'depends' ? words.sometimesPeople : words.people}</li>
      )}
      {operation.isOpen && <li className={styles['fact']}>{words.open}</li>}
      <li className={styles['fact']}>{words.name({ id: operation.id })}</li>
    </ul>
  );
}

function Parameters({ operation: { parameters } }: { operation: Operation }) {
  if (parameters.length === 0) return null;
  return (
    <section className={styles['section']}>
      <h2>{words.parameters}</h2>
      <ul className={styles['list']}>
        {parameters.map(({ name, in: place, isRequired, description, schema }) => (
          <li key={`${place}:${name}`}>
            <FieldHead
              name={name}
              schema={schema}
              isRequired={isRequired}
              side="sent"
              place={words.places[place]}
              description={description}
            />
            <SchemaTree schema={schema} side="sent" depth={1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BodyForm({ operation: { body } }: { operation: Operation }) {
  if (!body) return null;
  return (
    <section className={styles['section']}>
      <h2>{words.body}</h2>
      <p className={styles['note']}>
        {words.sentAs({ type: body.type })} {!body.isRequired && words.bodyOptional}
      </p>
      <SchemaTree schema={body.schema} side="sent" />
    </section>
  );
}
