import { join } from 'node:path';
import type { Log } from '../daemon/base/log.ts';
import type { Desk } from '../daemon/desk/desk.ts';
import { createPlayer, type Player } from '../headless/desk/player.ts';
import { projectRoot } from '../headless/project.ts';
import type { UtilityNews } from './host-calls.ts';

/** A desktop whose notifications the main process shows, and whose sounds are played from here. */
export function newsDesk(tell: (news: UtilityNews) => void): { desk(log: Log): Desk; close(): void } {
  let player: Player | undefined;
  return {
    desk(log) {
      player?.close();
      const own = createPlayer({ folder: soundFolder(), log, platform: process.platform });
      player = own;
      return {
        play: own.play,
        show: (notice) => tell({ kind: 'show', notice }),
        withdraw: (ids) => tell({ kind: 'withdraw', ids }),
        tell: (status) => tell({ kind: 'status', status }),
      };
    },
    close: () => player?.close(),
  };
}

/** Programs of the system play the sounds, which cannot look into an asar archive. */
function soundFolder(): string {
  return join(projectRoot, 'resources', 'chimes').replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked');
}
