import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './leave-dialog.module.css';
import { type List, type Trouble, useLeaving } from './leaving.ts';
import { purgeQuery } from './queries.ts';
import type { Way } from './ways.ts';

const words = strings.subscriptions;

type LeaveDialogProps = { list: List; way: Way; onClose: () => void };

/** Says what leaving a list means, and does it. What fails is said here, with what is left to try. */
export function LeaveDialog({ list, way, onClose }: LeaveDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const { leave, purge } = useLeaving(list);

  async function does(act: () => Promise<Trouble | undefined>): Promise<void> {
    setAsking(true);
    const failed = await act();
    setAsking(false);
    setTrouble(failed);
    if (!failed) onClose();
  }

  return (
    <Dialog title={words.question({ sender: list.sender })} hint={hintOf(way)} onClose={onClose}>
      {trouble && (
        <p className={styles['trouble']} role="alert">
          {trouble.reason} {trouble.url !== undefined && words.byHand[way.by === 'mail' ? 'mail' : 'page']}
        </p>
      )}
      <div className={styles['answers']}>
        {way.by !== 'page' && !trouble && (
          <Button look="primary" isBusy={isAsking} onClick={() => void does(() => leave(way.by))}>
            {isAsking ? words.asking : words.unsubscribe}
          </Button>
        )}
        {way.by === 'page' && <Outside way={way} url={way.url} onGo={() => void does(() => leave(way.by))} />}
        {trouble?.url !== undefined && <Outside way={way} url={trouble.url} onGo={onClose} />}
        {!trouble && <Archive list={list} way={way} isAsking={isAsking} onChoose={() => void does(purge)} />}
        <Button onClick={onClose}>{trouble ? strings.close : words.cancel}</Button>
      </div>
    </Dialog>
  );
}

function hintOf(way: Way): string {
  if (way.by === 'mail') return words.byMail({ address: way.address });
  return way.by === 'request' ? words.willAsk({ host: way.host }) : words.onPage({ host: way.host });
}

/** A page or a mail that nobody opens but the person. */
function Outside({ way, url, onGo }: { way: Way; url: string; onGo: () => void }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles['outside']} onClick={onGo}>
      {way.by === 'mail' ? words.writeMail : words.openPage}
    </a>
  );
}

type ArchiveProps = { list: List; way: Way; isAsking: boolean; onChoose: () => void };

/** Clears the mail of the list away as well, once it is known how much that is. */
function Archive({ list: { email, accountId }, way, isAsking, onChoose }: ArchiveProps) {
  const { api } = useParts();
  const { data } = useQuery(purgeQuery(api, { address: email, account_id: accountId }));
  const count = data?.result.archived_count ?? 0;
  if (count === 0) return null;
  return (
    <Button isBusy={isAsking} onClick={onChoose}>
      {way.by !== 'page' ? words.andArchive({ messages: count }) : words.archiveAll({ messages: count })}
    </Button>
  );
}
