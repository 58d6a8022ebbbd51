import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './signatures-and-snippets.module.css';

const t = strings.texts;

type TextFormProps = {
  title: string;
  hint?: string | undefined;
  text?: { name: string; body: string };
  /** Resolves to whether it was saved. */
  onSave: (text: { name: string; body: string }) => Promise<boolean>;
  onClose: () => void;
};

/** A form with a name and a Markdown text. */
export function TextForm({ title, hint, text, onSave, onClose }: TextFormProps) {
  const [name, setName] = useState(text?.name ?? '');
  const [body, setBody] = useState(text?.body ?? '');
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const cancelOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() !== '' && (await onSave({ name: name.trim(), body }))) onClose();
  }
  return (
    <form className={styles['form']} aria-label={title} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-name`}>{t.name}</label>
      <input
        id={`${id}-name`}
        ref={first}
        className={styles['field']}
        required
        maxLength={200}
        onKeyDown={cancelOnEscape}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <label htmlFor={`${id}-body`}>{t.text}</label>
      <textarea
        id={`${id}-body`}
        className={styles['field']}
        aria-describedby={`${id}-hint`}
        rows={5}
        onKeyDown={cancelOnEscape}
        dir="auto"
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {[t.markdown, hint].filter(Boolean).join(' ')}
      </p>
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" disabled={name.trim() === ''}>
          {t.save}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}
