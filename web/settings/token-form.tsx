import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../accounts/field.tsx';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { useAccountNames } from './agent-profiles.tsx';
import { ChoicesControl, FlagControl, RadioControl } from './controls.tsx';
import { tokensQuery } from './queries.ts';
import styles from './settings.module.css';

const words = strings.settings.tokens;
const origins = ['script', 'agent', 'mcp'] as const;
const plain = { describedBy: undefined, isBad: false };

/** Makes a token, and shows its secret this one time. */
export function TokenForm({ onClose }: { onClose: () => void }) {
  const { api } = useParts();
  const client = useQueryClient();
  const tried = useTrying();
  const accounts = useAccountNames();
  const id = useId();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState<(typeof origins)[number]>('script');
  const [isLimited, setIsLimited] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<'name' | 'accounts'>();
  const [secret, setSecret] = useState<string>();

  function close(): void {
    onClose();
    // The button that opened the form comes back in its place.
    setTimeout(() => document.getElementById('add-token')?.focus());
  }

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = name.trim() === '' ? 'name' : isLimited && chosen.length === 0 ? 'accounts' : undefined;
    setFault(wrong);
    if (wrong) return;
    const limit = isLimited ? { account_ids: [...chosen] } : {};
    await tried(async () => setSecret((await api.tokens.create({ name, origin, ...limit })).token), words.notMade);
    await client.invalidateQueries({ queryKey: tokensQuery(api).queryKey });
  }

  if (secret !== undefined) return <Secret secret={secret} onDone={close} />;
  return (
    <form
      className={`${styles['card']} ${styles['form']}`}
      aria-label={words.add}
      onSubmit={(event) => void make(event)}
      noValidate
    >
      <Field
        label={words.name}
        placeholder={words.namePlaceholder}
        value={name}
        maxLength={100}
        ref={nameField}
        fault={fault === 'name' ? words.needsName : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles['formLine']}>
        <p className={styles['name']}>{words.origin}</p>
        <RadioControl
          {...plain}
          id={`${id}-origin`}
          name={words.origin}
          value={origin}
          options={origins.map((each) => ({ value: each, words: words.originNames[each], means: words.origins[each] }))}
          onChange={async (to) => setOrigin(origins.find((each) => each === to) ?? origin)}
        />
      </div>
      <div className={styles['buttons']}>
        <FlagControl
          {...plain}
          id={`${id}-limit`}
          name={words.limit}
          value={isLimited}
          onChange={async (to) => setIsLimited(to)}
        />
        <label htmlFor={`${id}-limit`}>{words.limit}</label>
      </div>
      {isLimited && (
        <>
          <ChoicesControl
            {...plain}
            id={`${id}-accounts`}
            name={words.accounts}
            value={chosen}
            options={accounts.map((account) => ({ value: account.id, words: account.name }))}
            onChange={async (to) => setChosen(to)}
          />
          {fault === 'accounts' && (
            <p role="alert" className={styles['fault']}>
              {words.needsAccount}
            </p>
          )}
        </>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary">
          {words.make}
        </Button>
        <Button onClick={close}>{strings.settings.cancel}</Button>
      </div>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [said, setSaid] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid(words.copied);
    } catch {
      // A browser says no more than that it may not.
      setSaid(words.notCopied);
    }
  }
  return (
    <div className={`${styles['card']} ${styles['form']}`} role="group" aria-label={words.secret}>
      <p role="status">{words.made}</p>
      <code className={styles['secret']}>{secret}</code>
      <div className={styles['buttons']}>
        <Button ref={copyButton} look="primary" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button onClick={onDone}>{words.done}</Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
