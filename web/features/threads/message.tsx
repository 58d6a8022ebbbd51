import { Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../daemon/contract/body.ts';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { Attachments } from './attachments/attachments.tsx';
import { EditDraft, useIsDraft } from './edit-draft.tsx';
import { isInvitation, useInvite } from './invites/use-invite.ts';
import { HeadersDialog, InviteCard, SourceView } from './lazy-parts.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { SenderCard } from './people/sender-card.tsx';
import { MessagePromises } from './promises/message-promises.tsx';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import { TrustBadge, TrustWarning } from './trust/trust-badge.tsx';
import { UnsubscribeButton } from './unsubscribe-button.tsx';
import { linksIn } from '../../data/links/message-links.ts';
import { HtmlBody } from './body/html-body.tsx';
import { LinkTracking } from './body/link-tracking.tsx';
import { linkRuns } from './body/links.ts';
import { MessageMenu } from './message-menu.tsx';
import styles from './message.module.css';
import { PlainBody } from './body/plain-body.tsx';
import { initials, recipientDetail, recipientNames } from './recipients.ts';
import { ReaderStats } from './reader-stats.tsx';
import { TextBody } from './body/text-body.tsx';
import { useViews } from './view-context.ts';
import { firstView, viewsOf, type View } from './views.ts';

const t = strings.reader;

type MessageProps = {
  message: MessageRow;
  /** The messages of the conversation before this one. */
  earlier: readonly MessageRow[];
  /** The messages of the conversation from this one on. */
  onwards: readonly MessageRow[];
  body: MessageBody | undefined;
  failure: { code: string; error: string } | undefined;
  /** Addresses of the user, in lower case. */
  own: ReadonlySet<string>;
  /** Absent if the message is alone and cannot be collapsed. */
  onCollapse: (() => void) | undefined;
};

/** An expanded message: participants, date, body and attachments. */
export function Message({ message, earlier, onwards, body, failure, own, onCollapse }: MessageProps) {
  const { chosen, choose, isReaderMode } = useViews();
  const [showsHeaders, setShowsHeaders] = useState(false);
  const shown = body && (chosen.get(message.id) ?? firstView(body, isReaderMode));
  const isOwn = own.has(message.sender_detail?.toLowerCase() ?? '');
  const isDraft = useIsDraft(message);
  const dates = useMailDates();
  return (
    <article
      className={styles['message']}
      data-keys="message_view"
      data-message={message.id}
      tabIndex={-1}
      aria-label={t.messageFrom({ sender: message.sender })}
    >
      <header className={styles['head']}>
        <Avatar name={message.sender} />
        <Names message={message} body={body} own={own} />
        <time className={styles['when']} dateTime={message.date} title={dates.full(message.date, message.date_full)}>
          {message.starred && (
            <Star className={styles['star']} fill="currentColor" role="img" aria-label={strings.list.starred} />
          )}
          {dates.short(message.date, message.date_label)}
        </time>
        <div className={styles['acts']}>
          <MessageMenu
            message={message}
            onwards={onwards}
            isOwn={isOwn}
            views={body && shown && { shown, all: viewsOf(body) }}
            html={shown === 'html' ? (body?.text_html ?? null) : null}
            onView={(view) => choose(message.id, view)}
            onHeaders={() => setShowsHeaders(true)}
            onCollapse={onCollapse}
          />
        </div>
      </header>
      {body && !isDraft && <TrustWarning body={body} sender={message.sender} />}
      {isOwn && !isDraft && <DeliveryStatus message={message} />}
      {isDraft && (
        <p className={styles['draft']}>
          <EditDraft message={message} />
        </p>
      )}
      {failure && <p className={styles['failure']}>{describeFailure(failure)}</p>}
      {body?.metadata.report && <Report report={body.metadata.report} />}
      {body && !isDraft && <MessagePromises messageId={message.id} threadId={message.thread_id} />}
      {body && <Body body={body} message={message} earlier={earlier} own={own} view={shown ?? 'reader'} />}
      {showsHeaders && <HeadersDialog messageId={message.id} onClose={() => setShowsHeaders(false)} />}
    </article>
  );
}

/** A collapsed message, shown as one line. */
export function CollapsedMessage({ message, onExpand }: { message: MessageRow; onExpand: () => void }) {
  const dates = useMailDates();
  return (
    <button
      type="button"
      className={styles['folded']}
      data-unread={message.unread || undefined}
      aria-expanded={false}
      onClick={onExpand}
    >
      <Avatar name={message.sender} />
      <span className={styles['name']} dir="auto">
        {message.sender}
      </span>
      <span className={styles['snippet']} dir="auto">
        {message.snippet}
      </span>
      <span className={styles['when']} title={dates.full(message.date, message.date_full)}>
        {dates.short(message.date, message.date_label)}
      </span>
    </button>
  );
}

function Avatar({ name }: { name: string }) {
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function Names({ message, body, own }: Pick<MessageProps, 'message' | 'body' | 'own'>) {
  const names = recipientNames(message, own);
  const { sender, sender_detail } = message;
  const isOwn = own.has(sender_detail?.toLowerCase() ?? '');
  return (
    <div className={styles['names']}>
      <div className={styles['sender']}>
        <h2 className={styles['name']} dir="auto" title={sender}>
          {sender_detail && !isOwn ? <SenderCard message={message} email={sender_detail} /> : sender}
        </h2>
        {sender_detail && sender_detail !== sender && (
          <span className={styles['address']} title={sender_detail}>
            {sender_detail}
          </span>
        )}
        {body && <TrustBadge body={body} sender={sender} isOwn={isOwn} />}
      </div>
      <div className={styles['line']}>
        <p className={styles['to']} dir="auto" title={recipientDetail(message)}>
          {names.length > 0 ? t.to({ names }) : t.toNobody}
        </p>
        {body && !isOwn && <UnsubscribeButton message={message} method={body.metadata.unsubscribe} />}
      </div>
    </div>
  );
}

/** The event, text and files of a message. */
function Body({ body, message, earlier, own, view }: ContentProps) {
  const { found, isLoading } = useInvite(message.id, body.attachments);
  if (isLoading) return <div className={styles['body']} data-body />;
  return (
    <div className={styles['body']} data-body>
      {found?.invite && <InviteCard {...found} invite={found.invite} threadId={message.thread_id} />}
      <Content body={body} message={message} earlier={earlier} own={own} view={view} />
      <Attachments attachments={body.attachments} isHtml={view === 'html'} hasInvite={isInvitation(found)} />
      {body.metadata.notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </div>
  );
}

type ContentProps = Pick<MessageProps, 'message' | 'earlier' | 'own'> & { body: MessageBody; view: View };

function Content({ body, message, earlier, own, view }: ContentProps) {
  const { text_html: html, text_plain: text } = body;
  const addresses = useMemo(
    () =>
      view === 'html' && html !== null ? linksIn(html) : linkRuns(text ?? '').flatMap(({ target }) => target ?? []),
    [view, html, text],
  );
  if (view === 'source') return <SourceView messageId={message.id} subject={message.subject} />;
  return (
    <LinkTracking addresses={addresses}>
      {view === 'html' && html !== null && (
        <HtmlBody body={body} html={html} sender={message.sender} earlier={earlier} own={own} />
      )}
      {view === 'text' && <PlainBody body={body} />}
      {(view === 'reader' || (view === 'html' && html === null)) && (
        <>
          <TextBody body={body} earlier={earlier} own={own} />
          <ReaderStats body={body} />
        </>
      )}
    </LinkTracking>
  );
}

/** The delivery result of an earlier sent message, above the bounce message. */
function Report({ report }: { report: NonNullable<MessageBody['metadata']['report']> }) {
  return report.recipients.map(({ email, outcome, diagnostic, status }) => (
    <p key={email} className={styles['failure']} title={status ?? undefined}>
      {t.outcome({ email, outcome })} {diagnostic}
    </p>
  ));
}

function describeFailure({ code, error }: { code: string; error: string }): string {
  return code === 'not_downloaded' ? t.notDownloaded : t.bodyFailed({ reason: error });
}
