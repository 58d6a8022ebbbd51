import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { ShieldQuestionMark } from 'lucide-react';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { approvalsQuery } from '../../data/queries/approvals.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.approvals;

/** The requests of agents that wait for the user, if there are any or were any of late. */
export function ApprovalsEntry({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const { data } = useQuery(approvalsQuery(api));
  if (!data || data.waiting.length + data.decided.length === 0) return null;
  const count = data.waiting.length;
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/approvals', search: {} })}
        name={t.title}
        icon={ShieldQuestionMark}
        count={count}
        countLabel={t.waiting({ count })}
        onClick={onGo}
      />
    </li>
  );
}
