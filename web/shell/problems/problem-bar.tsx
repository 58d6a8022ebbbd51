import { signsInWithBrowser } from '../../data/browser-accounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import buttons from '../../design/controls/button.module.css';
import { Button, classes } from '../../design/controls/button.tsx';
import { desktopBridge, appErrorMessage } from '../../api/desktop.ts';
import { useRepair } from '../../features/diagnostics/use-repair.ts';
import { useLiveState, useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { ProblemBarLayout } from './problem-bar-layout.tsx';
import { ConnectionLostBar } from './connection-lost-bar.tsx';
import { useDismissedAlerts } from './dismissed-alerts.ts';
import { TokenRefusedBar } from './token-refused-bar.tsx';
import type { Remedy, Problem } from './problems.ts';
import { useProblems } from './use-problems.ts';

const t = strings.trouble;

/**
 * Shows one problem that the user can solve above the mail, with one button. The app's page shows available updates itself,
 * with the same button.
 */
export function ProblemBar() {
  const { connection } = useLiveState();
  const [isDismissed, dismiss] = useDismissedAlerts();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const problem = useProblems().find(
    ({ key, canWait, remedy }) => !(canWait && isDismissed(key)) && page !== pageOf(remedy),
  );
  if (connection === 'lost') return <ConnectionLostBar />;
  if (connection === 'refused') return <TokenRefusedBar />;
  return (
    <>
      {problem && <ProblemLine key={problem.key} problem={problem} onLater={() => dismiss(problem.key)} />}
      {/* The status line announces problems of accounts. */}
      <span role="status" className="visually-hidden">
        {problem && problem.name === undefined ? problem.text : ''}
      </span>
    </>
  );
}

/** The page that shows the problem itself. */
function pageOf({ kind }: Remedy): string | undefined {
  if (kind === 'install') return '/settings/general';
  if (kind === 'vault') return '/accounts';
  return kind === 'outbox' ? '/outbox' : undefined;
}

function ProblemLine({
  problem: { name, text, tone, remedy, canWait },
  onLater,
}: {
  problem: Problem;
  onLater: () => void;
}) {
  const actions = (
    <>
      <RemedyButton remedy={remedy} name={name} />
      {canWait && (
        <Button look="quiet" aria-label={t.laterThis({ what: text })} onClick={onLater}>
          {t.later}
        </Button>
      )}
    </>
  );
  return (
    <ProblemBarLayout tone={tone} actions={actions}>
      {name !== undefined && <strong dir="auto">{name}</strong>} {text}
    </ProblemBarLayout>
  );
}

function RemedyButton({ remedy, name }: { remedy: Remedy; name: string | undefined }) {
  switch (remedy.kind) {
    case 'account':
      return <AccountLink remedy={remedy} name={name ?? ''} />;
    case 'diagnostics':
      return (
        <Link to="/diagnostics" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'store':
      return (
        <Link to="/repair" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'policy':
      return (
        <Link to="/settings/{-$page}" params={{ page: 'privacy' }} hash="general.safety_policy" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'outbox':
      return (
        <Link to="/outbox" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'vault':
      return (
        <Link to="." search={true} hash="unlock" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'sync':
    case 'repair':
    case 'look-again':
    case 'install':
      return <ActionButton remedy={remedy} />;
  }
}

const linkLook = classes(buttons['button'], buttons['plain']);

function AccountLink({ remedy, name }: { remedy: Extract<Remedy, { kind: 'account' }>; name: string }) {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts;
  const account = accounts?.find(({ account_id }) => account_id === remedy.account_id);
  if (!account?.key) return null;
  const label = remedy.label === t.password && signsInWithBrowser(account) ? t.signIn : remedy.label;
  return (
    <Link to="/accounts" search={{ change: account.key }} className={linkLook} aria-label={`${label}: ${name}`}>
      {label}
    </Link>
  );
}

type ImmediateRemedy = Exclude<Remedy, { kind: 'account' | 'diagnostics' | 'policy' | 'outbox' | 'store' | 'vault' }>;

/** The remedy that runs without leaving the page, if there is one. */
function ActionButton({ remedy }: { remedy: ImmediateRemedy }) {
  const { applyRemedy, isBusy } = useApplyRemedy();
  return (
    <Button aria-disabled={isBusy} onClick={() => isBusy || void applyRemedy(remedy)}>
      {isBusy ? t.working : remedy.label}
    </Button>
  );
}

function useApplyRemedy() {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const repair = useRepair();
  const { runAction, isPending } = useAction({ affects: ['sync', 'status'] });
  async function applyRemedy(remedy: ImmediateRemedy): Promise<unknown> {
    switch (remedy.kind) {
      case 'sync':
        return runAction(() => api.sync.start({ account_id: remedy.account_id }), strings.palette.notSynced);
      case 'look-again':
        return runAction(() => client.refetchQueries({ queryKey: ['diagnostics-quick'] }), t.notRepaired);
      case 'repair':
        return runAction(async () => {
          const text = await repair.mutateAsync(remedy.finding);
          toasts.show({ tone: 'plain', text });
        }, t.notRepaired);
      case 'install':
        return runAction(async () => desktopBridge()?.installUpdate(), t.notInstalled, appErrorMessage);
    }
  }
  return { applyRemedy, isBusy: isPending };
}
