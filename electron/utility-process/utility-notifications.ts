import { join } from 'node:path';
import type { Log } from '../../daemon/base/log.ts';
import type { Desktop } from '../../daemon/notifications/desktop.ts';
import { createSoundPlayer, type SoundPlayer } from '../../headless/notifications/sound-player.ts';
import { projectRoot } from '../../headless/project.ts';
import type { UtilityMessage } from '../daemon-process/utility-protocol.ts';

/** A desktop whose notifications the main process shows, and whose sounds this process plays. */
export function createUtilityNotifications(send: (message: UtilityMessage) => void): {
  notifications(log: Log): Desktop;
  close(): void;
} {
  let player: SoundPlayer | undefined;
  return {
    notifications(log) {
      player?.close();
      const own = createSoundPlayer({ folder: soundFolder(), log, platform: process.platform });
      player = own;
      return {
        play: own.play,
        show: (notification) => send({ kind: 'show', notification }),
        withdraw: (ids) => send({ kind: 'withdraw', ids }),
        setStatus: (status) => send({ kind: 'status', status }),
      };
    },
    close: () => player?.close(),
  };
}

/** System programs play the sounds, and cannot read an asar archive. */
function soundFolder(): string {
  return join(projectRoot, 'resources', 'chimes').replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked');
}
