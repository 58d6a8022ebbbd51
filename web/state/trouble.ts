import type { AccountSyncStatus } from '../../daemon/contract/fields.ts';

/** What stands in the way of an account's mail that somebody has to put right, and what puts it right. */
export type Trouble = {
  account_id: string;
  name: string;
  message: string;
  remedy: 'password' | 'settings' | 'again';
};

const remedies: Readonly<Record<string, Trouble['remedy'] | undefined>> = {
  auth: 'password',
  tls: 'settings',
  keychain: 'again',
  refused: 'settings',
};

/**
 * The trouble that is told first: of those that only a person can end, the one that asks the least of them. What ends by
 * itself, such as a lost connection, is none.
 */
export function troubleOf(statuses: readonly AccountSyncStatus[]): Trouble | undefined {
  const order = ['again', 'password', 'settings'];
  const [first] = statuses
    .flatMap(({ account_id, account_name: name, healthy, last_error: message, failure_class }) => {
      const remedy = remedies[failure_class ?? ''];
      return healthy || message === null || remedy === undefined ? [] : [{ account_id, name, message, remedy }];
    })
    .sort((one, other) => order.indexOf(one.remedy) - order.indexOf(other.remedy));
  return first;
}
