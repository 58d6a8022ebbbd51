import { formatInteger } from '../../../base/numbers.ts';
import { accountOf, accountDisplayName, finding, type Check, type Facts, type Finding } from '../facts.ts';

/** Work that waits for long without a reason. */
export const checkQueues: Check = (facts) => [...operations(facts), ...jobs(facts)];

function operations(facts: Facts): Finding[] {
  return facts.operations.flatMap(({ account: id, count, unsure }) => {
    const account = accountOf(facts, { account: id });
    if (!account) return [];
    const status = facts.statuses.find(({ account_id }) => account_id === account.account_id);
    // Another check reports an unreachable server; work for it waits with a reason.
    if (!status?.healthy) return [];
    return finding({
      code: unsure > 0 ? 'changes_unsure' : 'changes_waiting',
      severity: 'warning',
      category: 'sync',
      message: `${accountDisplayName(account)}: ${formatInteger(count)} ${count === 1 ? 'change has been waiting' : 'changes have been waiting'} for more than an hour to sync.`,
      remediation: ['Sync them now.', 'If they keep waiting, restart Posthorn.'],
      account_id: account.account_id,
      action: { id: 'retry_stuck', label: 'Try again' },
    });
  });
}

function jobs({ jobs: open }: Facts): Finding[] {
  if (open.length === 0) return [];
  const [first] = open;
  return [
    finding({
      code: 'jobs_long',
      severity: 'info',
      category: 'daemon',
      message:
        open.length === 1
          ? `A job has been running for more than a day${first?.error ? `: ${first.error}` : '.'}`
          : `${formatInteger(open.length)} jobs have been running for more than a day.`,
      remediation: ['Large mailboxes take a while. After a restart, jobs that can continue do, and the rest end.'],
    }),
  ];
}
