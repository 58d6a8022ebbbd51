import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { UpdateState } from '../../../daemon/contract/desktop.ts';
import type { Reply } from '../../api/client.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';
import { isLate, type Send } from '../../data/queries/outbox.ts';
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
  | { kind: 'outbox'; label: string }
  | { kind: 'install'; label: string }
  | { kind: 'vault'; label: string };

export type ProblemSources = {
  sends: readonly Send[];
  statuses: readonly AccountSyncStatus[];
  findings: readonly Finding[];
  status: Pick<Reply<'admin', 'status'>, 'config' | 'bridge' | 'store_problem' | 'disk' | 'vault'> | undefined;
  policy: string | undefined;
  update: UpdateState | undefined;
};

const t = strings.trouble;

/**
 * All problems that only the user can solve, the most serious first. A problem that ends by itself, such as a lost network,
 * is omitted, and so are those that are only relevant on the diagnostics page.
 */
export function problemsIn({ sends, statuses, findings, status, policy, update }: ProblemSources): Problem[] {
  const found = (codes: readonly string[]) =>
    findings.filter(({ code }) => codes.includes(code)).map((finding) => findingProblem(finding));
  return [
    ...storeProblems(status?.store_problem),
    ...found(['store_unreadable']),
    ...(status?.disk ? [diskProblem(status.disk)] : found(['disk_full'])),
    ...accountProblems(statuses, status?.vault === 'locked'),
    ...lateSendProblems(sends),
    ...found(['keychain_silent', 'worker_failing']),
    ...settingsFileProblems(findings, status),
    ...bridgeProblems(status),
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

function accountProblems(statuses: readonly AccountSyncStatus[], isVaultLocked: boolean): Problem[] {
  return statuses
    .flatMap(({ account_id, account_name: name, healthy, last_error: text, failure_class }) => {
      const remedy = remedies[failure_class ?? ''];
      if (healthy || text === null || remedy === undefined) return [];
      const isForVault = remedy === 'unlock' && isVaultLocked;
      const kind = remedy === 'unlock' ? ('sync' as const) : ('account' as const);
      const problem: Problem = {
        key: `${account_id} ${failure_class}`,
        name,
        text,
        tone: 'bad',
        remedy: isForVault ? { kind: 'vault', label: strings.vault.unlock } : { kind, account_id, label: t[remedy] },
        canWait: false,
      };
      return [{ trouble: problem, rank: order.indexOf(remedy) }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ trouble: problem }) => problem);
}

/** Scheduled sends whose time passed in a sleep: the user chooses what happens to them. */
function lateSendProblems(sends: readonly Send[]): Problem[] {
  const late = sends.filter(isLate);
  const [first] = late;
  if (!first) return [];
  return [
    {
      key: `late ${late.map(({ send_id }) => send_id).join(' ')}`,
      text: t.late({ count: late.length, subject: first.subject || strings.list.noSubject }),
      tone: 'bad',
      remedy: { kind: 'outbox', label: t.chooseLate },
      canWait: true,
    },
  ];
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

const settingsFileCodes: readonly string[] = ['config_unreadable', 'keys_unreadable', 'secrets_unreadable'];

/** Damaged files of settings. The status reports config.toml before the first check does, and without a repair. */
function settingsFileProblems(findings: readonly Finding[], status: ProblemSources['status']): Problem[] {
  const damaged = findings.filter(({ code }) => settingsFileCodes.includes(code));
  const isConfigFound = damaged.some(({ code }) => code === 'config_unreadable');
  return [
    ...(isConfigFound ? [] : statusProblem('config_unreadable', status?.config.trouble ?? null)),
    ...damaged.map((finding) => ({
      ...findingProblem(finding),
      key: `${finding.code} ${finding.message}`,
      canWait: true,
    })),
  ];
}

function bridgeProblems(status: ProblemSources['status']): Problem[] {
  return statusProblem('bridge', status?.bridge.trouble ?? null);
}

function statusProblem(name: string, trouble: string | null): Problem[] {
  if (trouble === null) return [];
  const remedy = { kind: 'diagnostics', label: t.look } as const;
  return [{ key: `${name} ${trouble}`, text: trouble, tone: 'bad', remedy, canWait: true }];
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
