import { useQuery } from '@tanstack/react-query';
import { accountColour } from '../design/label-colour.ts';
import { labelsQuery } from '../labels/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { SidebarPlace } from './sidebar-item.tsx';

const words = strings.sidebar;

/** The inbox of one account, with how much is unread there and what is wrong with the account. */
type AccountInbox = { id: string; name: string; email: string; colour: string; unread: number; trouble?: string };

/** The inboxes of the accounts that have one, in the order of the accounts. */
export function useInboxes(): readonly AccountInbox[] {
  const { api } = useParts();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const labels = useQuery(labelsQuery(api)).data?.labels ?? [];
  return accounts.flatMap(({ account_id: id, name, email, health }, at) => {
    const inbox = labels.find(({ account_id, role }) => account_id === id && role === 'inbox');
    if (!inbox) return [];
    const isTrouble = health.state === 'needs_attention';
    const seen = { id, name, email, colour: accountColour(at), unread: inbox.unread_thread_count };
    return [{ ...seen, ...(isTrouble && { trouble: health.message }) }];
  });
}

type AccountInboxesProps = { id: string; inboxes: readonly AccountInbox[]; onGo: (() => void) | undefined };

/** The inbox of each account, below that of all. */
export function AccountInboxes({ id, inboxes, onGo }: AccountInboxesProps) {
  return (
    <ul id={id} aria-label={words.accounts}>
      {inboxes.map(({ id: account, name, email, colour, unread, trouble }) => (
        <li key={account}>
          <SidebarPlace
            link={lensLink({ kind: 'inbox', account })}
            name={name}
            title={words.inboxOf({ account: email })}
            colour={colour}
            isRound
            trouble={trouble}
            count={unread}
            countWords={words.unread({ count: unread })}
            depth={1}
            onClick={onGo}
          />
        </li>
      ))}
    </ul>
  );
}
