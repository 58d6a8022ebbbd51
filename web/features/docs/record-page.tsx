import { strings } from '../../i18n/strings.ts';
import { useDocs } from './docs-context.ts';
import styles from './docs.module.css';
import { exampleOf } from './example.ts';
import { Command } from './command.tsx';
import { hrefOf } from './place.ts';
import { Paragraphs } from './prose.tsx';
import { insideOf, mentions, type Schema } from './schema.ts';
import { SchemaTree, TypeWords } from './schema-tree.tsx';

const words = strings.docs;

/** A shared record: its fields, an example, and the requests and records that speak of it. */
export function RecordPage({ name, schema }: { name: string; schema: Schema }) {
  const { document } = useDocs();
  const requests = [...document.operations.values()].filter(({ parameters, body, answers }) =>
    mentions([parameters, body, answers], name),
  );
  const records = [...document.records].filter(([other, schema]) => other !== name && mentions(schema, name));
  const users = [
    ...requests.map(({ id, method, path }) => ({
      name: `${method} ${path}`,
      href: hrefOf({ kind: 'request', name: id }),
    })),
    ...records.map(([other]) => ({ name: other, href: hrefOf({ kind: 'record', name: other }) })),
  ];
  return (
    <article className={styles['page']}>
      <h1 className={styles['name']} tabIndex={-1}>
        {name}
      </h1>
      <Paragraphs text={schema.description ?? ''} />
      <section className={styles['section']}>
        {insideOf(schema) ? (
          <SchemaTree schema={schema} side="answered" />
        ) : (
          <p className={styles['text']}>
            <TypeWords schema={schema} />
          </p>
        )}
      </section>
      <section className={styles['section']}>
        <h2>{words.example}</h2>
        <Command label={words.example} text={JSON.stringify(exampleOf(schema, document.records), null, 2)} />
      </section>
      <section className={styles['section']}>
        <h2>{words.usedBy}</h2>
        {users.length === 0 && <p className={styles['note']}>{words.usedByNone}</p>}
        <ul className={styles['users']}>
          {users.map((user) => (
            <li key={user.href}>
              <a className={styles['link']} href={user.href}>
                {user.name}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}
