import { ChevronRight, ExternalLink, IdCard, KeyRound, Server, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import form from '../../design/controls/form.module.css';
import { useSecrets } from './use-secrets.ts';
import { strings } from '../../i18n/strings.ts';
import { AccountForm } from './account-form.tsx';
import styles from './browser-sign-in.module.css';
import { ClientGuide } from './client-guide.tsx';
import { browserAccountOf, providerNameOf, type OwnClient } from './browser-account.ts';
import { newDraft, type Discovery } from './setup-draft.ts';
import { SignInProgress } from './sign-in-progress.tsx';
import { useBrowserSignIn } from './use-browser-sign-in.ts';

const t = strings.accounts.browser;

type BrowserProvider = NonNullable<Discovery['provider']> & {
  browser_type: NonNullable<NonNullable<Discovery['provider']>['browser_type']>;
};

type BrowserSetupProps = {
  found: Discovery;
  provider: BrowserProvider;
  existingKeys: readonly string[];
  onSaved: (account: { key: string; name: string }) => void;
  onCancel: () => void;
};

type Way = 'browser' | 'password' | 'servers' | 'client';

/**
 * Adds an account of Google or Microsoft. The browser comes first if this build has a client id for it; otherwise Gmail
 * begins with an app password, and Outlook, which accepts none, with the user's own client id.
 */
export function BrowserSetup({ found, provider, existingKeys, onSaved, onCancel }: BrowserSetupProps) {
  const { browser_type: type, has_client } = provider;
  const takesPasswords = type === 'gmail';
  const [way, setWay] = useState<Way>(has_client ? 'browser' : takesPasswords ? 'password' : 'client');
  const [client, setClient] = useState<OwnClient>();
  const draft = newDraft(found.email, found, existingKeys);
  const signIn = useBrowserSignIn({ onDone: () => onSaved({ key: draft.key, name: draft.name }) });
  const start = (own: OwnClient | undefined = client) => {
    setClient(own);
    void signIn.start(browserAccountOf(type, draft, own));
  };
  const name = providerNameOf(type);
  const isInFile = useSecrets()?.tokens === 'files';
  const signInButton = useRef<HTMLButtonElement>(null);
  useEffect(() => signInButton.current?.focus(), []);
  const isSigningIn = signIn.state.is !== 'idle';
  const back = has_client ? () => setWay('browser') : onCancel;

  if (isSigningIn)
    return <SignInProgress provider={name} state={signIn.state} onRetry={() => start()} onCancel={signIn.cancel} />;
  if (way === 'password' || way === 'servers') {
    return (
      <>
        <AccountForm
          draft={draft}
          isNew
          provider={way === 'password' ? provider : undefined}
          showsServers={way === 'servers'}
          onSaved={onSaved}
          onCancel={back}
        />
        {!has_client && <Ways ways={['client']} provider={name} onWay={setWay} />}
      </>
    );
  }
  if (way === 'client') {
    const onBack = has_client ? back : takesPasswords ? () => setWay('password') : onCancel;
    return <ClientGuide type={type} isNeeded={!has_client} onClient={start} onBack={onBack} />;
  }
  return (
    <>
      <div className={styles['start']}>
        <Button look="primary" className={styles['button']} ref={signInButton} onClick={() => start(undefined)}>
          {t.signIn({ provider: name })} <ExternalLink aria-hidden="true" />
        </Button>
        <p className={styles['why']}>{t.why}</p>
        {isInFile && <p className={styles['why']}>{t.keptInFile}</p>}
      </div>
      <Ways ways={takesPasswords ? ['password', 'servers', 'client'] : ['client']} provider={name} onWay={setWay} />
      <div className={form['buttons']}>
        <Button look="quiet" onClick={onCancel}>
          {t.back}
        </Button>
      </div>
    </>
  );
}

type OtherWay = Exclude<Way, 'browser'>;

const icons: Record<OtherWay, LucideIcon> = { password: KeyRound, servers: Server, client: IdCard };

function Ways({
  ways,
  provider,
  onWay,
}: {
  ways: readonly OtherWay[];
  provider: string;
  onWay: (way: OtherWay) => void;
}) {
  const texts: Record<OtherWay, [string, string]> = {
    password: [t.appPassword, t.appPasswordHint],
    servers: [t.servers, t.serversHint],
    client: [t.ownClient, t.ownClientHint({ provider })],
  };
  return (
    <ul className={styles['ways']} aria-label={t.otherWays}>
      {ways.map((way) => {
        const Icon = icons[way];
        const [title, hint] = texts[way];
        return (
          <li key={way}>
            <button type="button" className={styles['way']} onClick={() => onWay(way)}>
              <Icon aria-hidden="true" />
              <span>
                <b>{title}</b>
                <small>{hint}</small>
              </span>
              <ChevronRight aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
