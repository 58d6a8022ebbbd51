import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { commitmentsQuery } from '../../data/queries/commitments.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

/** The promises, if any are open. */
export function PromisesEntry({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const count = useQuery(commitmentsQuery(api, { status: 'open' })).data?.total ?? 0;
  if (count === 0) return null;
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/promises', search: {} })}
        name={strings.promises.title}
        icon={Handshake}
        count={count}
        countLabel={strings.promises.count({ count })}
        onClick={onGo}
      />
    </li>
  );
}
