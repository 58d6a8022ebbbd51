import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useParams } from '@tanstack/react-router';
import { Button } from '../../design/controls/button.tsx';
import { modePages } from '../../data/queries/modes.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './sender-done.module.css';

const t = strings.modes;

/** Marks everything in Updates from the sender of a group as done, also what is not loaded. */
export function SenderDoneButton({ groupId }: { groupId: string }) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const pages = useInfiniteQuery(modePages(api, 'updates')).data?.pages ?? [];
  const groups = pages.flatMap((page) => page.groups).filter(({ id }) => id === groupId);
  const [first] = groups;
  const sender = first?.sender;
  if (!first || !sender) return null;
  const rows = groups.flatMap((group) => group.rows);
  return (
    <Button
      look="quiet"
      className={styles['button']}
      aria-label={t.senderDoneNamed({ sender: first.label })}
      onClick={() => void mailActions.done({ threads: rows }, 'updates', { sender })}
    >
      <CheckCheck />
      {t.senderDone}
    </Button>
  );
}

/** The key of the same action, for the sender of the current or open conversation. */
export function SenderDoneKey({ mode }: { mode: 'updates' | 'reading' }) {
  const mailActions = useMailActions();
  const { rows } = useThreadListData();
  const { threadId } = useParams({ strict: false });
  const current = () => {
    const focused = document.activeElement?.closest('[data-thread]')?.getAttribute('data-thread');
    return rows.find(({ thread_id }) => thread_id === (threadId ?? focused));
  };
  useKeys({
    doneSender() {
      const row = current();
      if (!row || row.sender_detail === null) return false;
      const sender = { account_id: row.account_id, sender_email: row.sender_detail };
      const own = rows.filter(
        ({ account_id, sender_detail }) => account_id === row.account_id && sender_detail === row.sender_detail,
      );
      void mailActions.done({ threads: own }, mode, { sender });
      return true;
    },
  });
  return null;
}
