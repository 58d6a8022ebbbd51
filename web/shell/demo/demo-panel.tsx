import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect, useId } from 'react';
import { setClockOffset } from '../../api/clock.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { useNow } from '../../design/use-now.ts';
import { demoControlsQuery } from '../../data/queries/accounts.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import type { Api } from '../../api/client.ts';
import { formatDuration } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { clockSteps } from './clock-steps.ts';
import styles from './demo-panel.module.css';

const t = strings.demo.panel;
const faults = ['offline', 'too_many_requests', 'sign_in_expired'] as const;

type Controls = Awaited<ReturnType<Api['demo']['controls']>>;

/** The button that opens the controls of a demo. While it is shown, the page uses the clock of the demo. */
export function DemoPanel({ className }: { className: string | undefined }) {
  const { api } = useServices();
  const { data: controls } = useQuery(demoControlsQuery(api));
  const offsetMs = controls?.offset_ms;
  useEffect(() => {
    if (offsetMs !== undefined) setClockOffset(offsetMs);
  }, [offsetMs]);
  const trigger = (
    <button type="button" className={className} data-active={(controls?.faults.length ?? 0) > 0}>
      <FlaskConical className={styles['icon']} aria-hidden="true" />
      {t.open}
    </button>
  );
  return (
    <PopoverPanel name={t.title} trigger={trigger} side="top" align="end">
      {() => (
        <div className={styles['body']}>
          <p className={styles['soft']}>{t.hint}</p>
          {controls && <ClockControl controls={controls} />}
          {controls && <FaultControl controls={controls} />}
        </div>
      )}
    </PopoverPanel>
  );
}

/** Runs a change of the controls. What the page shows depends on them, so all of it is read again. */
function useControlChange() {
  const { api } = useServices();
  const client = useQueryClient();
  const { runOnce, isPending, problem } = useAction({ showsToast: false });
  const change = (request: () => Promise<Controls>, failure: string) =>
    runOnce(async () => {
      client.setQueryData(demoControlsQuery(api).queryKey, await request());
      void client.invalidateQueries();
    }, failure);
  return { change, isPending, problem };
}

function ClockControl({ controls: { offset_ms } }: { controls: Controls }) {
  const { api } = useServices();
  const now = useNow();
  const { change, isPending, problem } = useControlChange();
  const minutes = Math.round(offset_ms / 60_000);
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t.clock}</h2>
      <p className={styles['now']}>
        <time dateTime={now.toISOString()}>{formatMoment(now, now)}</time>
      </p>
      <p className={styles['soft']} role="status">
        {minutes > 0 ? t.ahead({ duration: formatDuration(minutes) }) : t.clockHint}
      </p>
      <div className={styles['buttons']}>
        {clockSteps(now).map(({ id, to }) => (
          <Button
            key={id}
            isBusy={isPending}
            onClick={() => void change(() => api.demo.moveClock({ to: to.toISOString() }), t.clockFailed)}
          >
            {t.steps[id]}
          </Button>
        ))}
      </div>
      {problem !== undefined && <p className={styles['fault']}>{problem}</p>}
    </section>
  );
}

function FaultControl({ controls }: { controls: Controls }) {
  const { api } = useServices();
  const { data } = useQuery(accountsQuery(api));
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t.servers}</h2>
      <p className={styles['soft']}>{t.serversHint}</p>
      {data?.accounts.map(({ account_id, name }) => (
        <AccountFault key={account_id} accountId={account_id} name={name} controls={controls} />
      ))}
    </section>
  );
}

type AccountFaultProps = { accountId: string; name: string; controls: Controls };

function AccountFault({ accountId, name, controls }: AccountFaultProps) {
  const { api } = useServices();
  const id = useId();
  const { change, problem } = useControlChange();
  const current = controls.faults.find(({ account_id }) => account_id === accountId)?.fault;
  const choose = (value: string) => {
    const fault = faults.find((each) => each === value) ?? null;
    void change(() => api.demo.setFault({ fault, account_id: accountId }), t.faultFailed);
  };
  return (
    <div className={styles['server']}>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        className={styles['select']}
        value={current ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t.working}</option>
        {faults.map((fault) => (
          <option key={fault} value={fault}>
            {t.faults[fault]}
          </option>
        ))}
      </Select>
      {problem !== undefined && <p className={styles['fault']}>{problem}</p>}
    </div>
  );
}
