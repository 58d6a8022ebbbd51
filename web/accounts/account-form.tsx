import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { Check, Field } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { secretsQuery } from './queries.ts';
import { ServerFields } from './server-fields.tsx';
import {
  accountOf,
  type Discovery,
  type Result,
  type SetupDraft,
  type Trouble,
  withSuggestion,
} from './setup-draft.ts';
import { SetupOutcome } from './setup-outcome.tsx';
import styles from './setup.module.css';
import { useSaving } from './use-saving.ts';

const words = strings.accounts.form;

type AccountFormProps = {
  draft: SetupDraft;
  /** Where it has been changed, what is stored is kept. */
  isNew: boolean;
  provider?: Discovery['provider'] | undefined;
  /** Whether the servers are shown from the beginning. */
  showsServers: boolean;
  onSaved: (account: { key: string; name: string }) => void;
  onCancel: () => void;
};

/** The rest of what an account needs: a password, and the servers where they could not be found. */
export function AccountForm({ draft: first, isNew, provider, showsServers, onSaved, onCancel }: AccountFormProps) {
  const [draft, setDraft] = useState(first);
  const saving = useSaving(onSaved);
  const { api } = useParts();
  const store = useQuery(secretsQuery(api)).data?.store;
  const set = (change: Partial<SetupDraft>) => setDraft((before) => ({ ...before, ...change }));
  const needsPassword = draft.sync.auth_required || draft.send?.auth_required === true;
  const hasOther = draft.sendPassword !== undefined;
  const wrongPassword = saving.result?.troubles.find(({ field }) => field === 'password');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const account = accountOf(draft);
    if (account) void saving.test(account);
  }
  function take(trouble: Trouble): void {
    const changed = withSuggestion(draft, trouble);
    setDraft(changed);
    const account = accountOf(changed);
    if (account) void saving.test(account);
  }
  const account = accountOf(draft);
  return (
    <form
      className={styles['form']}
      aria-label={isNew ? words.title : words.changing({ name: first.name })}
      onSubmit={submit}
    >
      {!isNew && <Field label={words.email} type="email" required readOnly value={draft.email} />}
      {provider?.sign_in === 'app_password' && <AppPasswordSteps provider={provider} />}
      {needsPassword && (
        <PasswordField
          label={provider?.sign_in === 'app_password' ? words.appPassword : words.password}
          value={draft.password}
          isStored={!isNew}
          hint={store && words.passwordKept[store]}
          fault={wrongPassword?.message}
          takesFocus
          onChange={(password) => set({ password })}
        />
      )}
      <Field
        label={words.name}
        spellCheck
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {(saving.isBusy || saving.result) && (
        <SetupOutcome
          result={saving.isBusy ? undefined : saving.result}
          sends={draft.send !== undefined}
          onSuggestion={take}
        />
      )}
      <details className={styles['details']} open={showsServers || troublesServer(saving.result)}>
        <summary>{words.details}</summary>
        <ServerFields side="sync" server={draft.sync} onChange={(sync) => set({ sync })} />
        {draft.send && <ServerFields side="send" server={draft.send} onChange={(send) => set({ send })} />}
        {draft.send?.auth_required && (
          <Check
            label={words.otherPassword}
            checked={hasOther}
            onChange={(isOther) => set({ sendPassword: isOther ? '' : undefined })}
          />
        )}
        {hasOther && (
          <PasswordField
            label={words.sendPassword}
            value={draft.sendPassword ?? ''}
            isStored={!isNew}
            onChange={(sendPassword) => set({ sendPassword })}
          />
        )}
        <Check
          label={words.noSending}
          checked={draft.send === undefined}
          onChange={(receivesOnly) => set({ send: receivesOnly ? undefined : (first.send ?? blankSend(draft)) })}
        />
      </details>
      {saving.error && (
        <p role="alert" className={styles['fault']}>
          {saving.error}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" isBusy={saving.isBusy} disabled={!account}>
          {isNew ? words.test : words.save}
        </Button>
        {saving.result?.ok === false && account && (
          <Button aria-disabled={saving.isBusy} onClick={() => saving.isBusy || void saving.save(account)}>
            {words.saveAnyway}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {isNew ? words.back : words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Whether it is something about a server that has to be looked at. */
function troublesServer(result: Result | undefined): boolean {
  const fields = result?.troubles.map(({ field }) => field) ?? [];
  return fields.some((field) => field !== null && field !== 'password' && field !== 'email');
}

function blankSend({ email }: SetupDraft) {
  return { host: '', port: '465', username: email, use_tls: true, auth_required: true, password_ref: '' };
}

function AppPasswordSteps({ provider }: { provider: NonNullable<Discovery['provider']> }) {
  const { name, steps, help_url, note } = provider;
  return (
    <div className={styles['steps']}>
      <p>{note ?? words.appPasswordWhy({ name })}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {help_url && (
        <a className={styles['link']} href={help_url} target="_blank" rel="noreferrer noopener">
          {words.openHelp({ name })}
        </a>
      )}
    </div>
  );
}
