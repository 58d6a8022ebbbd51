import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../../design/controls/form-field.tsx';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { useAccountNames } from './agent-profiles.tsx';
import { Copyable } from './copyable.tsx';
import { ChoicesControl, FlagControl, RadioControl, SelectControl } from './controls.tsx';
import styles from './settings.module.css';

const t = strings.settings.tokens;
const origins = ['script', 'agent', 'mcp'] as const;
/** What a token may be allowed, as users choose it. */
const allowances = {
  all: undefined,
  read: ['read'],
  draft: ['draft'],
  send: ['send'],
  act: ['act'],
  organizeAndSend: ['send', 'act'],
} as const;
type Allowance = keyof typeof allowances;
const lifetimes = { never: undefined, days30: 30, days90: 90, days365: 365 } as const;
type Lifetime = keyof typeof lifetimes;
const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];
const plain = { describedBy: undefined, isBad: false };

/** Creates a token, and shows its secret once. */
export function TokenForm({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['tokens'] });
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState<(typeof origins)[number]>('script');
  const [allowance, setAllowance] = useState<Allowance>('all');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [chosen, setChosen] = useState<readonly string[]>();
  const [error, setError] = useState<'name' | 'accounts'>();
  const [secret, setSecret] = useState<string>();

  function close(): void {
    onClose();
    // The button that opened the form replaces it.
    setTimeout(() => document.getElementById('add-token')?.focus());
  }

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = name.trim() === '' ? 'name' : chosen?.length === 0 ? 'accounts' : undefined;
    setError(wrong);
    if (wrong) return;
    const limits = limitsOf({ allowance, lifetime, chosen });
    await runAction(async () => setSecret((await api.tokens.create({ name, origin, ...limits })).token), t.notMade);
  }

  if (secret !== undefined) return <Secret secret={secret} onDone={close} />;
  return (
    <form
      className={`${styles['card']} ${styles['form']}`}
      aria-label={t.add}
      onSubmit={(event) => void make(event)}
      noValidate
    >
      <Field
        label={t.name}
        placeholder={t.namePlaceholder}
        value={name}
        maxLength={100}
        ref={nameField}
        error={error === 'name' ? t.needsName : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <OriginChoice origin={origin} onChange={setOrigin} />
      <Choice
        name={t.may}
        value={allowance}
        options={keysOf(allowances).map((each) => ({ value: each, label: t.mayNames[each] }))}
        onChange={setAllowance}
      />
      <Choice
        name={t.expires}
        value={lifetime}
        options={keysOf(lifetimes).map((each) => ({ value: each, label: t.expiresNames[each] }))}
        onChange={setLifetime}
      />
      <AccountLimit chosen={chosen} error={error === 'accounts' ? t.needsAccount : undefined} onChange={setChosen} />
      <div className={styles['buttons']}>
        <Button type="submit" look="primary">
          {t.make}
        </Button>
        <Button onClick={close}>{strings.settings.cancel}</Button>
      </div>
    </form>
  );
}

function limitsOf({
  allowance,
  lifetime,
  chosen,
}: {
  allowance: Allowance;
  lifetime: Lifetime;
  chosen: readonly string[] | undefined;
}) {
  const scopes = allowances[allowance];
  const days = lifetimes[lifetime];
  return {
    ...(chosen && { account_ids: [...chosen] }),
    ...(scopes && { scopes: [...scopes] }),
    ...(days !== undefined && { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() }),
  };
}

type Origin = (typeof origins)[number];

function OriginChoice({ origin, onChange }: { origin: Origin; onChange: (origin: Origin) => void }) {
  const id = useId();
  return (
    <div className={styles['formLine']}>
      <p className={styles['name']}>{t.origin}</p>
      <RadioControl
        {...plain}
        id={id}
        name={t.origin}
        value={origin}
        options={origins.map((each) => ({ value: each, label: t.originNames[each], explanation: t.origins[each] }))}
        onChange={async (to) => onChange(origins.find((each) => each === to) ?? origin)}
      />
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ name, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles['formLine']}>
      <label className={styles['name']} htmlFor={id}>
        {name}
      </label>
      <SelectControl
        {...plain}
        id={id}
        name={name}
        value={value}
        options={options}
        onChange={async (to) => onChange(options.find((option) => option.value === to)?.value ?? value)}
      />
    </div>
  );
}

type AccountLimitProps = {
  /** Undefined if the token can access all accounts. */
  chosen: readonly string[] | undefined;
  error: string | undefined;
  onChange: (chosen: readonly string[] | undefined) => void;
};

/** Whether a token is limited to some accounts, and to which. */
function AccountLimit({ chosen, error, onChange }: AccountLimitProps) {
  const accounts = useAccountNames();
  const id = useId();
  // The accounts are kept while the limit is off, for when it is set again.
  const [lastChosen, setLastChosen] = useState<readonly string[]>([]);

  async function choose(ids: readonly string[]): Promise<void> {
    setLastChosen(ids);
    onChange(ids);
  }

  return (
    <>
      <div className={styles['buttons']}>
        <FlagControl
          {...plain}
          id={`${id}-limit`}
          name={t.limit}
          value={chosen !== undefined}
          onChange={async (isLimited) => onChange(isLimited ? lastChosen : undefined)}
        />
        <label htmlFor={`${id}-limit`}>{t.limit}</label>
      </div>
      {chosen && (
        <ChoicesControl
          {...plain}
          id={`${id}-accounts`}
          name={t.accounts}
          value={chosen}
          options={accounts.map((account) => ({ value: account.id, label: account.name }))}
          onChange={choose}
        />
      )}
      {chosen && error !== undefined && (
        <p role="alert" className={styles['fault']}>
          {error}
        </p>
      )}
    </>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={`${styles['card']} ${styles['form']}`} role="group" aria-label={t.secret}>
      <p role="status">{t.made}</p>
      <Copyable text={secret}>
        <Button onClick={onDone}>{t.done}</Button>
      </Copyable>
    </div>
  );
}
