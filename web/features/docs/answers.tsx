import { strings } from '../../i18n/strings.ts';
import type { Answer } from './api-document.ts';
import { Command } from './command.tsx';
import styles from './docs.module.css';
import { Prose } from './prose.tsx';
import { insideOf } from './schema.ts';
import { SchemaTree, TypeWords } from './schema-tree.tsx';
import { Summary } from '../../design/controls/summary.tsx';

const words = strings.docs;

/** What may be answered, by status: what succeeds with its form, then every error with its codes. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  const errors = answers.filter(({ isError }) => isError);
  return (
    <>
      <section className={styles['section']}>
        <h2>{words.answers}</h2>
        {answers
          .filter(({ isError }) => !isError)
          .map((answer) => (
            <Success key={answer.status} answer={answer} />
          ))}
      </section>
      {errors.length > 0 && (
        <section className={styles['section']}>
          <h2>{words.errorAnswers}</h2>
          <ul className={styles['errors']}>
            {errors.map((answer) => (
              <ErrorLine key={answer.status} answer={answer} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Success({ answer: { status, description, content } }: { answer: Answer }) {
  const example = content?.examples[0];
  return (
    <div className={styles['answer']}>
      <p className={styles['answerHead']}>
        <span className={styles['status']} data-tone="good">
          {status}
        </span>
        <span>
          <Prose text={description} />
        </span>
        <span className={styles['note']}>
          {content ? (
            <>
              {content.type}: <TypeWords schema={content.schema} />
            </>
          ) : (
            words.noContent
          )}
        </span>
      </p>
      {content && insideOf(content.schema) && <SchemaTree schema={content.schema} side="answered" />}
      {example !== undefined && (
        <details className={styles['fold']}>
          <Summary>{words.example}</Summary>
          <Command label={words.example} text={JSON.stringify(example, null, 2)} />
        </details>
      )}
    </div>
  );
}

function ErrorLine({ answer: { status, description, content } }: { answer: Answer }) {
  const codes = (content?.examples ?? []).flatMap((example) => codeIn(example) ?? []);
  return (
    <li className={styles['error']}>
      <span className={styles['status']} data-tone="bad">
        {status === 'default' ? words.otherStatus : status}
      </span>
      <span>
        <Prose text={description} />
        {codes.length > 0 && (
          <span className={styles['codes']}>
            {words.codes}{' '}
            {codes.map((code) => (
              <code key={code} className={styles['code']}>
                {code}
              </code>
            ))}
          </span>
        )}
      </span>
    </li>
  );
}

function codeIn(example: unknown): string | undefined {
  if (typeof example !== 'object' || example === null || !('code' in example)) return undefined;
  return typeof example.code === 'string' ? example.code : undefined;
}
