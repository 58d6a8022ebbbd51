import { X } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { FilterCondition, ServerFilter, ServerFilters } from '../../../data/queries/server-filters.ts';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { Check, Field } from '../../../design/controls/form-field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './server-filters.module.css';
import type { Folder } from './use-folders.ts';

const t = strings.serverFilters.rules;
const fields = Object.keys(t.fields) as FilterCondition['field'][];

type FilterEditorProps = {
  filter: ServerFilter;
  folders: readonly Folder[];
  supports: ServerFilters['supports'];
  onDone: (filter: ServerFilter) => void;
  onCancel: () => void;
};

export function FilterEditor({ filter, folders, supports, onDone, onCancel }: FilterEditorProps) {
  const [draft, setDraft] = useState(filter);
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const change = (part: Partial<ServerFilter>) => setDraft({ ...draft, ...part });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = problemOf(draft);
    setProblem(found);
    if (found === undefined) onDone({ ...draft, name: draft.name.trim() });
  }
  return (
    <form className={styles['fields']} onSubmit={submit}>
      <Field
        ref={first}
        label={t.name}
        placeholder={t.namePlaceholder}
        spellCheck
        maxLength={100}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Conditions draft={draft} onChange={change} />
      <fieldset className={styles['group']}>
        <legend>{t.then}</legend>
        {supports.moving && <Target draft={draft} folders={folders} onChange={change} />}
        {supports.marking_read && (
          <Check label={t.markRead} checked={draft.mark_read} onChange={(mark_read) => change({ mark_read })} />
        )}
        <Check label={t.stop} checked={draft.stop} onChange={(stop) => change({ stop })} />
      </fieldset>
      {problem !== undefined && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button type="submit">{t.done}</Button>
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}

function problemOf({ conditions, move_to, mark_read, stop }: ServerFilter): string | undefined {
  if (conditions.some(({ contains }) => contains.trim() === '')) return t.needsText;
  return move_to === null && !mark_read && !stop ? t.needsAction : undefined;
}

type PartProps = { draft: ServerFilter; onChange: (part: Partial<ServerFilter>) => void };

function Conditions({ draft: { match, conditions }, onChange }: PartProps) {
  const replace = (at: number, condition: FilterCondition) =>
    onChange({ conditions: conditions.toSpliced(at, 1, condition) });
  return (
    <fieldset className={styles['group']}>
      <legend>{t.when}</legend>
      {conditions.length > 1 && (
        <Select
          className={styles['field']}
          aria-label={t.match}
          value={match}
          onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{t.all}</option>
          <option value="any">{t.any}</option>
        </Select>
      )}
      {conditions.map((condition, at) => (
        // Conditions have no identity but their position.
        <div key={at} className={styles['condition']}>
          <Select
            className={styles['field']}
            aria-label={t.field}
            value={condition.field}
            onChange={({ target }) =>
              replace(at, { ...condition, field: fields.find((field) => field === target.value) ?? 'from' })
            }
          >
            {fields.map((field) => (
              <option key={field} value={field}>
                {t.fields[field]}
              </option>
            ))}
          </Select>
          <span>{t.containsWord}</span>
          <input
            className={styles['field']}
            aria-label={t.text}
            dir="auto"
            maxLength={500}
            value={condition.contains}
            onChange={({ target }) => replace(at, { ...condition, contains: target.value })}
          />
          {conditions.length > 1 && (
            <IconButton
              name={t.removeCondition({ text: condition.contains })}
              onClick={() => onChange({ conditions: conditions.toSpliced(at, 1) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {conditions.length < 20 && (
        <div>
          <Button
            look="quiet"
            onClick={() => onChange({ conditions: [...conditions, { field: 'from', contains: '' }] })}
          >
            {t.addCondition}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Target({ draft: { move_to }, folders, onChange }: PartProps & { folders: readonly Folder[] }) {
  const id = useId();
  const isKnown = move_to === null || folders.some(({ path }) => path === move_to);
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{t.moveTo}</label>
      <Select
        id={id}
        className={styles['field']}
        value={move_to ?? ''}
        onChange={({ target }) => onChange({ move_to: target.value || null })}
      >
        <option value="">{t.noMove}</option>
        {!isKnown && <option value={move_to}>{move_to}</option>}
        {folders.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
