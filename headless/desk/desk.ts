import type { Log } from '../../daemon/base/log.ts';
import type { Desk, NoticeAction } from '../../daemon/desk/desk.ts';
import type { Notifier } from './notifier.ts';
import type { Player } from './player.ts';

export type NativeDeskParts = {
  log: Log;
  /** Shows the page at a path. */
  open: (path: string) => void;
  /** Passes on what the person did from a notification. */
  onAnswer: (notice: string, action: NoticeAction) => void;
  /** Where the sounds lie. */
  folder: string;
};

export type NativeDesk = Desk & {
  /** Takes away what is shown, and ends what sounds. */
  close(): Promise<void>;
};

/** The desktop of this computer without Electron. Nothing is loaded and no program runs until there is something to tell. */
export function nativeDesk({ log, open, onAnswer, folder }: NativeDeskParts): NativeDesk {
  const { platform } = process;
  let player: Promise<Player> | undefined;
  let notifier: Promise<Notifier> | undefined;
  const playing = () =>
    (player ??= import('./player.ts').then(({ createPlayer }) => createPlayer({ folder, log, platform })));
  const notifying = () =>
    (notifier ??= import('./notifier.ts').then(({ createNotifier }) =>
      createNotifier({ log, open, onAnswer, platform }),
    ));
  const logged = (failed: unknown) => log.error({ err: failed }, 'the desktop could not be told something');

  return {
    play: (sound, volume) => void playing().then((loaded) => loaded.play(sound, volume), logged),
    show: (notice) => void notifying().then((loaded) => loaded.show(notice), logged),
    withdraw(ids) {
      void notifier?.then((loaded) => loaded.withdraw(ids), logged);
    },
    // Without a tray there is no place for it.
    tell() {},
    async close() {
      await Promise.all([player?.then((loaded) => loaded.close()), notifier?.then((loaded) => loaded.close())]);
    },
  };
}
