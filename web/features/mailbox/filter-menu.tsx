import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarDays, HardDrive, ListFilter, Mail, Paperclip, Star } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { labelsQuery } from '../../data/queries/labels.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { shellQuery } from '../../data/queries/mail.ts';
import { lensSearch } from '../../data/selection/lens-query.ts';
import { strings } from '../../i18n/strings.ts';
import styles from '../../data/thread-list/row/row-menu.module.css';
import type { MailboxLens } from '../../data/lens.ts';

const filters = [
  { id: 'unread', query: 'is:unread', Icon: Mail },
  { id: 'starred', query: 'is:starred', Icon: Star },
  { id: 'files', query: 'has:attachment', Icon: Paperclip },
  { id: 'invites', query: 'has:invite', Icon: CalendarDays },
  { id: 'large', query: 'larger:5mb', Icon: HardDrive },
] as const;

/** Filters a mailbox: opens a search whose conditions are shown above the results and can be removed. */
export function FilterMenu({ lens }: { lens: MailboxLens }) {
  const { api } = useServices();
  const navigate = useNavigate();
  const mainLandmark = useMainLandmark();
  const items = useQuery(shellQuery(api)).data?.sidebar.sections.flatMap((section) => section.items) ?? [];
  const labels = useQuery(labelsQuery(api)).data?.labels;
  const whole = lensSearch(lens, items, labels ?? []);
  if (whole === undefined) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={strings.list.narrow}>
          <ListFilter />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          {filters.map(({ id, query, Icon }) => (
            <DropdownMenu.Item
              key={id}
              className={styles['choice']}
              onSelect={() =>
                void navigate(lensLink({ kind: 'search', ...whole, query: `${whole.query} ${query}`, sort: undefined }))
              }
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
