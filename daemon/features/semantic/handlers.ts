import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import {
  markInstalled,
  profileRow,
  setPaused,
  startGeneration,
  wantProfile,
} from '../../mail/semantic/profile-store.ts';
import { semanticProfiles } from '../../models/semantic-profiles.ts';
import type { ReadDb } from '../../store/db.ts';
import type { semanticRequests } from './contract.ts';
import { installFromFolder, type InstallDeps } from './install-files.ts';
import { semanticStatus, type StatusDeps } from './status.ts';

type SemanticDeps = InstallDeps &
  StatusDeps & {
    clock: Clock;
    config: LiveConfig;
    /** A profile is wanted. */
    notifyInstaller: () => void;
    /** There may be something to embed. */
    notifyEmbedder: () => void;
  };

export function semanticHandlers(deps: SemanticDeps): Handlers<typeof semanticRequests> {
  const { clock, config, notifyInstaller, notifyEmbedder } = deps;
  const settings = () => config.current.search.semantic;
  const reply = async (db: ReadDb, caller: Caller) => ({
    kind: 'SemanticStatus' as const,
    snapshot: await semanticStatus(deps, db, caller),
  });
  return {
    status: async (_input, { db, caller }) => ({ status: await semanticStatus(deps, db, caller) }),
    enable({ enabled }, { db, caller }) {
      if (settings().enabled !== enabled) config.change('search.semantic.enabled', enabled);
      const { active_profile, auto_download_models } = settings();
      if (enabled && auto_download_models && !profileRow(db, active_profile)?.installed_at) {
        wantProfile(db, active_profile, actorOf(caller));
        notifyInstaller();
      }
      notifyEmbedder();
      return reply(db, caller);
    },
    reindex(_input, { db }) {
      const { active_profile } = settings();
      if (!profileRow(db, active_profile)?.installed_at) throw notInstalled(active_profile);
      startGeneration(db, active_profile);
      notifyEmbedder();
      return { ok: true };
    },
    backfill(_input, { db, caller }) {
      setPaused(db, settings().active_profile, false);
      notifyEmbedder();
      return reply(db, caller);
    },
    install({ profile }, { db, caller }) {
      if (!profileRow(db, profile)?.installed_at) {
        wantProfile(db, profile, actorOf(caller));
        notifyInstaller();
      }
      return reply(db, caller);
    },
    async installFrom({ profile, folder }, { db, caller }) {
      await installFromFolder(deps, semanticProfiles[profile], {
        folder,
        record: (files) => markInstalled(db, profile, { files, now: instantOf(clock.now()) }),
      });
      notifyEmbedder();
      return reply(db, caller);
    },
    use({ profile }, { db, caller }) {
      if (!profileRow(db, profile)?.installed_at) throw notInstalled(profile);
      if (settings().active_profile !== profile) config.change('search.semantic.active_profile', profile);
      notifyEmbedder();
      return reply(db, caller);
    },
  };
}

function notInstalled(profile: string): Failure {
  return new Failure('conflict', 'not_installed', `The model ${profile} isn’t installed yet. Install it first.`);
}
