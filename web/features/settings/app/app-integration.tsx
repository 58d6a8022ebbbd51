import { useQuery } from '@tanstack/react-query';
import type { DesktopBridge } from '../../../../daemon/contract/desktop.ts';
import { appErrorMessage } from '../../../api/desktop.ts';
import { SwitchLine } from '../switch-line.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';

const t = strings.app;

/** The integration of the app with the desktop: start at login, and mail links. */
export function AppIntegration({ bridge }: { bridge: DesktopBridge }) {
  const { runAction } = useAction({ affects: ['app'] });
  const atLogin = useQuery({ queryKey: ['app', 'login'], queryFn: () => bridge.startsAtLogin() }).data;
  const isMail = useQuery({ queryKey: ['app', 'mail'], queryFn: () => bridge.isMailProgram() }).data;
  const set = (change: () => Promise<unknown>) => runAction(change, t.notSet, appErrorMessage);
  return (
    <>
      {typeof atLogin === 'boolean' && (
        <SwitchLine label={t.atLogin} isOn={atLogin} onChange={(on) => set(() => bridge.setStartsAtLogin(on))} />
      )}
      {isMail === false && (
        <SwitchLine
          label={t.mailProgram}
          hint={t.mailProgramHint}
          isOn={false}
          onChange={() => set(() => bridge.becomeMailProgram())}
        />
      )}
    </>
  );
}
