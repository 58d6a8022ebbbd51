import { isUuid } from './base/ids.ts';
import type { Request } from './contract/define.ts';
import { presentAccountIds } from './mail/accounts/account-ids.ts';
import { presentMessageIds } from './mail/messages/messages.ts';
import type { ReadDb } from './store/db.ts';

const accountKeys = ['account_id', 'account_ids'];
const messageKeys = ['message_id', 'message_ids'];

type ScopeKeys = {
  accounts?: string | readonly string[];
  messages?: string | readonly string[];
  threads?: string | undefined;
};

/**
 * The input of a request with the present ids of accounts and messages, where it has ids that they had earlier or that
 * other copies of them would have. Aliases of threads are resolved where threads are looked up.
 */
export function withPresentIds(
  { scope }: Pick<Request, 'scope'>,
  input: Record<string, unknown>,
  read: ReadDb,
): Record<string, unknown> {
  const { accounts: accountScope = [], messages: messageScope = [] }: ScopeKeys =
    typeof scope === 'string' ? {} : scope;
  const accounts = replacements(input, [...accountKeys, accountScope].flat(), (ids) => presentAccountIds(read, ids));
  const messages = replacements(input, [...messageKeys, messageScope].flat(), (ids) => presentMessageIds(read, ids));
  return { ...input, ...accounts, ...messages };
}

function replacements(
  input: Record<string, unknown>,
  keys: readonly string[],
  presentIds: (ids: readonly string[]) => Map<string, string>,
): Record<string, unknown> {
  const named = [...new Set(keys)].filter((key) => isIdOrList(input[key]));
  const ids = named.flatMap((key) => input[key] as string | string[]).filter(isUuid);
  if (ids.length === 0) return {};
  const present = presentIds(ids.map((id) => id.toLowerCase()));
  if (present.size === 0) return {};
  const replace = (id: string) => present.get(id.toLowerCase()) ?? id;
  return Object.fromEntries(
    named.map((key) => {
      const value = input[key] as string | string[];
      return [key, typeof value === 'string' ? replace(value) : value.map(replace)];
    }),
  );
}

function isIdOrList(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}
