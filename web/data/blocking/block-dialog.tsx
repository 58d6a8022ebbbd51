import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import { accountsQuery } from '../queries/mail.ts';
import { blockedSendersQuery } from '../queries/blocked-senders.ts';
import { useServices } from '../services.ts';
import styles from './block-dialog.module.css';
import { useBlockSender } from './use-block-sender.ts';

const t = strings.blocking;

/** Says what blocking the sender of a message does, and does it. A sender that is blocked already can be unblocked. */
export function BlockDialog({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const { api } = useServices();
  const { sender: name, sender_detail } = message;
  const address = sender_detail ?? name;
  const { data: list } = useQuery(blockedSendersQuery(api));
  const { data: accounts } = useQuery(accountsQuery(api));
  const [movesExisting, setMovesExisting] = useState(false);
  const { block, unblock, isBusy, problem } = useBlockSender();
  const current = list?.senders.find(({ sender }) => sender === address.toLowerCase());
  // The list is refetched before the dialog closes: until then the dialog shows what the user decided about.
  const [decided, setDecided] = useState<{ blocked: typeof current }>();
  const blocked = decided ? decided.blocked : current;
  const hint = blocked ? t.already({ address }) : t.hint({ address, accounts: accounts?.accounts.length ?? 1 });
  const change = async () => {
    setDecided({ blocked });
    const isDone = blocked
      ? await unblock(blocked.sender)
      : await block({ message_id: message.id, existing: movesExisting }, address);
    if (isDone) onClose();
    else setDecided(undefined);
  };
  return (
    <Dialog title={blocked ? t.alreadyTitle({ name }) : t.question({ name })} hint={hint} width={480} onClose={onClose}>
      {problem !== undefined && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      {!blocked && (
        <label className={styles['choice']}>
          <input type="checkbox" checked={movesExisting} onChange={({ target }) => setMovesExisting(target.checked)} />
          {t.existing}
        </label>
      )}
      <div className={styles['answers']}>
        <Button look="primary" data-first isBusy={isBusy} onClick={() => void change()}>
          {blocked ? t.unblock : t.block}
        </Button>
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  );
}
