import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { BlockDialog } from '../../data/lazy-components.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { FindBar, ThreadAssist } from './lazy-components.ts';
import { usePrint } from './print/use-print.ts';
import { useViews } from './view-context.ts';

type ConversationToolsProps = {
  data: Reply<'threads', 'get'>;
  /** Addresses of the user, in lower case. */
  own: ReadonlySet<string>;
  isFinding: boolean;
  onFinding: (isFinding: boolean) => void;
  /** Expands messages. */
  onReveal: (messageIds: readonly string[]) => void;
};

/** Finding in a conversation, printing it, blocking its latest sender, with their keys; and help of a model. */
export function ConversationTools({ data, own, isFinding, onFinding, onReveal }: ConversationToolsProps) {
  const [isBlocking, setIsBlocking] = useState(false);
  const views = useViews();
  const blocked = data.messages.findLast(({ sender_detail }) => sender_detail && !own.has(sender_detail.toLowerCase()));
  useKeys({
    find() {
      // A second time the browser searches the page.
      if (isFinding) return false;
      onFinding(true);
      return true;
    },
    ...(blocked && { blockSender: () => setIsBlocking(true) }),
  });
  usePrint(data, views);
  return (
    <>
      {isFinding && <FindBar bodies={data.bodies} onReveal={onReveal} onClose={() => onFinding(false)} />}
      <ThreadAssist data={data} onReveal={onReveal} />
      {isBlocking && blocked && <BlockDialog message={blocked} onClose={() => setIsBlocking(false)} />}
    </>
  );
}
