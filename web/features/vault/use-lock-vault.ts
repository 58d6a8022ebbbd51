import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { vaultQueries } from './vault-queries.ts';

const t = strings.vault;

/** Locks the passwords, and says what that means for mail. */
export function useLockVault() {
  const { api, toasts } = useServices();
  const { runOnce, isPending } = useAction({ affects: vaultQueries });
  const lock = async () => {
    if (await runOnce(() => api.secrets.lockVault({}), t.notLocked))
      toasts.show({ tone: 'plain', text: t.locked, note: t.lockedNote });
  };
  return { lock: () => void lock(), isPending };
}
