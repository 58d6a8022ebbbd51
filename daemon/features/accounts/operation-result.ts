import type { AccountTrouble, OperationResult } from '../../contract/account-setup.ts';

type Step = NonNullable<OperationResult['sync']>;

/** The result of an operation; it is ok if every step that was taken is ok. */
export function accountOperationResult(
  outcome: Partial<Omit<OperationResult, 'ok' | 'summary'>> & { summary: string },
): OperationResult {
  const { summary, save = null, auth = null, sync = null, send = null, troubles = [] } = outcome;
  const ok = [save, auth, sync, send].every((step) => step === null || step.ok);
  return {
    ok,
    summary,
    save,
    auth,
    sync,
    send,
    troubles,
    device_code_url: outcome.device_code_url ?? null,
    device_code_user_code: outcome.device_code_user_code ?? null,
  };
}

export function succeededStep(detail: string): Step {
  return { ok: true, detail };
}

export function failedStep({ message }: Pick<AccountTrouble, 'message'>): Step {
  return { ok: false, detail: message };
}

/** `3 messages`, `1 draft`, `no drafts`. */
export function formatNounCount(count: number, noun: string): string {
  const number = count === 0 ? 'no' : count.toLocaleString('en');
  return `${number} ${noun}${count === 1 ? '' : 's'}`;
}
