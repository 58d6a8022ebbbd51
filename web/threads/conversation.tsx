import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import type { Reply } from '../api.ts';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import styles from './conversation.module.css';
import { openingMessage, stretches } from './folding.ts';
import { FoldedMessage, Message } from './message.tsx';
import reader from './open-thread.module.css';
import { LinkBar } from './link-bar.tsx';
import { ReplyButtons } from './reply-buttons.tsx';
import { useViewChoices } from './use-view-choices.ts';
import { ViewsContext } from './view-store.ts';

type ThreadData = Reply<'threads', 'get'>;

/** A whole conversation, oldest first; what was read before is folded to a line. */
export function Conversation({ data }: { data: ThreadData }) {
  const { messages } = data;
  const [unfolded, setUnfolded] = useState(() => new Set([openingMessage(messages)]));
  const [isRunShown, setIsRunShown] = useState(false);
  const own = useOwnAddresses();
  const views = useViewChoices(data, { isUnfolded: (id) => unfolded.has(id), onShowAll: showAll });
  const parts = useMemo(
    () => (isRunShown ? listed(messages) : stretches(messages, ({ id }) => !unfolded.has(id))),
    [messages, unfolded, isRunShown],
  );

  function setFolded(id: string, isFolded: boolean): void {
    const next = new Set(unfolded);
    if (isFolded) next.delete(id);
    else next.add(id);
    setUnfolded(next);
    // Folding again must not make lines vanish that were asked for.
    setIsRunShown(isRunShown || isFolded);
  }

  function showAll(): void {
    setUnfolded(new Set(messages.map(({ id }) => id)));
    setIsRunShown(true);
  }

  return (
    <ViewsContext value={views}>
      <div className={reader['content']}>
        <h1 className={reader['subject']} dir="auto">
          {data.thread.subject || strings.list.noSubject}
        </h1>
        <ol className={styles['messages']}>
          {parts.map((part) => {
            if (part.kind === 'run') {
              return (
                <li key="run" className={styles['run']}>
                  <Button onClick={() => setIsRunShown(true)}>
                    … {strings.reader.earlier({ count: part.messages.length })}
                  </Button>
                </li>
              );
            }
            const { message } = part;
            return (
              <li key={message.id}>
                {unfolded.has(message.id) ? (
                  <Message
                    message={message}
                    onwards={messages.slice(messages.indexOf(message))}
                    body={data.bodies.find(({ message_id }) => message_id === message.id)}
                    failure={data.body_failures.find(({ message_id }) => message_id === message.id)}
                    own={own}
                    onFold={messages.length > 1 ? () => setFolded(message.id, true) : undefined}
                  />
                ) : (
                  <FoldedMessage message={message} onUnfold={() => setFolded(message.id, false)} />
                )}
              </li>
            );
          })}
        </ol>
        <ReplyButtons messageId={messages.at(-1)?.id} />
        <About data={data} />
        <LinkBar />
      </div>
    </ViewsContext>
  );
}

function listed(messages: readonly MessageRow[]) {
  return messages.map((message) => ({ kind: 'message' as const, message }));
}

/** The addresses that are the owner's, in lower case. */
function useOwnAddresses(): ReadonlySet<string> {
  const { api } = useParts();
  const { data } = useQuery(accountsQuery(api));
  return useMemo(() => new Set(data?.accounts.map(({ email }) => email.toLowerCase())), [data]);
}

/** The daemon's facts about a conversation, and whose mail it is where there are several accounts. */
function About({ data: { right_rail, thread } }: { data: ThreadData }) {
  const { api } = useParts();
  const { data } = useQuery(accountsQuery(api));
  const account =
    data && data.accounts.length > 1 && data.accounts.find(({ account_id }) => account_id === thread.account_id);
  const facts = [...right_rail.items, ...(account ? [strings.reader.account({ name: account.name })] : [])];
  if (facts.length === 0) return null;
  return (
    <section className={styles['about']} aria-label={right_rail.title}>
      <h2>{right_rail.title}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
