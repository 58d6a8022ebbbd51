import type { AccountSyncStatus } from '../../daemon/contract/fields.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { Reply } from '../api.ts';
import type { Finding } from '../diagnostics/queries.ts';
import { strings } from '../strings.ts';

/** What stands in somebody's way, in words, and the one thing that helps. */
export type Trouble = {
  /** The same as long as the trouble is the same, so that what was put away stays away. */
  key: string;
  /** What it is of, such as an account. */
  name?: string | undefined;
  text: string;
  tone: 'bad' | 'quiet';
  remedy: Remedy;
  /** It can wait, and may be put away. */
  canWait: boolean;
};

export type Remedy =
  | { kind: 'account'; account_id: string; label: string }
  | { kind: 'sync'; account_id: string; label: string }
  | { kind: 'repair'; finding: Finding; label: string }
  | { kind: 'look-again'; label: string }
  | { kind: 'diagnostics'; label: string }
  | { kind: 'policy'; label: string }
  | { kind: 'install'; label: string };

export type Facts = {
  statuses: readonly AccountSyncStatus[];
  findings: readonly Finding[];
  status: Pick<Reply<'admin', 'status'>, 'config' | 'bridge'> | undefined;
  policy: string | undefined;
  update: UpdateState | undefined;
};

const words = strings.trouble;

/**
 * All troubles that only a person can end, the gravest first. What ends by itself, such as a lost network, is none, and what
 * the page of diagnostics alone needs to tell is not here.
 */
export function troublesIn({ statuses, findings, status, policy, update }: Facts): Trouble[] {
  const found = (codes: readonly string[]) =>
    findings.filter(({ code }) => codes.includes(code)).map((finding) => findingTrouble(finding));
  return [
    ...found(['store_unreadable', 'disk_full']),
    ...accountTroubles(statuses),
    ...found(['keychain_silent', 'worker_failing']),
    ...configTroubles(status),
    ...found(['index_unreadable', 'index_wrong', 'disk_nearly_full', 'index_differs', 'index_waiting']),
    ...policyTroubles(policy),
    ...updateTroubles(update),
  ];
}

type AccountRemedy = 'password' | 'settings' | 'unlock';

const remedies: Readonly<Record<string, AccountRemedy | undefined>> = {
  auth: 'password',
  tls: 'settings',
  keychain: 'unlock',
  refused: 'settings',
};

/** Those that ask the least come first. */
const order: readonly AccountRemedy[] = ['unlock', 'password', 'settings'];

function accountTroubles(statuses: readonly AccountSyncStatus[]): Trouble[] {
  return statuses
    .flatMap(({ account_id, account_name: name, healthy, last_error: text, failure_class }) => {
      const remedy = remedies[failure_class ?? ''];
      if (healthy || text === null || remedy === undefined) return [];
      const kind = remedy === 'unlock' ? ('sync' as const) : ('account' as const);
      const trouble: Trouble = {
        key: `${account_id} ${failure_class}`,
        name,
        text,
        tone: 'bad',
        remedy: { kind, account_id, label: words[remedy] },
        canWait: false,
      };
      return [{ trouble, rank: order.indexOf(remedy) }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ trouble }) => trouble);
}

function findingTrouble(finding: Finding): Trouble {
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

/** What nobody but a person can put right is looked at again once they have. */
function remedyOf(code: string): Remedy {
  if (code === 'keychain_silent') return { kind: 'look-again', label: words.again };
  return code.startsWith('disk_')
    ? { kind: 'look-again', label: words.madeRoom }
    : { kind: 'diagnostics', label: words.look };
}

function configTroubles(status: Facts['status']): Trouble[] {
  if (!status) return [];
  const { config, bridge } = status;
  const look: Remedy = { kind: 'diagnostics', label: words.look };
  const common = { tone: 'bad', remedy: look, canWait: true } as const;
  return [
    ...(config.trouble === null
      ? []
      : [{ ...common, key: `config ${config.trouble}`, text: words.config({ reason: config.trouble }) }]),
    ...(bridge.trouble === null ? [] : [{ ...common, key: `bridge ${bridge.trouble}`, text: bridge.trouble }]),
  ];
}

const policyWords: Readonly<Record<string, (() => string) | undefined>> = {
  'read-only': () => words.readOnly,
  'draft-only': () => words.draftOnly,
  restricted: () => words.restricted,
};

function policyTroubles(policy: string | undefined): Trouble[] {
  const text = policyWords[policy ?? '']?.();
  if (text === undefined) return [];
  return [
    { key: `policy ${policy}`, text, tone: 'quiet', remedy: { kind: 'policy', label: words.policy }, canWait: true },
  ];
}

function updateTroubles(update: UpdateState | undefined): Trouble[] {
  if (update?.state !== 'ready') return [];
  const { version } = update;
  return [
    {
      key: `update ${version}`,
      text: words.update({ version }),
      tone: 'quiet',
      remedy: { kind: 'install', label: words.install },
      canWait: true,
    },
  ];
}
