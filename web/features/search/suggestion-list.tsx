import { Bookmark, Clock, Search, Tag, User, X } from 'lucide-react';
import { strings } from '../../i18n/strings.ts';
import styles from './search-box.module.css';
import type { Suggestion } from './suggestions.ts';

const t = strings.search.suggest;
const icons = { operator: Search, person: User, label: Tag, recent: Clock, saved: Bookmark };

type SuggestionListProps = {
  /** That of the box, by which it names the list and its options. */
  id: string;
  options: readonly Suggestion[];
  active: Suggestion | undefined;
  isShown: boolean;
  onActive: (option: Suggestion) => void;
  onSelect: (option: Suggestion) => void;
  onRemove: (query: string) => void;
};

/** What the search box offers; the box keeps the focus. */
export function SuggestionList({ id, options, active, isShown, onActive, onSelect, onRemove }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t.label}
      className={styles['options']}
      hidden={!isShown}
    >
      {options.map((option, at) => {
        const Icon = icons[option.kind];
        return (
          <div
            key={option.key}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            className={styles['option']}
            onPointerMove={() => onActive(option)}
            // The box keeps the focus, and with it what is being typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onSelect(option)}
            onKeyDown={() => undefined}
          >
            <Icon aria-hidden="true" />
            <span className={styles['name']} dir="auto">
              {option.label}
            </span>
            <Detail option={option} />
            {option.kind === 'recent' && (
              <span
                className={styles['forget']}
                aria-hidden="true"
                title={t.forget({ query: option.query })}
                onClick={(event) => {
                  event.stopPropagation();
                  onRemove(option.query);
                }}
              >
                <X />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Detail({ option: { kind, detail } }: { option: Suggestion }) {
  if (kind === 'recent') return <span className="visually-hidden">, {t.kinds.recent}</span>;
  if (kind === 'saved') return <span className={styles['detail']}>{t.kinds.saved}</span>;
  if (detail === undefined) return null;
  return (
    <span className={styles['detail']} data-code={kind === 'operator' || undefined} dir="auto">
      {detail}
    </span>
  );
}
