import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { ServerFilter, ServerFilters } from '../../../data/queries/server-filters.ts';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { filterName, filterSummary } from './filter-words.ts';
import styles from './server-filters.module.css';
import { useFolders } from './use-folders.ts';

const t = strings.serverFilters.rules;

const newFilter: ServerFilter = {
  name: '',
  enabled: true,
  match: 'all',
  conditions: [{ field: 'from', contains: '' }],
  move_to: null,
  mark_read: false,
  stop: true,
};

type FilterListProps = {
  accountId: string;
  rules: readonly ServerFilter[];
  supports: ServerFilters['supports'];
  onChange: (rules: ServerFilter[]) => void;
};

/** The filters in their order, one of which can be open for changes. */
export function FilterList({ accountId, rules, supports, onChange }: FilterListProps) {
  const folders = useFolders(accountId);
  /** The position of the open filter; that after the last one is a new filter. */
  const [open, setOpen] = useState<number>();
  const replaced = (at: number, rule: ServerFilter) => rules.toSpliced(at, 1, rule);
  const editor = (at: number, rule: ServerFilter) => (
    <FilterEditor
      filter={rule}
      folders={folders.all}
      supports={supports}
      onDone={(next) => {
        onChange(replaced(at, next));
        setOpen(undefined);
      }}
      onCancel={() => setOpen(undefined)}
    />
  );
  return (
    <Section title={t.title} hint={t.hint}>
      {rules.length === 0 && open === undefined && <p className={styles['nothing']}>{t.none}</p>}
      {(rules.length > 0 || open !== undefined) && (
        <ol className={settings['card']}>
          {rules.map((rule, at) => (
            // Filters have no identity but their position.
            <li key={at} className={styles['filter']}>
              {open === at ? (
                editor(at, rule)
              ) : (
                <FilterRow
                  rule={rule}
                  summary={filterSummary(rule, folders.nameOf)}
                  isFirst={at === 0}
                  isLast={at === rules.length - 1}
                  onToggle={(enabled) => onChange(replaced(at, { ...rule, enabled }))}
                  onMove={(by) => onChange(rules.toSpliced(at, 1).toSpliced(at + by, 0, rule))}
                  onEdit={() => setOpen(at)}
                  onRemove={() => {
                    setOpen(undefined);
                    onChange(rules.toSpliced(at, 1));
                  }}
                />
              )}
            </li>
          ))}
          {open === rules.length && <li className={styles['filter']}>{editor(open, newFilter)}</li>}
        </ol>
      )}
      {open === undefined && (
        <div>
          <Button disabled={rules.length >= 100} onClick={() => setOpen(rules.length)}>
            {t.add}
          </Button>
        </div>
      )}
    </Section>
  );
}

type FilterRowProps = {
  rule: ServerFilter;
  summary: string;
  isFirst: boolean;
  isLast: boolean;
  onToggle: (enabled: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function FilterRow({ rule, summary, isFirst, isLast, onToggle, onMove, onEdit, onRemove }: FilterRowProps) {
  const name = filterName(rule);
  return (
    <div className={styles['row']}>
      <input
        type="checkbox"
        className={settings['switch']}
        aria-label={t.use({ name })}
        checked={rule.enabled}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <div className={styles['words']}>
        <p className={settings['name']} dir="auto">
          {name}
        </p>
        <p className={settings['hint']} dir="auto">
          {summary}
        </p>
      </div>
      <div className={styles['acts']}>
        <IconButton name={t.up({ name })} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton name={t.down({ name })} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <Button look="quiet" aria-label={t.editNamed({ name })} onClick={onEdit}>
          {t.edit}
        </Button>
        <Button look="quiet" aria-label={t.removeNamed({ name })} onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
    </div>
  );
}
