import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { IconButton } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './find-bar.module.css';
import { findRanges, highlight, scrollToRange, textRootsIn } from './find-ranges.ts';
import { findText } from './find-text.ts';

const t = strings.reader.find;

type FindBarProps = {
  bodies: readonly MessageBody[];
  /** Expands these messages and their quotes. */
  onReveal: (messageIds: readonly string[]) => void;
  onClose: () => void;
};

/** Finds text in all messages of the open conversation. */
export function FindBar({ bodies, onReveal, onClose }: FindBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const { count, at, move, start } = useMatches(bar, query);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    bar.current?.querySelector('input')?.focus();
    return () => {
      const before = opener.current;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      else document.querySelector<HTMLElement>('[data-keys=thread_view] [role=group]')?.focus({ preventScroll: true });
    };
  }, []);

  function search(text: string): void {
    setQuery(text);
    start();
    onReveal(bodies.filter((body) => mayContain(body, text)).map(({ message_id }) => message_id));
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) move(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isEmpty = query.trim() === '';
  return (
    <div ref={bar} className={styles['bar']} role="search" aria-label={t.label}>
      <input
        type="text"
        className={styles['input']}
        aria-label={t.label}
        placeholder={t.placeholder}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => search(target.value)}
        onKeyDown={handleKey}
      />
      <span className={styles['count']} role="status">
        {isEmpty ? '' : count === 0 ? t.none : t.position({ at: at + 1, count })}
      </span>
      <IconButton name={t.previous} aria-disabled={count === 0} onClick={() => move(-1)} onKeyDown={handleKey}>
        <ChevronUp />
      </IconButton>
      <IconButton name={t.next} aria-disabled={count === 0} onClick={() => move(1)} onKeyDown={handleKey}>
        <ChevronDown />
      </IconButton>
      <IconButton name={t.close} onClick={onClose} onKeyDown={handleKey}>
        <X />
      </IconButton>
    </div>
  );
}

/** Whether a message contains the query. The markup of a formatted message may be between its words, so each counts. */
function mayContain({ text_plain, text_html }: MessageBody, query: string): boolean {
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length === 0) return false;
  const text = [text_plain ?? '', (text_html ?? '').replace(/<(style|title)\b[\s\S]*?<\/\1>|<[^>]*>/gi, '')];
  return words.every((word) => findText([text.join('\n')], word).length > 0);
}

/** The matches on the page. They are found again when messages are expanded or their frames are loaded. */
function useMatches(bar: React.RefObject<HTMLDivElement | null>, query: string) {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);

  useEffect(() => {
    const conversation = bar.current?.closest('[data-keys=thread_view]');
    if (!conversation) return undefined;
    let frame = 0;
    const find = () => {
      const found = findRanges(textRootsIn(conversation), query);
      setRanges(found);
      setAt((before) => Math.min(before, Math.max(0, found.length - 1)));
    };
    const findSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(find);
    };
    findSoon();
    const scroller = conversation.querySelector('[role=group]') ?? conversation;
    const observer = new MutationObserver(findSoon);
    observer.observe(scroller, { childList: true, subtree: true });
    // Load events do not bubble.
    scroller.addEventListener('load', findSoon, true);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      scroller.removeEventListener('load', findSoon, true);
    };
  }, [bar, query]);

  useEffect(() => {
    const current = ranges[at];
    const scroller = bar.current?.closest('[data-keys=thread_view]')?.querySelector('[role=group]');
    if (current && scroller) scrollToRange(current, scroller);
    return highlight(ranges, current);
  }, [bar, ranges, at]);

  return {
    count: ranges.length,
    at,
    start: () => setAt(0),
    move: (step: number) =>
      setAt((before) => (ranges.length === 0 ? 0 : (before + step + ranges.length) % ranges.length)),
  };
}
