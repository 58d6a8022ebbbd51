import { instantOf } from '../../base/clock.ts';
import type { Handlers } from '../../handler-types.ts';
import type { modesRequests } from './contract.ts';
import { doneHandler, type DoneDeps } from './done.ts';
import { guides } from './guides.ts';
import { guidedModes, modeNamed, type GuidedMode } from './mode-names.ts';
import { cardSeenAt, saveCardSeen } from './store.ts';
import type { ReadDb } from '../../store/db.ts';

export function modesHandlers(deps: DoneDeps): Handlers<typeof modesRequests> {
  return {
    done: doneHandler(deps),
    guide: ({ mode }, { db }) => guideReply(db, mode === undefined ? guidedModes : [modeNamed(mode)]),
    card({ mode, seen }, { db }) {
      const named = modeNamed(mode);
      saveCardSeen(db, named, seen ? instantOf(deps.clock.now()) : undefined);
      return guideReply(db, [named]);
    },
  };
}

function guideReply(db: ReadDb, modes: readonly GuidedMode[]) {
  return {
    kind: 'ModeGuides' as const,
    guides: modes.map((mode) => {
      const { card_keys, keys, ...texts } = guides[mode];
      const seen = cardSeenAt(db, mode);
      const state = { card_seen: seen !== undefined, ...(seen !== undefined && { card_seen_at: seen }) };
      return { mode, ...texts, card_keys: [...card_keys], keys: [...keys], ...state };
    }),
  };
}
