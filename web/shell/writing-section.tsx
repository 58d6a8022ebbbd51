import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { File, SendHorizontal } from 'lucide-react';
import { draftsQuery } from '../drafts/queries.ts';
import { outboxQuery } from '../outbox/queries.ts';
import { outboxCounts } from '../outbox/send-groups.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { SidebarPlace } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

/** The outbox while there is something in it, and the drafts where no server has a folder for them. */
export function WritingSection({ hasDrafts, onGo }: { hasDrafts: boolean; onGo: (() => void) | undefined }) {
  const { api } = useParts();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  const { asks, waits } = outboxCounts(useQuery(outboxQuery(api)).data?.sends ?? []);
  const showsDrafts = !hasDrafts && drafts > 0;
  if (!showsDrafts && asks + waits === 0) return null;
  return (
    <section className={styles['section']} aria-label={strings.sidebar.writing}>
      <ul>
        {showsDrafts && (
          <li>
            <SidebarPlace
              link={linkOptions({ to: '/drafts' })}
              name={strings.drafts.title}
              icon={File}
              count={drafts}
              countWords={strings.drafts.count({ count: drafts })}
              onClick={onGo}
            />
          </li>
        )}
        {asks + waits > 0 && (
          <li>
            <SidebarPlace
              link={linkOptions({ to: '/outbox' })}
              name={strings.outbox.title}
              icon={SendHorizontal}
              count={asks > 0 ? asks : waits}
              countWords={asks > 0 ? strings.outbox.asking({ count: asks }) : strings.outbox.count({ count: waits })}
              onClick={onGo}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
