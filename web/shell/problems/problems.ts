import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { UpdateState } from '../../../daemon/contract/desktop.ts';
import type { Reply } from '../../api/client.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';
import { strings } from '../../i18n/strings.ts';

/** A problem that needs the user, in words, with its remedy. */
export type Problem = {
  /** Constant while the problem lasts, so that it stays dismissed. */
  key: string;
  /** The subject of the problem, such as an account. */
  name?: string | undefined;
  text: string;
  tone: 'bad' | 'quiet';
  remedy: Remedy;
  /** A minor problem, which can be dismissed. */
  canWait: boolean;
};

export type Remedy =
  | { kind: 'account'; account_id: string; label: string }
  | { kind: 'sync'; account_id: string; label: string }
  | { kind: 'repair'; finding: Finding; label: string }
  | { kind: 'look-again'; label: string }
  | { kind: 'diagnostics'; label: string }
  | { kind: 'store'; label: string }
  | { kind: 'policy'; label: string }
  | { kind: 'install'; label: string };

export type ProblemSources = {
  statuses: readonly AccountSyncStatus[];
  findings: readonly Finding[];
  status: Pick<Reply<'admin', 'status'>, 'config' | 'bridge' | 'store_problem' | 'disk'> | undefined;
  policy: string | undefined;
  update: UpdateState | undefined;
};

const t = strings.trouble;

/**
 * All problems that only the user can solve, the most serious first. A problem that ends by itself, such as a lost network,
 * is omitted, and so are those that are only relevant on the diagnostics page.
 */
export function problemsIn({ statuses, findings, status, policy, update }: ProblemSources): Problem[] {
  const found = (codes: readonly string[]) =>
    findings.filter(({ code }) => codes.includes(code)).map((finding) => findingProblem(finding));
  return [
    ...storeProblems(status?.store_problem),
    ...found(['store_unreadable']),
    ...(status?.disk ? [diskProblem(status.disk)] : found(['disk_full'])),
    ...accountProblems(statuses),
    ...found(['keychain_silent', 'worker_failing']),
    ...configProblems(status),
    ...found(['index_unreadable', 'index_wrong', 'disk_nearly_full', 'index_differs', 'index_waiting']),
    ...policyProblems(policy),
    ...updateProblems(update),
  ];
}

/** Mail can be read, and nothing is changed until the user chooses a repair. */
function storeProblems(text: string | null | undefined): Problem[] {
  if (!text) return [];
  return [{ key: 'store', text, tone: 'bad', remedy: { kind: 'store', label: t.repairStore }, canWait: false }];
}

type AccountRemedy = 'password' | 'settings' | 'unlock';

const remedies: Readonly<Record<string, AccountRemedy | undefined>> = {
  auth: 'password',
  tls: 'settings',
  keychain: 'unlock',
  refused: 'settings',
};

/** The ones that are easiest to solve come first. */
const order: readonly AccountRemedy[] = ['unlock', 'password', 'settings'];

function accountProblems(statuses: readonly AccountSyncStatus[]): Problem[] {
  return statuses
    .flatMap(({ account_id, account_name: name, healthy, last_error: text, failure_class }) => {
      const remedy = remedies[failure_class ?? ''];
      if (healthy || text === null || remedy === undefined) return [];
      const kind = remedy === 'unlock' ? ('sync' as const) : ('account' as const);
      const problem: Problem = {
        key: `${account_id} ${failure_class}`,
        name,
        text,
        tone: 'bad',
        remedy: { kind, account_id, label: t[remedy] },
        canWait: false,
      };
      return [{ trouble: problem, rank: order.indexOf(remedy) }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ trouble: problem }) => problem);
}

function findingProblem(finding: Finding): Problem {
  const { code, message, remediation, severity, action } = finding;
  const helps = action ? undefined : remediation[0];
  return {
    key: code,
    text: helps === undefined ? message : `${message} ${helps}`,
    tone: severity === 'error' ? 'bad' : 'quiet',
    remedy: action ? { kind: 'repair', finding, label: action.label } : remedyOf(code),
    canWait: severity !== 'error',
  };
}

/** Problems that only the user can solve are checked again after the user has acted. */
function remedyOf(code: string): Remedy {
  if (code === 'keychain_silent') return { kind: 'look-again', label: t.again };
  return code.startsWith('disk_') ? { kind: 'look-again', label: t.madeRoom } : { kind: 'diagnostics', label: t.look };
}

/** Nothing can be saved. It ends by itself once the user has acted. */
function diskProblem(text: string): Problem {
  return { key: 'disk', text, tone: 'bad', remedy: { kind: 'look-again', label: t.again }, canWait: false };
}

function configProblems(status: ProblemSources['status']): Problem[] {
  if (!status) return [];
  const { config, bridge } = status;
  const look: Remedy = { kind: 'diagnostics', label: t.look };
  const common = { tone: 'bad', remedy: look, canWait: true } as const;
  return [
    ...(config.trouble === null
      ? []
      : [{ ...common, key: `config ${config.trouble}`, text: t.config({ reason: config.trouble }) }]),
    ...(bridge.trouble === null ? [] : [{ ...common, key: `bridge ${bridge.trouble}`, text: bridge.trouble }]),
  ];
}

const policyTexts: Readonly<Record<string, (() => string) | undefined>> = {
  'read-only': () => t.readOnly,
  'draft-only': () => t.draftOnly,
  restricted: () => t.restricted,
};

function policyProblems(policy: string | undefined): Problem[] {
  const text = policyTexts[policy ?? '']?.();
  if (text === undefined) return [];
  return [{ key: `policy ${policy}`, text, tone: 'quiet', remedy: { kind: 'policy', label: t.policy }, canWait: true }];
}

function updateProblems(update: UpdateState | undefined): Problem[] {
  if (update?.state !== 'ready') return [];
  const { version } = update;
  return [
    {
      key: `update ${version}`,
      text: t.update({ version }),
      tone: 'quiet',
      remedy: { kind: 'install', label: t.install },
      canWait: true,
    },
  ];
}
