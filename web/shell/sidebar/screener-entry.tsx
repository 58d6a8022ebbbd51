import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { UserRoundCheck } from 'lucide-react';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { waitingCountQuery } from '../../data/queries/screener.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.screener;

/** The screener with the number of senders that wait. Shown while the screener is on. */
export function ScreenerEntry({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const { data } = useQuery(waitingCountQuery(api));
  if (data?.count === undefined) return null;
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/screener' })}
        name={t.title}
        icon={UserRoundCheck}
        count={data.count}
        countLabel={t.countWaiting({ count: data.count })}
        onClick={onGo}
      />
    </li>
  );
}
