import { Bookmark, Clock, Search, Tag, User, X } from 'lucide-react';
import type { Combobox } from '../../design/controls/use-combobox.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './search-box.module.css';
import type { Suggestion } from './suggestions.ts';

const t = strings.search.suggest;
const icons = { operator: Search, person: User, label: Tag, recent: Clock, saved: Bookmark };

type SuggestionListProps = {
  options: readonly Suggestion[];
  combobox: Combobox<Suggestion>;
  onRemove: (query: string) => void;
};

/** The suggestions of the search box, which keeps the focus. */
export function SuggestionList({ options, combobox, onRemove }: SuggestionListProps) {
  return (
    <div {...combobox.listProps} aria-label={t.label} className={styles['options']} hidden={options.length === 0}>
      {options.map((option, at) => {
        const Icon = icons[option.kind];
        return (
          <div key={option.key} {...combobox.optionProps(option, at)} className={styles['option']}>
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
