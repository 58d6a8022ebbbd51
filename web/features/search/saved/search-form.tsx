import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { palette } from '../../../design/theme/label-colour.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './search-form.module.css';

const t = strings.savedSearches;

type SearchFields = { name: string; query: string; icon: string | null; isPinned: boolean };

type SearchFormProps = {
  start: SearchFields;
  /** Whether the query can be changed, or only the pin. */
  isNew: boolean;
  onSave: (fields: SearchFields) => void;
  onCancel: () => void;
};

/** The name, query and icon of a saved search. */
export function SearchForm({ start, isNew, onSave, onCancel }: SearchFormProps) {
  const [fields, setFields] = useState(start);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
    first.current?.select();
  }, []);
  const change = (patch: Partial<SearchFields>) => setFields({ ...fields, ...patch });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [name, query] = [fields.name.trim(), fields.query.trim()];
    if (name && query) onSave({ ...fields, name, query });
  }

  // In a dialog the first Escape closes the form, the next one the dialog.
  const cancelOnEscape = ({ key }: KeyboardEvent) => void (key === 'Escape' && onCancel());
  const inDialog = isNew ? {} : { 'data-takes-escape': true, onKeyDown: cancelOnEscape };

  return (
    <form className={styles['form']} onSubmit={submit}>
      <label className={styles['labelled']}>
        {t.name}
        <input
          ref={first}
          className={styles['field']}
          value={fields.name}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          required
          {...inDialog}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      {!isNew && (
        <label className={styles['labelled']}>
          {t.query}
          <input
            className={styles['field']}
            value={fields.query}
            dir="auto"
            maxLength={4000}
            autoComplete="off"
            spellCheck={false}
            required
            {...inDialog}
            onChange={({ target }) => change({ query: target.value })}
          />
        </label>
      )}
      <ColourChoices icon={fields.icon} onChoose={(icon) => change({ icon })} />
      {isNew && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={fields.isPinned}
            onChange={({ target }) => change({ isPinned: target.checked })}
          />
          {t.pinThis}
        </label>
      )}
      <div className={styles['acts']}>
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button look="primary" type="submit">
          {t.save}
        </Button>
      </div>
    </form>
  );
}

/** The colours to choose from, and the current one if it is another. */
function ColourChoices({ icon, onChoose }: { icon: string | null; onChoose: (icon: string | null) => void }) {
  const isOther = icon !== null && !palette.some(({ colour }) => colour === icon);
  return (
    <fieldset className={styles['inks']}>
      <legend>{t.colour}</legend>
      {[{ name: t.noColour, colour: null }, ...palette].map(({ name, colour }) => (
        <label key={name} className={styles['ink']} title={name}>
          <input
            type="radio"
            name="colour"
            className="visually-hidden"
            aria-label={name}
            checked={icon === colour}
            onChange={() => onChoose(colour)}
          />
          <span
            className={styles['swatch']}
            style={{ '--dot': colour ?? undefined }}
            data-none={colour === null || undefined}
          />
        </label>
      ))}
      {isOther && <p className={styles['other']}>{t.hasIcon({ icon })}</p>}
    </fieldset>
  );
}
