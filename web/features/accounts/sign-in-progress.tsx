import { ExternalLink, Globe } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../design/controls/button.tsx';
import form from '../../design/controls/form.module.css';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './browser-sign-in.module.css';
import type { SignInState } from './use-browser-sign-in.ts';

const t = strings.accounts.browser;

type SignInProgressProps = {
  provider: string;
  state: SignInState;
  onRetry: () => void;
  onCancel: () => void;
};

/** What a sign-in in the browser waits for, or why it has failed. */
export function SignInProgress({ provider, state, onRetry, onCancel }: SignInProgressProps) {
  // The row of an account may be at the end of a long list.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise here, which an effect must not return.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  if (state.is === 'idle') return null;
  return (
    <div ref={place}>
      {state.is === 'failed' ? (
        <SignInFailure state={state} onRetry={onRetry} onCancel={onCancel} />
      ) : (
        <SignInWait provider={provider} state={state} onCancel={onCancel} />
      )}
    </div>
  );
}

type Waiting = Exclude<SignInState, { is: 'idle' | 'failed' }>;

function SignInWait({ provider, state, onCancel }: { provider: string; state: Waiting; onCancel: () => void }) {
  const { session } = state.is === 'waiting' ? state : {};
  const text = { starting: t.opening({ provider }), saving: t.saving, waiting: t.waiting({ provider }) }[state.is];
  return (
    <section className={styles['progress']} aria-label={t.waitingTitle}>
      <div className={styles['head']}>
        <span className={styles['globe']}>
          <Globe aria-hidden="true" />
        </span>
        <div>
          <p className={styles['title']}>{t.waitingTitle}</p>
          <p role="status" className={form['soft']}>
            {state.is === 'waiting' && state.isClosed ? t.closed({ provider }) : text}
          </p>
        </div>
      </div>
      <div className={styles['bar']} aria-hidden="true" />
      <div className={form['buttons']}>
        {session?.auth_url && (
          <>
            <a className={styles['again']} href={session.auth_url} target="_blank" rel="noreferrer noopener">
              {t.openAgain} <ExternalLink aria-hidden="true" />
            </a>
            <CopyButton text={session.auth_url} />
          </>
        )}
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </section>
  );
}

function SignInFailure({
  state,
  onRetry,
  onCancel,
}: {
  state: Extract<SignInState, { is: 'failed' }>;
  onRetry: () => void;
  onCancel: () => void;
}) {
  const { message, adminUrl } = state;
  return (
    <section className={form['trouble']} aria-label={t.failed}>
      <div role="alert">
        <p className={styles['title']}>{t.failed}</p>
        <p>{message ?? t.expired}</p>
      </div>
      {adminUrl !== null && (
        <>
          <p className={form['soft']}>{t.adminHint}</p>
          <div className={form['buttons']}>
            <a className={form['link']} href={adminUrl} target="_blank" rel="noreferrer noopener">
              {t.adminLink}
            </a>
            <CopyButton text={adminUrl} />
          </div>
        </>
      )}
      <div className={form['buttons']}>
        <Button look="primary" onClick={onRetry}>
          {t.tryAgain}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const { toasts } = useServices();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show({ tone: 'plain', text: t.copied });
    } catch {
      // The browser gives no other reason than that access is denied.
      toasts.show({ tone: 'bad', text: t.notCopied });
    }
  }
  return (
    <Button look="quiet" onClick={() => void copy()}>
      {t.copyLink}
    </Button>
  );
}
