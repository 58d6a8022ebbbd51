import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Package } from 'lucide-react';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { deliveriesQuery } from '../../data/queries/deliveries.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

/** The deliveries, if any are under way. */
export function DeliveriesEntry({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const count = useQuery(deliveriesQuery(api, 'active')).data?.deliveries.length ?? 0;
  if (count === 0) return null;
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/deliveries', search: {} })}
        name={strings.deliveries.title}
        icon={Package}
        count={count}
        countLabel={strings.deliveries.count({ count })}
        onClick={onGo}
      />
    </li>
  );
}
