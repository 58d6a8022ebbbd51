import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.screener;

/** Switches the screener on and off. */
export function useScreenerSwitch() {
  const { api } = useServices();
  const { runOnce, isPending } = useAction({ affects: ['screener', 'settings', 'mailbox', 'thread', 'shell'] });
  return {
    isSwitching: isPending,
    switchTo: (value: boolean): Promise<boolean> =>
      runOnce(() => api.settings.change({ key: 'screener.enabled', value }), t.notSwitched),
  };
}
