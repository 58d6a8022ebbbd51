import type { z } from 'zod';
import type { WorkerHealth } from '../../base/worker.ts';
import type { ConfigNote } from '../../config/config-file.ts';
import type { AccountSyncStatus } from '../../contract/fields.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { StoreAudit } from '../../mail/audit/audit.ts';
import type { Drift } from '../../mail/audit/drift.ts';
import type { Coverage } from '../../mail/index/coverage.ts';
import type { diagnosticsRequests } from './contract.ts';
import type { DiskFacts, ExposedPath, SocketFacts } from './machine-facts.ts';
import type { OpenJob, OpenOperations } from './store.ts';

type Report = z.output<(typeof diagnosticsRequests)['report']['output']>['report'];
export type Finding = Report['findings'][number];

export type BridgeFacts = { url: string | null; trouble: string | null };

/** Where passwords are kept, where sign-ins made in the browser are, and why the keychain does not answer. */
export type SecretsFacts = {
  kind: 'keychain' | 'file';
  tokens: 'keychain' | 'files' | undefined;
  trouble: string | undefined;
};

/** What the checks judge: everything that was asked of one moment. */
export type Facts = {
  now: Date;
  /** The caller's accounts. */
  accounts: readonly Account[];
  statuses: readonly AccountSyncStatus[];
  /** Milliseconds between two looks at an account. */
  intervalMs: number;
  /** What a look through the store found, or why there was none. */
  audit: Partial<StoreAudit> & { trouble?: string };
  coverage: Coverage;
  operations: readonly OpenOperations[];
  jobs: readonly OpenJob[];
  workers: readonly WorkerHealth[];
  bridge: BridgeFacts;
  disk: DiskFacts;
  socket: SocketFacts;
  /** What is for the owner alone; undefined for anybody else. */
  owner: OwnerFacts | undefined;
};

export type OwnerFacts = {
  config: { notes: readonly ConfigNote[]; trouble: string | undefined };
  exposed: readonly ExposedPath[];
  secrets: SecretsFacts | undefined;
  /** Lines of the log that tell of errors, newest first, or why it cannot be read. */
  log: { errors: readonly string[] } | { trouble: string };
  /** When the newest backup was made; undefined where there is nothing to back up. */
  backups: { newest: string | null } | { trouble: string } | undefined;
};

/** A check is a plain function of the facts. */
export type Check = (facts: Facts) => Finding[];

type FindingInput = Pick<Finding, 'code' | 'severity' | 'category' | 'message' | 'remediation'> &
  Partial<Pick<Finding, 'account_id' | 'action'>>;

export function finding(input: FindingInput): Finding {
  return { account_id: null, action: null, ...input };
}

/** The account that a drift is of. */
export function accountOf({ accounts }: Facts, { account }: Pick<Drift, 'account'>): Account | undefined {
  return accounts.find(({ id }) => id === account);
}

/** What an account is called. */
export function accountDisplayName({ name, email }: Pick<Account, 'name' | 'email'>): string {
  return name || email;
}
