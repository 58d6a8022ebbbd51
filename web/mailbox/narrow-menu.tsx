import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarDays, HardDrive, ListFilter, Mail, Paperclip, Star } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../design/button.tsx';
import { useMainPart } from '../design/main-part.ts';
import { labelsQuery } from '../labels/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { type MailboxLens, shellQuery } from '../queries.ts';
import { lensQuery } from '../selection/lens-query.ts';
import { strings } from '../strings.ts';
import place from './place.module.css';
import styles from './row-menu.module.css';

const parts = [
  { id: 'unread', asks: 'is:unread', Icon: Mail },
  { id: 'starred', asks: 'is:starred', Icon: Star },
  { id: 'files', asks: 'has:attachment', Icon: Paperclip },
  { id: 'invites', asks: 'has:invite', Icon: CalendarDays },
  { id: 'large', asks: 'larger:5mb', Icon: HardDrive },
] as const;

/** Shows a part of a mailbox: as a search, whose conditions stand above what it finds and can be taken away. */
export function NarrowMenu({ lens }: { lens: MailboxLens }) {
  const { api } = useParts();
  const navigate = useNavigate();
  const mainPart = useMainPart();
  const items = useQuery(shellQuery(api)).data?.sidebar.sections.flatMap((section) => section.items) ?? [];
  const labels = useQuery(labelsQuery(api)).data?.labels;
  const whole = lensQuery(lens, items, labels);
  if (whole === undefined) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={strings.list.narrow} className={place['toggle']}>
          <ListFilter />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainPart}>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          {parts.map(({ id, asks, Icon }) => (
            <DropdownMenu.Item
              key={id}
              className={styles['choice']}
              onSelect={() => void navigate(lensLink({ kind: 'search', query: `${whole} ${asks}`, sort: undefined }))}
            >
              <Icon aria-hidden="true" />
              {strings.list.only[id]}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
