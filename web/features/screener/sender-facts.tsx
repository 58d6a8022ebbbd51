import {
  CircleHelp,
  History,
  type LucideIcon,
  MessageCircle,
  Newspaper,
  ShieldAlert,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueueEntry } from '../../data/queries/screener.ts';
import { strings } from '../../i18n/strings.ts';
import { formatDate } from '../../i18n/formats.ts';
import styles from './screener-page.module.css';

const t = strings.screener;

/** What is worth knowing about an unknown sender. */
export function SenderFacts({ entry }: { entry: QueueEntry }) {
  const { introduced_by, message_count, first_seen_at, mail_kind, kind_explanation } = entry;
  const KindIcon = mail_kind === 'person' ? MessageCircle : Newspaper;
  return (
    <ul className={styles['facts']}>
      {introduced_by && (
        <Fact Icon={Users}>
          {t.introduced({ name: introduced_by.name ?? introduced_by.email, count: introduced_by.sent })}
        </Fact>
      )}
      {message_count > 1 && (
        <Fact Icon={History}>{t.soFar({ count: message_count, day: formatDate(first_seen_at) })}</Fact>
      )}
      <TrustFact entry={entry} />
      {kind_explanation && <Fact Icon={KindIcon}>{kind_explanation}</Fact>}
    </ul>
  );
}

function TrustFact({ entry: { trust, domain } }: { entry: QueueEntry }) {
  switch (trust?.verdict) {
    case 'known':
    case 'ok':
      return (
        <Fact Icon={ShieldCheck} tone="good">
          {t.proven({ domain })}
        </Fact>
      );
    case 'suspicious':
      return (
        <Fact Icon={ShieldAlert} tone="bad">
          {t.suspicious}
        </Fact>
      );
    case 'unverified':
      return <Fact Icon={CircleHelp}>{t.unproven({ domain })}</Fact>;
    case undefined:
      return null;
  }
}

function Fact({ Icon, tone, children }: { Icon: LucideIcon; tone?: 'good' | 'bad'; children: ReactNode }) {
  return (
    <li data-tone={tone}>
      <Icon aria-hidden="true" />
      <span dir="auto">{children}</span>
    </li>
  );
}
