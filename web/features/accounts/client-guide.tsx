import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/form-field.tsx';
import form from '../../design/controls/form.module.css';
import { strings } from '../../i18n/strings.ts';
import { providerNameOf, type BrowserType, type OwnClient } from './browser-account.ts';

const t = strings.accounts.browser;

const consoles = {
  Google: { name: 'Google Cloud', url: 'https://console.cloud.google.com/auth/clients' },
  Microsoft: { name: 'Microsoft Entra', url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps' },
};

type ClientGuideProps = {
  type: BrowserType;
  /** Whether there is no client id but the user's own. */
  isNeeded: boolean;
  onClient: (client: OwnClient) => void;
  onBack: () => void;
};

/** How to register a client id, and the fields for it. */
export function ClientGuide({ type, isNeeded, onClient, onBack }: ClientGuideProps) {
  const [id, setId] = useState('');
  const [secret, setSecret] = useState('');
  const isGoogle = type === 'gmail';
  const provider = providerNameOf(type);
  const { name, url } = consoles[isGoogle ? 'Google' : 'Microsoft'];
  const { guide } = t;
  const steps = isGoogle
    ? [guide.google1, guide.google2, guide.google3, guide.google4, guide.google5]
    : [guide.microsoft1, guide.microsoft2, guide.microsoft3, guide.microsoft4, guide.microsoft5];

  function submit(event: FormEvent): void {
    event.preventDefault();
    onClient({ client_id: id.trim(), ...(isGoogle && { client_secret: secret.trim() }) });
  }
  return (
    <form className={form['form']} aria-label={guide.title} onSubmit={submit}>
      <div className={form['steps']}>
        {isNeeded && <p>{guide.why({ provider })}</p>}
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {isGoogle && <p className={form['soft']}>{guide.googleExpiry}</p>}
        <a className={form['link']} href={url} target="_blank" rel="noreferrer noopener">
          {guide.open({ name })}
        </a>
      </div>
      <Field
        label={guide.clientId}
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      {isGoogle && (
        <Field
          label={guide.clientSecret}
          type="password"
          required
          maxLength={1000}
          autoComplete="off"
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      )}
      <div className={form['buttons']}>
        <Button type="submit" look="primary">
          {t.signIn({ provider })}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </form>
  );
}
