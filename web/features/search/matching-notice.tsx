import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchReply } from '../../data/queries/search.ts';
import { formatList } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './matching-notice.module.css';
import type { SearchLens } from './saved/saved-search.ts';
import { withExactWords, withOpenEnd } from './term.ts';

const t = strings.search.matching;

type MatchingNoticeProps = {
  lens: SearchLens;
  reply: SearchReply;
  /** Whether more was shown while the user typed, because the last word was only begun then. */
  hasMoreByBeginning: boolean;
};

/** How the words of a search were matched, where that is not exactly; with the other way to search. */
export function MatchingNotice({
  lens,
  reply: { matching, did_you_mean, total },
  hasMoreByBeginning,
}: MatchingNoticeProps) {
  const { query } = lens;
  const found = (words: typeof matching.words) => inList(words.flatMap(({ searched }) => searched.map(withoutStar)));
  const onlyWritten = { label: t.only({ query }), query: withExactWords(query, matching.words) };
  switch (matching.kind) {
    case 'prefixes':
      return <Notice lens={lens}>{t.prefixes({ words: found(matching.words) })}</Notice>;
    case 'stems':
      return <Notice lens={lens}>{t.stems({ words: found(matching.words) })}</Notice>;
    case 'spelling':
      return (
        <Notice lens={lens} other={onlyWritten}>
          {t.spelling({ written: inList(matching.words.map(({ written }) => written)), meant: found(matching.words) })}
        </Notice>
      );
    case 'exact': {
      if (did_you_mean && total > 0) {
        const label = t.searchFor({ query: did_you_mean.query });
        return (
          <Notice lens={lens} other={{ label, query: did_you_mean.query }}>
            {t.didYouMean({ query: did_you_mean.query, total: did_you_mean.total })}
          </Notice>
        );
      }
      const open = hasMoreByBeginning ? withOpenEnd(query) : undefined;
      if (!open) return null;
      return (
        <Notice lens={lens} other={{ label: t.begun({ word: open.word }), query: open.query }}>
          {t.whole({ word: open.word })}
        </Notice>
      );
    }
  }
}

type NoticeProps = { lens: SearchLens; other?: { label: string; query: string }; children: ReactNode };

function Notice({ lens: { sort, account }, other, children }: NoticeProps) {
  const navigate = useNavigate();
  return (
    <div className={styles['notice']} role="status">
      <p dir="auto">{children}</p>
      {other && (
        <button
          type="button"
          className={styles['act']}
          onClick={() => void navigate({ to: '/search', search: { q: other.query, sort, account } })}
        >
          {other.label}
        </button>
      )}
    </div>
  );
}

function inList(words: readonly string[]): string {
  return formatList([...new Set(words)].map((word) => t.quoted({ word })));
}

function withoutStar(word: string): string {
  return word.replace(/\*$/, '');
}
