import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { Check, Field } from '../../design/controls/form-field.tsx';
import { PasswordField } from './password-field.tsx';
import { usableStoreOf } from './usable-store.ts';
import { useSecrets } from './use-secrets.ts';
import { ServerFields } from './server-fields.tsx';
import {
  accountOf,
  type Discovery,
  type Result,
  type SetupDraft,
  type SetupProblem,
  withSuggestion,
} from './setup-draft.ts';
import { SetupResult } from './setup-result.tsx';
import styles from '../../design/controls/form.module.css';
import { Summary } from '../../design/controls/summary.tsx';
import { useTestAndSave } from './use-test-and-save.ts';

const t = strings.accounts.form;

type AccountFormProps = {
  draft: SetupDraft;
  /** Whether the account is not stored yet; an existing account keeps the values that are not changed. */
  isNew: boolean;
  provider?: Discovery['provider'] | undefined;
  /** Whether the server fields are shown at the start. */
  showsServers: boolean;
  onSaved: (account: { key: string; name: string }) => void;
  onCancel: () => void;
};

/** The remaining fields of an account: a password, and the servers if they were not found. */
export function AccountForm({ draft: first, isNew, provider, showsServers, onSaved, onCancel }: AccountFormProps) {
  const [draft, setDraft] = useState(first);
  const accountSave = useTestAndSave(onSaved);
  const store = usableStoreOf(useSecrets());
  const change = (part: Partial<SetupDraft>) => setDraft((before) => ({ ...before, ...part }));
  const needsPassword = draft.sync.auth_required || draft.send?.auth_required === true;
  const wrongPassword = accountSave.result?.troubles.find(({ field }) => field === 'password');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const account = accountOf(draft);
    if (account) void accountSave.test(account);
  }
  function applySuggestion(problem: SetupProblem): void {
    const changed = withSuggestion(draft, problem);
    setDraft(changed);
    const account = accountOf(changed);
    if (account) void accountSave.test(account);
  }
  const account = accountOf(draft);
  return (
    <form className={styles['form']} aria-label={isNew ? t.title : t.changing({ name: first.name })} onSubmit={submit}>
      {!isNew && <Field label={t.email} type="email" required readOnly value={draft.email} />}
      {provider?.sign_in === 'app_password' && <AppPasswordSteps provider={provider} />}
      {needsPassword && (
        <PasswordField
          label={provider?.sign_in === 'app_password' ? t.appPassword : t.password}
          value={draft.password}
          isStored={!isNew}
          hint={store && t.passwordKept[store]}
          error={wrongPassword?.message}
          takesFocus
          onChange={(password) => change({ password })}
        />
      )}
      <Field
        label={t.name}
        spellCheck
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      {(accountSave.isBusy || accountSave.result) && (
        <SetupResult
          result={accountSave.isBusy ? undefined : accountSave.result}
          sends={draft.send !== undefined}
          onSuggestion={applySuggestion}
        />
      )}
      <details className={styles['details']} open={showsServers || hasServerProblem(accountSave.result)}>
        <Summary>{t.details}</Summary>
        <ServerDetails draft={draft} firstSend={first.send} isNew={isNew} onChange={change} />
      </details>
      {accountSave.error && (
        <p role="alert" className={styles['fault']}>
          {accountSave.error}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" isBusy={accountSave.isBusy} disabled={!account}>
          {isNew ? t.test : t.save}
        </Button>
        {accountSave.result?.ok === false && account && (
          <Button
            aria-disabled={accountSave.isBusy}
            onClick={() => accountSave.isBusy || void accountSave.save(account)}
          >
            {t.saveAnyway}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {isNew ? t.back : t.cancel}
        </Button>
      </div>
    </form>
  );
}

type ServerDetailsProps = {
  draft: SetupDraft;
  /** The initial SMTP server. */
  firstSend: SetupDraft['send'];
  isNew: boolean;
  onChange: (part: Partial<SetupDraft>) => void;
};

/** The servers of an account: for receiving and, unless the account is receive-only, for sending. */
function ServerDetails({ draft, firstSend, isNew, onChange }: ServerDetailsProps) {
  const hasOther = draft.sendPassword !== undefined;
  return (
    <>
      <ServerFields side="sync" server={draft.sync} onChange={(sync) => onChange({ sync })} />
      {draft.send && <ServerFields side="send" server={draft.send} onChange={(send) => onChange({ send })} />}
      {draft.send?.auth_required && (
        <Check
          label={t.otherPassword}
          checked={hasOther}
          onChange={(isOther) => onChange({ sendPassword: isOther ? '' : undefined })}
        />
      )}
      {hasOther && (
        <PasswordField
          label={t.sendPassword}
          value={draft.sendPassword ?? ''}
          isStored={!isNew}
          onChange={(sendPassword) => onChange({ sendPassword })}
        />
      )}
      <Check
        label={t.noSending}
        checked={draft.send === undefined}
        onChange={(receivesOnly) => onChange({ send: receivesOnly ? undefined : (firstSend ?? blankSend(draft)) })}
      />
    </>
  );
}

/** Whether the problem concerns a server field. */
function hasServerProblem(result: Result | undefined): boolean {
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
      <p>{note ?? t.appPasswordWhy({ name })}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {help_url && (
        <a className={styles['link']} href={help_url} target="_blank" rel="noreferrer noopener">
          {t.openHelp({ name })}
        </a>
      )}
    </div>
  );
}
