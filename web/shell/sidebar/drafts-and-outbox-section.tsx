import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { File, SendHorizontal } from 'lucide-react';
import { draftsQuery } from '../../data/queries/drafts.ts';
import { outboxQuery } from '../../data/queries/outbox.ts';
import { outboxCounts } from '../../features/outbox/send-groups.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';

/** The outbox if it is not empty, and the drafts if no server has a drafts folder. */
export function DraftsAndOutboxSection({ hasDrafts, onGo }: { hasDrafts: boolean; onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  const { needsAttention, onTheWay } = outboxCounts(useQuery(outboxQuery(api)).data?.sends ?? []);
  const showsDrafts = !hasDrafts && drafts > 0;
  if (!showsDrafts && needsAttention + onTheWay === 0) return null;
  return (
    <section className={styles['section']} aria-label={strings.sidebar.writing}>
      <ul>
        {showsDrafts && (
          <li>
            <SidebarEntry
              link={linkOptions({ to: '/drafts' })}
              name={strings.drafts.title}
              icon={File}
              count={drafts}
              countLabel={strings.drafts.count({ count: drafts })}
              onClick={onGo}
            />
          </li>
        )}
        {needsAttention + onTheWay > 0 && (
          <li>
            <SidebarEntry
              link={linkOptions({ to: '/outbox' })}
              name={strings.outbox.title}
              icon={SendHorizontal}
              count={needsAttention > 0 ? needsAttention : onTheWay}
              countLabel={
                needsAttention > 0
                  ? strings.outbox.asking({ count: needsAttention })
                  : strings.outbox.count({ count: onTheWay })
              }
              onClick={onGo}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
