import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopBridge } from '../../daemon/contract/desktop.ts';
import { saidByApp } from '../desktop.ts';
import { SwitchLine } from '../settings/switch-line.tsx';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';

const words = strings.app;

/** What the computer lets the app do: start by itself, and open mail links. */
export function AppHabits({ bridge }: { bridge: DesktopBridge }) {
  const client = useQueryClient();
  const tried = useTrying();
  const atLogin = useQuery({ queryKey: ['app', 'login'], queryFn: () => bridge.startsAtLogin() }).data;
  const isMail = useQuery({ queryKey: ['app', 'mail'], queryFn: () => bridge.isMailProgram() }).data;
  const set = async (ask: () => Promise<unknown>) => {
    await tried(ask, words.notSet, saidByApp);
    await client.invalidateQueries({ queryKey: ['app'] });
  };
  return (
    <>
      {typeof atLogin === 'boolean' && (
        <SwitchLine words={words.atLogin} isOn={atLogin} onChange={(on) => set(() => bridge.setStartsAtLogin(on))} />
      )}
      {isMail === false && (
        <SwitchLine
          words={words.mailProgram}
          hint={words.mailProgramHint}
          isOn={false}
          onChange={() => set(() => bridge.becomeMailProgram())}
        />
      )}
    </>
  );
}
