import { ProviderError, type Provider } from '../../../providers/provider.ts';
import type { Account } from '../../accounts/accounts.ts';
import { recordSentColor, unsentColors } from '../../labels/labels.ts';
import type { PushDeps } from './push-deps.ts';

/**
 * Sends the colors of labels that the user chose, or took away, to a server that has colors. A color that the server refuses stays on this
 * computer. Throws ProviderError for everything else; the color is then sent again later.
 */
export async function pushLabelColors(
  { db, log }: Pick<PushDeps, 'db' | 'log'>,
  { account, provider }: { account: Account; provider: Pick<Provider, 'colorFolder'> },
  signal: AbortSignal,
): Promise<void> {
  if (!provider.colorFolder) return;
  for (const label of unsentColors(db, account)) {
    try {
      recordSentColor(db, label, await provider.colorFolder(label.path, label.color, signal));
    } catch (thrown) {
      if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
      log.info({ account: account.account_id }, 'the server refused the color of a label');
      recordSentColor(db, label, undefined);
    }
  }
}
