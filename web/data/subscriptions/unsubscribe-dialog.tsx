import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './unsubscribe-dialog.module.css';
import { type MailingList, useUnsubscribe } from './use-unsubscribe.ts';
import { purgeQuery } from '../queries/subscriptions.ts';
import type { UnsubscribeMethod } from './unsubscribe-method.ts';

const t = strings.subscriptions;

type UnsubscribeDialogProps = { list: MailingList; method: UnsubscribeMethod; onClose: () => void };

/** Explains how to unsubscribe, and does it. Errors are shown here with the remaining ways. */
export function UnsubscribeDialog({ list, method, onClose }: UnsubscribeDialogProps) {
  const { isBusy, problem, leave, purge } = useUnsubscribe(list, onClose);
  const archive = useArchiveCount(list);
  const isArchiveShown = !problem && archive.count > 0;
  return (
    <Dialog title={t.question({ sender: list.sender })} hint={hintOf(method)} width={520} onClose={onClose}>
      {problem && (
        <p className={styles['trouble']} role="alert">
          {problem.reason} {problem.url !== undefined && t.byHand[method.by === 'mail' ? 'mail' : 'page']}
        </p>
      )}
      <div className={styles['answers']}>
        {method.by !== 'page' && !problem && (
          <Button data-first look="primary" isBusy={isBusy} onClick={() => leave(method.by)}>
            {isBusy ? t.asking : t.unsubscribe}
          </Button>
        )}
        {method.by === 'page' && <Outside method={method} url={method.url} onGo={() => leave(method.by)} />}
        {problem?.url !== undefined && <Outside method={method} url={problem.url} onGo={onClose} />}
        {isArchiveShown && (
          <Button className={archive.isPending ? styles['awaited'] : undefined} isBusy={isBusy} onClick={purge}>
            {method.by !== 'page'
              ? t.andArchive({ messages: archive.count })
              : t.archiveAll({ messages: archive.count })}
          </Button>
        )}
        <Button onClick={onClose}>{problem ? strings.close : t.cancel}</Button>
      </div>
      {isArchiveShown && <p className={styles[archive.isPending ? 'awaitedNote' : 'note']}>{t.archiveMarksRead}</p>}
    </Dialog>
  );
}

function hintOf(method: UnsubscribeMethod): string {
  if (method.by === 'mail') return t.byMail({ address: method.address });
  return method.by === 'request' ? t.willAsk({ host: method.host }) : t.onPage({ host: method.host });
}

/** A page or a mail that only the user can open. */
function Outside({ method, url, onGo }: { method: UnsubscribeMethod; url: string; onGo: () => void }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles['outside']} onClick={onGo}>
      {method.by === 'mail' ? t.writeMail : t.openPage}
    </a>
  );
}

/** How many messages a list usually has, for the size of a button whose number is not known yet. */
const usualCount = 10;

/**
 * How many messages of the list can be archived. While it is pending the button has its place, so that the others do not
 * move under the pointer.
 */
function useArchiveCount({ email, accountId }: MailingList): { count: number; isPending: boolean } {
  const { api } = useServices();
  const { data, isPending } = useQuery(purgeQuery(api, { address: email, account_id: accountId }));
  return { count: data?.result.archived_count ?? (isPending ? usualCount : 0), isPending };
}
