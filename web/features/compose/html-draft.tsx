import { X } from 'lucide-react';
import { useMemo } from 'react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { messageMarkup } from '../../data/message-frame/frame-document.ts';
import { MessageFrame } from '../../data/message-frame/message-frame.tsx';
import { lookOf } from '../../data/message-frame/message-look.ts';
import { formatRecipients, recipientFor } from '../../data/compose/address-list.ts';
import styles from './composer.module.css';

const t = strings.compose;

type HtmlDraftProps = { draftId: string; html: string; isFull: boolean; onClosed: () => void };

/** A draft with foreign HTML: it can be viewed, sent as it is, or its text copied into a new message. */
export function HtmlDraft({ draftId, html, isFull, onClosed }: HtmlDraftProps) {
  const { api, openCompositions, sendTracker } = useServices();
  const { runOnce, isPending, problem } = useAction({ showsToast: false });
  const content = useMemo(() => messageMarkup(html), [html]);
  const look = useMemo(() => lookOf(content, { isDark: false }), [content]);

  async function send(): Promise<void> {
    const receipt = await api.outbox.sendStored({ draft_id: draftId });
    onClosed();
    sendTracker.track(draftId, receipt);
  }

  async function copy(): Promise<void> {
    const { draft } = await api.drafts.get({ draft_id: draftId });
    const to = formatRecipients(draft.to.map(({ name, email }) => recipientFor(name ?? null, email)));
    const body = draft.body_text ?? plainText(html);
    if (await openCompositions.start({ kind: 'new', to, subject: draft.subject, body, account_id: draft.account_id }))
      onClosed();
  }

  return (
    <section className={styles['composer']} data-full={isFull || undefined} aria-label={t.htmlDraft}>
      <header className={styles['bar']}>
        <h2 className={styles['title']}>{t.htmlDraft}</h2>
        <IconButton name={t.close} onClick={onClosed}>
          <X />
        </IconButton>
      </header>
      <p className={styles['hint']}>{t.htmlWhy}</p>
      <div className={styles['frame']}>
        <MessageFrame title={t.htmlDraft} html={content} look={look} />
      </div>
      {problem !== undefined && (
        <p className={styles['trouble']} role="alert">
          {problem}
        </p>
      )}
      <footer className={styles['foot']}>
        <Button look="primary" aria-disabled={isPending} onClick={() => void runOnce(send, (reason) => reason)}>
          {t.sendAsItIs}
        </Button>
        <Button aria-disabled={isPending} onClick={() => void runOnce(copy, (reason) => reason)}>
          {t.copyIntoNew}
        </Button>
      </footer>
    </section>
  );
}

/** The plain text of an HTML document. Parsing runs no scripts and fetches nothing. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
