import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { frameDocument, frameRights } from '../threads/frame-document.ts';
import { lineOf, entryFor } from './address-line.ts';
import styles from './composer.module.css';

const words = strings.compose;

type HtmlDraftProps = { draftId: string; html: string; isFull: boolean; onGone: () => void };

/** A draft whose formatting is not ours: it can be looked at, sent as it is, or its words taken into a new one. */
export function HtmlDraft({ draftId, html, isFull, onGone }: HtmlDraftProps) {
  const { api, composers, sends } = useParts();
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const content = useMemo(() => frameDocument(html), [html]);

  async function tried(act: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      setTrouble(wordsOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  async function send(): Promise<void> {
    const receipt = await api.outbox.sendStored({ draft_id: draftId });
    onGone();
    sends.follow(draftId, receipt);
  }

  async function copy(): Promise<void> {
    const { draft } = await api.drafts.get({ draft_id: draftId });
    const to = lineOf(draft.to.map(({ name, email }) => entryFor(name ?? null, email)));
    const body = draft.body_text ?? plainText(html);
    if (await composers.begin({ kind: 'new', to, subject: draft.subject, body, account_id: draft.account_id }))
      onGone();
  }

  return (
    <section className={styles['composer']} data-full={isFull || undefined} aria-label={words.htmlDraft}>
      <header className={styles['bar']}>
        <h2 className={styles['title']}>{words.htmlDraft}</h2>
        <IconButton name={words.close} onClick={onGone}>
          <X />
        </IconButton>
      </header>
      <p className={styles['hint']}>{words.htmlWhy}</p>
      <iframe
        className={styles['frame']}
        title={words.htmlDraft}
        srcDoc={content}
        sandbox={frameRights}
        referrerPolicy="no-referrer"
      />
      {trouble !== undefined && (
        <p className={styles['trouble']} role="alert">
          {trouble}
        </p>
      )}
      <footer className={styles['foot']}>
        <Button look="primary" aria-disabled={isBusy} onClick={() => isBusy || void tried(send)}>
          {words.sendAsItIs}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => isBusy || void tried(copy)}>
          {words.copyIntoNew}
        </Button>
      </footer>
    </section>
  );
}

/** What a formatted text reads as. A document that is only parsed runs nothing and fetches nothing. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
