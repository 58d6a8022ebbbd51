import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Reply } from '../../../api/client.ts';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Dialog } from '../../../design/overlays/dialog.tsx';
import { lensLink } from '../../../data/lens-links.ts';
import { membershipQuery } from '../../../data/queries/modes.ts';
import { accountsQuery, threadQuery } from '../../../data/queries/mail.ts';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { KindCorrection } from './kind-correction.tsx';
import styles from './why-dialog.module.css';

const t = strings.modes;

/** The modes that hold a conversation, with their reasons, and what its newest received message is. */
export function WhyDialog({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch, isPending } = useQuery(membershipQuery(api, threadId));
  const received = useNewestReceived(threadId);
  return (
    <Dialog title={t.why} hint={data?.subject ?? ''} width={520} onClose={onClose}>
      <div className={styles['body']}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Skeleton label={strings.reader.loading}>
            <SkeletonBar width="80%" />
          </Skeleton>
        )}
        {data && <Reasons thread={data} onGo={onClose} />}
        {received !== undefined && <KindCorrection messageId={received} />}
      </div>
    </Dialog>
  );
}

type ThreadModes = Reply<'modes', 'membership'>['threads'][number];

function Reasons({ thread: { modes, done_in = [] }, onGo }: { thread: ThreadModes; onGo: () => void }) {
  return (
    <>
      {modes.length === 0 && <p>{t.whyNowhere}</p>}
      <ul role="list" className={styles['reasons']}>
        {modes.map(({ mode, reason }) => (
          <li key={mode}>
            <Link {...lensLink({ kind: 'mode', mode })} onClick={onGo}>
              {t.names[mode]}
            </Link>
            <span dir="auto">{reason}</span>
          </li>
        ))}
      </ul>
      {done_in.length > 0 && <p>{t.doneIn({ modes: done_in.map((mode) => t.names[mode]) })}</p>}
    </>
  );
}

/** The id of the newest message that someone else wrote. */
function useNewestReceived(threadId: string): string | undefined {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  const own = new Set(accounts.map(({ email }) => email.toLowerCase()));
  const messages = useQuery(threadQuery(api, threadId)).data?.messages ?? [];
  return messages.findLast(({ sender_detail }) => !own.has(sender_detail?.toLowerCase() ?? ''))?.id;
}
