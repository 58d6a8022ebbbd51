import { strings } from '../../i18n/strings.ts';
import { Command } from './command.tsx';
import { curlOf } from './curl.ts';
import { useDocs } from './docs-context.ts';
import styles from './docs.module.css';
import { hrefOf } from './place.ts';
import { Paragraphs, Prose } from './prose.tsx';

const words = strings.docs.begin;

/** What somebody has to know before the first request, and what there is. */
export function Overview() {
  const { document } = useDocs();
  const [intro = '', ...rest] = document.description.split(/\n{2,}/);
  const more = rest.join('\n\n');
  const first = [...document.operations.values()].find(
    ({ method, path, isOpen, isStream }) => method === 'GET' && !isOpen && !isStream && !path.includes('{'),
  );
  return (
    <article className={styles['page']}>
      <h1 className={styles['name']} tabIndex={-1}>
        {words.title}
      </h1>
      <Paragraphs text={intro} />
      <p className={styles['text']}>
        {strings.help.read}:{' '}
        <a className={styles['link']} href="/help/scripts">
          {strings.help.names.scripts}
        </a>
        {', '}
        <a className={styles['link']} href="/help/agents">
          {strings.help.names.agents}
        </a>
      </p>
      <section className={styles['section']}>
        <h2>{words.keyTitle}</h2>
        <p className={styles['text']}>
          <Prose text={words.key} />
        </p>
      </section>
      {first && (
        <section className={styles['section']}>
          <h2>{words.firstTitle}</h2>
          <Command
            label={words.firstTitle}
            text={curlOf(
              { method: 'GET', path: document.base + first.path, headers: {} },
              { origin: location.origin, isOpen: false },
            )}
          />
          <p className={styles['note']}>
            <Prose text={words.firstHint} />
          </p>
        </section>
      )}
      <section className={styles['section']}>
        <h2>{words.errorsTitle}</h2>
        <p className={styles['text']}>
          <Prose text={words.errors} />
        </p>
      </section>
      {more && (
        <section className={styles['section']}>
          <h2>{words.moreTitle}</h2>
          <Paragraphs text={more} />
        </section>
      )}
      <section className={styles['section']}>
        <h2>{words.groupsTitle}</h2>
        <ul className={styles['groups']}>
          {document.groups.map(({ name, description, operations }) => (
            <li key={name}>
              <a className={styles['link']} href={hrefOf({ kind: 'request', name: operations[0]?.id ?? '' })}>
                {name}
              </a>
              <p className={styles['note']}>
                {description && <Prose text={`${description} `} />}
                {strings.docs.summary({ count: operations.length })}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}
