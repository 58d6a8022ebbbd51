import { linkOptions } from '@tanstack/react-router';
import { ChartColumn, ListFilter } from 'lucide-react';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { strings } from '../../i18n/strings.ts';

/** Pages about all mail, below the mailboxes that are rarely opened. */
export function MorePages({ onGo }: { onGo: (() => void) | undefined }) {
  return (
    <>
      <li>
        <SidebarEntry
          link={linkOptions({ to: '/rules/{-$rule}', params: { rule: undefined } })}
          name={strings.rules.title}
          icon={ListFilter}
          count={0}
          countLabel=""
          onClick={onGo}
        />
      </li>
      <li>
        <SidebarEntry
          link={linkOptions({ to: '/analytics' })}
          name={strings.analytics.title}
          icon={ChartColumn}
          count={0}
          countLabel=""
          onClick={onGo}
        />
      </li>
    </>
  );
}
