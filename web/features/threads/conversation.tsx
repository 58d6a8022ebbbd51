import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { Reply } from '../../api/client.ts';
import { BellOff } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './conversation.module.css';
import { openingMessage, groupMessages } from './collapsing.ts';
import { CollapsedMessage, Message } from './message.tsx';
import reader from './open-thread.module.css';
import { InlinePlace } from '../compose/inline-place.tsx';
import { LinkBar } from './link-bar.tsx';
import { ConversationTools } from './conversation-tools.tsx';
import { ReplyButtons } from './reply-buttons.tsx';
import { useAnsweredMessages } from './use-answered-messages.ts';
import { useViewChoices } from './use-view-choices.ts';
import { ViewsContext } from './view-context.ts';

type ThreadData = Reply<'threads', 'get'>;

/** A conversation, oldest message first; read messages are collapsed. */
export function Conversation({ data }: { data: ThreadData }) {
  const { messages } = data;
  const answered = useAnsweredMessages();
  const [expanded, setExpanded] = useState(() => new Set([openingMessage(messages), ...answered]));
  const [isRunShown, setIsRunShown] = useState(false);
  const [isFinding, setIsFinding] = useState(false);
  const own = useOwnAddresses();
  const views = useViewChoices(data, { isExpanded: (id) => expanded.has(id), onShowAll: showAll });
  const shownViews = useMemo(() => (isFinding ? { ...views, isAllShown: true } : views), [views, isFinding]);
  const groups = useMemo(
    () => (isRunShown ? listed(messages) : groupMessages(messages, ({ id }) => !expanded.has(id))),
    [messages, expanded, isRunShown],
  );

  function setCollapsed(id: string, isCollapsed: boolean): void {
    const next = new Set(expanded);
    if (isCollapsed) next.delete(id);
    else next.add(id);
    setExpanded(next);
    // Collapsing a message again must not hide messages of an expanded run.
    setIsRunShown(isRunShown || isCollapsed);
  }

  function showAll(): void {
    setExpanded(new Set(messages.map(({ id }) => id)));
    setIsRunShown(true);
  }

  return (
    <ViewsContext value={shownViews}>
      <div className={reader['content']}>
        <ConversationTools
          data={data}
          own={own}
          isFinding={isFinding}
          onFinding={setIsFinding}
          onReveal={(ids) => setExpanded((before) => new Set([...before, ...ids]))}
        />
        <Subject data={data} />
        <ol className={styles['messages']}>
          {groups.map((group) => {
            if (group.kind === 'run') {
              return (
                <li key="run" className={styles['run']}>
                  <Button onClick={() => setIsRunShown(true)}>
                    … {strings.reader.earlier({ count: group.messages.length })}
                  </Button>
                </li>
              );
            }
            const { message } = group;
            return (
              <li key={message.id}>
                {expanded.has(message.id) ? (
                  <Message
                    message={message}
                    earlier={messages.slice(0, messages.indexOf(message))}
                    onwards={messages.slice(messages.indexOf(message))}
                    body={data.bodies.find(({ message_id }) => message_id === message.id)}
                    failure={data.body_failures.find(({ message_id }) => message_id === message.id)}
                    own={own}
                    onCollapse={messages.length > 1 ? () => setCollapsed(message.id, true) : undefined}
                  />
                ) : (
                  <CollapsedMessage message={message} onExpand={() => setCollapsed(message.id, false)} />
                )}
                <InlinePlace messageId={message.id} />
              </li>
            );
          })}
        </ol>
        {!answered.has(messages.at(-1)?.id ?? '') && <ReplyButtons messageId={messages.at(-1)?.id} />}
        <About data={data} />
        <LinkBar />
      </div>
    </ViewsContext>
  );
}

/** The subject, and whether the conversation is muted. */
function Subject({ data: { thread, messages } }: { data: ThreadData }) {
  return (
    <>
      <h1 className={reader['subject']} dir="auto">
        {thread.subject || strings.list.noSubject}
      </h1>
      {messages.some(({ muted }) => muted) && (
        <p className={styles['muted']}>
          <BellOff aria-hidden="true" />
          {strings.reader.mutedNote}
        </p>
      )}
    </>
  );
}

function listed(messages: readonly MessageRow[]) {
  return messages.map((message) => ({ kind: 'message' as const, message }));
}

/** The addresses of the user, in lower case. */
function useOwnAddresses(): ReadonlySet<string> {
  const { api } = useServices();
  const { data } = useQuery(accountsQuery(api));
  return useMemo(() => new Set(data?.accounts.map(({ email }) => email.toLowerCase())), [data]);
}

/** The statistics of a conversation, and its account if there are several. */
function About({ data: { right_rail, thread } }: { data: ThreadData }) {
  const { api } = useServices();
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
