import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CloudUpload, FileX, Paperclip, PenLine, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { parseRecipients } from '../../data/compose/address-list.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { useKeys } from '../../keyboard/use-keys.ts';
import { Page } from '../../design/layout/page.tsx';
import { Summary } from '../../design/controls/summary.tsx';
import { strings } from '../../i18n/strings.ts';
import { useDraftActions } from '../../data/use-draft-actions.ts';
import styles from './drafts-page.module.css';
import { discardedQuery, type DraftSummary, draftsQuery } from '../../data/queries/drafts.ts';

const t = strings.drafts;

/** All unsent drafts, and those discarded recently. */
export function DraftsPage() {
  return (
    <Page title={t.title} hint={t.hint}>
      <Drafts />
      <Discarded />
    </Page>
  );
}

function Drafts() {
  const { api, openCompositions } = useServices();
  const { data, error, refetch } = useQuery(draftsQuery(api));
  const { discard } = useDraftActions();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  if (data.drafts.length === 0)
    return (
      <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint}>
        <Button look="primary" onClick={() => void openCompositions.start({ kind: 'new' })}>
          <PenLine />
          {strings.compose.write}
        </Button>
      </EmptyState>
    );
  const selected = data.drafts.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const choose = (id: string) => setChosen((before) => toggled(before, id));
  return (
    <div className={styles['section']}>
      <div className={styles['bar']}>
        <p role="status">
          {selected.length > 0 ? t.chosen({ count: selected.length }) : t.count({ count: data.drafts.length })}
        </p>
        {selected.length > 0 && (
          <Button
            onClick={() => {
              setChosen(new Set());
              void discard(selected);
            }}
          >
            <Trash2 />
            {t.discard}
          </Button>
        )}
        {selected.length === 1 && (
          <Link to="/merge" search={{ draft: selected[0] }} className={styles['merge']}>
            {t.merge}
          </Link>
        )}
      </div>
      <List drafts={data.drafts} chosen={chosen} onChoose={choose} />
    </div>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

type ListProps = {
  drafts: readonly DraftSummary[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
};

function List({ drafts, chosen, onChoose }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { discard } = useDraftActions();

  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-draft]') ?? [])];
  const at = () => links().findIndex((link) => link === document.activeElement);

  function move(step: number, { key }: KeyboardEvent): boolean {
    // Outside the list the arrow keys scroll.
    if (key.startsWith('Arrow') && at() < 0) return false;
    links()[Math.min(drafts.length - 1, Math.max(0, at() + step))]?.focus();
    return true;
  }

  function onFocused(action: (draft: DraftSummary) => void): boolean {
    const draft = drafts[at()];
    if (draft) action(draft);
    return draft !== undefined;
  }

  useKeys({
    next: (event) => move(1, event),
    previous: (event) => move(-1, event),
    select: () => onFocused(({ id }) => onChoose(id)),
    trash: () => onFocused(({ id }) => void discard([id])),
  });

  return (
    <ul className={styles['drafts']} ref={list}>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} isChosen={chosen.has(draft.id)} onChoose={() => onChoose(draft.id)} />
      ))}
    </ul>
  );
}

type DraftRowProps = { draft: DraftSummary; isChosen: boolean; onChoose: () => void };

function DraftRow({ draft, isChosen, onChoose }: DraftRowProps) {
  const { open, discard } = useDraftActions();
  const dates = useMailDates();
  const subject = draft.subject || strings.list.noSubject;
  return (
    <li className={styles['draft']} data-chosen={isChosen || undefined}>
      <input
        type="checkbox"
        className={styles['box']}
        checked={isChosen}
        aria-label={t.choose({ subject })}
        onChange={onChoose}
      />
      <button type="button" data-draft className={styles['open']} onClick={() => void open(draft.id)}>
        <span className={styles['line']}>
          <Addressees line={draft.recipients} />
          <time
            className={styles['when']}
            dateTime={draft.updated_at}
            title={dates.full(draft.updated_at, draft.updated_at_full)}
          >
            {dates.short(draft.updated_at, draft.updated_at_label)}
          </time>
        </span>
        <span className={styles['line']}>
          <span className={styles['subject']} dir="auto">
            {subject}
          </span>
          {draft.attachment_count > 0 && <Paperclip role="img" aria-label={strings.list.attachment} />}
          {draft.on_server === 'waiting' && <CloudUpload role="img" aria-label={t.waiting} />}
        </span>
        <span className={styles['snippet']} dir="auto">
          {draft.snippet}
        </span>
        {(draft.state === 'failed' || draft.trouble) && (
          <span className={styles['trouble']}>
            <CircleAlert aria-hidden="true" />
            {draft.trouble ?? t.failed}
          </span>
        )}
        {draft.draft_path && <span className={styles['note']}>{t.isOpen}</span>}
      </button>
      <IconButton name={t.discardNamed({ subject })} onClick={() => void discard([draft.id])}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

/** The recipients, by name if they have one. */
function Addressees({ line }: { line: string }) {
  const entries = parseRecipients(line);
  return (
    <span className={styles['who']} dir="auto" title={line}>
      {entries.length > 0 ? t.to({ who: entries.map(({ name, text }) => name || text) }) : t.toNobody}
    </span>
  );
}

/** The drafts that were discarded in the last thirty days. */
function Discarded() {
  const { api } = useServices();
  const { data } = useQuery(discardedQuery(api));
  const { recover } = useDraftActions();
  if (!data || data.drafts.length === 0) return null;
  return (
    <details className={styles['discarded']}>
      <Summary>{t.recentlyDiscarded({ count: data.drafts.length })}</Summary>
      <ul className={styles['drafts']}>
        {data.drafts.map(({ id, subject, recipients, snippet }) => (
          <li key={id} className={styles['draft']}>
            <FileX className={styles['gone']} aria-hidden="true" />
            <div className={styles['open']}>
              <Addressees line={recipients} />
              <span className={styles['subject']} dir="auto">
                {subject || strings.list.noSubject}
              </span>
              <span className={styles['snippet']} dir="auto">
                {snippet}
              </span>
            </div>
            <Button
              look="quiet"
              aria-label={t.recoverNamed({ subject: subject || strings.list.noSubject })}
              onClick={() => void recover([id])}
            >
              {t.recover}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
