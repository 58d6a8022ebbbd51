import type { LucideIcon } from 'lucide-react';
import { lensLink } from '../../data/lens-links.ts';
import type { LaterList } from '../../data/lens.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { strings } from '../../i18n/strings.ts';

const t = strings.later;

type LaterEntryProps = { list: LaterList; icon: LucideIcon; count: number; onGo: (() => void) | undefined };

/** A list of mail for later, and how much of it asks for something. */
export function LaterEntry({ list, icon, count, onGo }: LaterEntryProps) {
  return (
    <li>
      <SidebarEntry
        link={lensLink({ kind: 'later', list })}
        name={t.places[list]}
        icon={icon}
        count={count}
        countLabel={t.counts[list]({ count })}
        onClick={onGo}
      />
    </li>
  );
}
