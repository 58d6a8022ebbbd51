import type { Log } from '../../daemon/base/log.ts';
import type { Desktop, NotificationAction } from '../../daemon/notifications/desktop.ts';
import type { Notifier } from './notifier.ts';
import type { SoundPlayer } from './sound-player.ts';

export type NativeDesktopDeps = {
  log: Log;
  /** Shows the page at a path. */
  open: (path: string) => void;
  /** Passes on the user's action on a notification. */
  onAction: (notificationId: string, action: NotificationAction) => void;
  /** The folder of the sounds. */
  soundFolder: string;
};

export type NativeDesktop = Desktop & {
  /** Closes notifications, and stops sounds. */
  close(): Promise<void>;
};

/**
 * The desktop of this computer without Electron. Nothing is loaded and no program runs before the first notification or
 * sound.
 */
export function openNativeDesktop({ log, open, onAction, soundFolder }: NativeDesktopDeps): NativeDesktop {
  const { platform } = process;
  let player: Promise<SoundPlayer> | undefined;
  let notifier: Promise<Notifier> | undefined;
  const loadPlayer = () =>
    (player ??= import('./sound-player.ts').then(({ createSoundPlayer }) =>
      createSoundPlayer({ folder: soundFolder, log, platform }),
    ));
  const loadNotifier = () =>
    (notifier ??= import('./notifier.ts').then(({ createNotifier }) =>
      createNotifier({ log, open, onAction, platform }),
    ));
  const logFailure = (failed: unknown) => log.error({ err: failed }, 'a call to the desktop failed');

  return {
    play: (sound, volume) => void loadPlayer().then((loaded) => loaded.play(sound, volume), logFailure),
    show: (notice) => void loadNotifier().then((loaded) => loaded.show(notice), logFailure),
    withdraw(ids) {
      void notifier?.then((loaded) => loaded.withdraw(ids), logFailure);
    },
    // Without a tray there is no place for it.
    setStatus() {},
    async close() {
      await Promise.all([player?.then((loaded) => loaded.close()), notifier?.then((loaded) => loaded.close())]);
    },
  };
}
