import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooksQuery, type Webhook } from '../../data/queries/webhooks.ts';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatList } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMomentShort } from '../../i18n/upcoming-dates.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ListedSection } from './listed-section.tsx';
import styles from './settings.module.css';
import { presetOf } from './webhook-events.ts';
import { WebhookForm } from './webhook-form.tsx';

const t = strings.settings.webhooks;

/** Programs on this computer that are sent events: whether they arrive, a test, and how to add and remove one. */
export function Webhooks() {
  const { api } = useServices();
  return (
    <ListedSection
      texts={t}
      items={useQuery(webhooksQuery(api))}
      addButtonId="add-webhook"
      renderRow={(webhook) => <WebhookRow key={webhook.webhook_id} webhook={webhook} />}
      renderForm={(onClose) => <WebhookForm onClose={onClose} />}
    />
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { webhook_id, name, url, events, state } = webhook;
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['webhooks'] });
  const test = useAction({ affects: ['webhooks'] });
  const [isConfirming, setIsConfirming] = useState(false);
  const [result, setResult] = useState<string>();
  const preset = presetOf(events);

  async function sendTest(): Promise<void> {
    setResult(undefined);
    await test.runOnce(async () => {
      const { ok, status, error, took_ms } = await api.webhooks.test({ webhook_id });
      setResult(ok && status !== null ? t.accepted({ status, ms: took_ms }) : t.notAccepted({ reason: error ?? '' }));
    }, t.notTested);
  }

  async function answer(isConfirmed: boolean): Promise<void> {
    setIsConfirming(false);
    if (!isConfirmed || !(await runAction(() => api.webhooks.remove({ webhook_id }), t.notRemoved))) return;
    toasts.show({ tone: 'plain', text: t.removed({ name }) });
    document.getElementById('add-webhook')?.focus();
  }

  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']} dir="auto">
          {name}
        </p>
        <p className={styles['path']} dir="ltr">
          {url}
        </p>
        <p className={styles['hint']}>{preset === undefined ? formatList(events) : t.presets[preset]}</p>
        <DeliveryState webhook={webhook} />
        <p className={styles['hint']} role="status">
          {result}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button
          aria-label={t.testOf({ name })}
          isBusy={test.isPending}
          disabled={state === 'stopped'}
          onClick={() => void sendTest()}
        >
          {t.test}
        </Button>
        <Button aria-label={t.removeOf({ name })} onClick={() => setIsConfirming(true)}>
          {t.remove}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t.removeOf({ name })}
          question={t.asksRemove}
          yes={t.yesRemove}
          onAnswer={(isConfirmed) => void answer(isConfirmed)}
        />
      )}
    </li>
  );
}

/** Whether events arrive: when the last one was accepted, or since when none is, and why. */
function DeliveryState({ webhook }: { webhook: Webhook }) {
  const { state, delivered_at, failing_since, failures, last_error, next_attempt_at } = webhook;
  const dates = useMailDates();
  const now = useNow();
  const moment = (at: string) => dates.short(at, formatMomentShort(new Date(at), now));
  const lastAccepted = delivered_at === null ? t.nothingSent : t.lastAccepted({ when: moment(delivered_at) });
  if (state === 'active') return <p className={styles['hint']}>{lastAccepted}</p>;
  return (
    <>
      <p className={styles['fault']}>
        {state === 'stopped' || failing_since === null
          ? t.stopped
          : t.failing({ count: failures, when: moment(failing_since) })}
      </p>
      {last_error !== null && (
        <p className={styles['hint']} dir="auto">
          {last_error}
        </p>
      )}
      <p className={styles['hint']}>
        {lastAccepted}
        {next_attempt_at !== null && state === 'failing' && ` · ${t.nextAttempt({ when: moment(next_attempt_at) })}`}
      </p>
    </>
  );
}
