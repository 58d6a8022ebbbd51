import type { z } from 'zod';
import type { WorkerHealth } from '../../base/worker.ts';
import type { AccountSyncStatus } from '../../contract/fields.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { StoreAudit } from '../../mail/audit/audit.ts';
import type { Drift } from '../../mail/audit/drift.ts';
import type { RuleTrouble } from '../../mail/rules/troubles.ts';
import type { Coverage } from '../../mail/index/coverage.ts';
import type { diagnosticsRequests } from './contract.ts';
import type { DiskFacts, ExposedPath, ShortToken, SocketFacts } from './machine-facts.ts';
import type { OpenJob, OpenOperations } from './store.ts';
import type { ConfigNote } from '../../config/config-source.ts';
import type { SettingsFileName } from '../../config/settings-files.ts';

type Report = z.output<(typeof diagnosticsRequests)['report']['output']>['report'];
export type Finding = Report['findings'][number];

export type BridgeFacts = { url: string | null; trouble: string | null };

/**
 * The stores of passwords and OAuth sign-ins, and why the one for passwords does not answer. `isWeak`: nothing protects them
 * from other programs of the user, because there is no keychain and no vault.
 */
export type SecretsFacts = {
  kind: 'keychain' | 'file' | 'vault';
  tokens: 'keychain' | 'files' | 'vault' | undefined;
  trouble: string | undefined;
  isWeak: boolean;
};

/** The input of the checks: facts gathered at one moment. */
export type Facts = {
  now: Date;
  /** The caller's accounts. */
  accounts: readonly Account[];
  statuses: readonly AccountSyncStatus[];
  /** Milliseconds between two sync passes of an account. */
  intervalMs: number;
  /** The result of the store audit, or why there is none. */
  audit: Partial<StoreAudit> & { trouble?: string };
  coverage: Coverage;
  operations: readonly OpenOperations[];
  jobs: readonly OpenJob[];
  workers: readonly WorkerHealth[];
  bridge: BridgeFacts;
  /** Why the TCP transport is not as its settings say. */
  tcpTrouble: string | null;
  disk: DiskFacts;
  socket: SocketFacts;
  /** Facts for the user only; undefined for other callers. */
  owner: OwnerFacts | undefined;
};

type BackupFacts = {
  newest: string | null;
  /** Whether a backup is made each day, and why the last one was not made. */
  automatic: { is_on: boolean; problem: string | null };
};

/** A damaged file of settings or secrets. `trouble` is why, and what holds until it is repaired. */
export type DamagedFile = { name: SettingsFileName; trouble: string; isRestorable: boolean };

export type OwnerFacts = {
  notes: readonly ConfigNote[];
  damagedFiles: readonly DamagedFile[];
  exposed: readonly ExposedPath[];
  /** What other users of the computer could read until the daemon was started. */
  closedPaths: readonly string[];
  shortTokens: readonly ShortToken[];
  secrets: SecretsFacts | undefined;
  /** Whether the app's window runs without the sandbox of Chromium. */
  isWindowSandboxOff: boolean;
  /** Error lines of the log, newest first, or why it cannot be read. */
  log: { errors: readonly string[] } | { trouble: string };
  /** When the newest sound backup was made; undefined if there is nothing to back up. */
  backups: BackupFacts | { trouble: string } | undefined;
  /** Rules for new mail that are not applied. */
  rules: readonly RuleTrouble[];
};

/** A check is a pure function of the facts. */
export type Check = (facts: Facts) => Finding[];

type FindingInput = Pick<Finding, 'code' | 'severity' | 'category' | 'message' | 'remediation'> &
  Partial<Pick<Finding, 'account_id' | 'action' | 'other_action'>>;

export function finding(input: FindingInput): Finding {
  return { account_id: null, action: null, other_action: null, ...input };
}

/** The account of a drift. */
export function accountOf({ accounts }: Facts, { account }: Pick<Drift, 'account'>): Account | undefined {
  return accounts.find(({ id }) => id === account);
}

/** The display name of an account. */
export function accountDisplayName({ name, email }: Pick<Account, 'name' | 'email'>): string {
  return name || email;
}
