import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { threadLink } from '../../data/lens-links.ts';
import { newestQuery } from '../../data/queries/relationship.ts';
import { useServices } from '../../data/services.ts';
import { formatDate, formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;
const shownCount = 6;

/** The newest files that the user and the person sent to each other. */
export function Files({ person }: { person: Person }) {
  const { api } = useServices();
  const { accountId, email, name } = person;
  const query = `(from:${email} OR to:${email}) has:attachment`;
  const { data } = useQuery(newestQuery(api, { accountId, query, scope: 'attachments', limit: shownCount }));
  const lens = { kind: 'search', query, sort: undefined, account: accountId } as const;
  if (!data) return null;
  return (
    <Section
      title={t.files}
      aside={
        data.total > data.rows.length && (
          <Link to="/search" search={{ q: query, sort: undefined, account: accountId }} className={styles['link']}>
            {t.allFiles}
          </Link>
        )
      }
    >
      {data.rows.length === 0 ? (
        <p className={styles['empty']}>{t.noFiles}</p>
      ) : (
        <ul role="list" className={styles['files']}>
          {data.rows.map((row) => (
            <li key={row.attachment_id ?? row.id} className={styles['file']}>
              <FileText aria-hidden="true" />
              <div className={styles['words']}>
                <Link {...threadLink(lens, row.thread_id)} className={styles['fileName']} dir="auto">
                  {row.attachment_filename ?? row.subject}
                </Link>
                <p className={styles['soft']}>
                  {t.fileFacts({
                    size: formatSize(row.attachment_size_bytes ?? 0),
                    them: row.sender_detail?.toLowerCase() === email.toLowerCase() ? 'yes' : 'no',
                    name,
                    day: formatDate(row.date),
                  })}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
