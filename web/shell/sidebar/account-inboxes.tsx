import { useQuery } from '@tanstack/react-query';
import { accountColour } from '../../design/theme/label-colour.ts';
import { labelsQuery } from '../../data/queries/labels.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';

const t = strings.sidebar;

/** The inbox of an account, with its unread count and the problem of the account. */
type AccountInbox = {
  id: string;
  name: string;
  email: string;
  colour: string;
  unread: number;
  problem: string | undefined;
};

/** The inboxes of the accounts that have one, in the order of the accounts; undefined until they are read. */
export function useInboxes(): readonly AccountInbox[] | undefined {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts;
  const labels = useQuery(labelsQuery(api)).data?.labels;
  if (!accounts || !labels) return undefined;
  return accounts.flatMap(({ account_id: id, name, email, health }, at) => {
    const inbox = labels.find(({ account_id, role }) => account_id === id && role === 'inbox');
    if (!inbox) return [];
    const problem = health.state === 'needs_attention' ? health.message : undefined;
    return [{ id, name, email, colour: accountColour(at), unread: inbox.unread_thread_count, problem }];
  });
}

type AccountInboxesProps = { id: string; inboxes: readonly AccountInbox[]; onGo: (() => void) | undefined };

/** The inboxes of the accounts, below the inbox of all. */
export function AccountInboxes({ id, inboxes, onGo }: AccountInboxesProps) {
  return (
    <ul id={id} aria-label={t.accounts}>
      {inboxes.map(({ id: account, name, email, colour, unread, problem }) => (
        <li key={account}>
          <SidebarEntry
            link={lensLink({ kind: 'inbox', account })}
            name={name}
            title={t.inboxOf({ account: email })}
            colour={colour}
            isRound
            problem={problem}
            count={unread}
            countLabel={t.unread({ count: unread })}
            depth={1}
            onClick={onGo}
          />
        </li>
      ))}
    </ul>
  );
}
