import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveConfig } from '../../config/live-config.ts';
import { runTogether, type Loop } from '../../base/loop.ts';
import type { OneByOne } from '../../base/one-by-one.ts';
import { markMissing, modelsInUse, profileRow, profileRows, wantProfile } from '../../mail/semantic/profile-store.ts';
import { semanticProfileNames } from '../../models/semantic-profiles.ts';
import type { WriteDb } from '../../store/db.ts';
import { isIncoming, isInPlace } from './install-files.ts';

type PrepareDeps = { db: WriteDb; config: LiveConfig; modelsDir: string; removeUnusedModels: () => Promise<void> };

/** Looks at the models that are there, and then runs the loops that need them. */
export function prepareModels(deps: PrepareDeps, loops: readonly Loop[]): Loop {
  return {
    name: 'semantic',
    async run(signal) {
      await deps.removeUnusedModels();
      await noteMissingModels(deps);
      wantConfiguredModel(deps);
      await runTogether(
        loops.map((loop) => (until: AbortSignal) => loop.run(until)),
        signal,
      );
    },
  };
}

/**
 * Removes the folders of models that nothing needs: those whose installation was interrupted, and those that others have replaced. Only
 * downloads are continued.
 */
export function unusedModelsRemover({
  db,
  modelsDir,
  oneByOne,
}: Pick<PrepareDeps, 'db' | 'modelsDir'> & { oneByOne: OneByOne }): () => Promise<void> {
  // Files that an installation copies are not among them until a row names them.
  const known = new Set(foldersIn(modelsDir));
  return () =>
    oneByOne(async () => {
      for (const name of known)
        if (!modelsInUse(db).has(name)) {
          await rm(join(modelsDir, name), { recursive: true, force: true });
          known.delete(name);
        }
      for (const name of modelsInUse(db)) known.add(name);
    });
}

function foldersIn(modelsDir: string): string[] {
  const names = existsSync(modelsDir) ? readdirSync(modelsDir) : [];
  return names.filter((name) => semanticProfileNames.some((profile) => name.startsWith(profile)) && !isIncoming(name));
}

/** A model whose files are gone, as after a restore of the mail alone, has to be installed again. */
async function noteMissingModels({ db, modelsDir }: PrepareDeps): Promise<void> {
  for (const { profile, model, installed_at } of profileRows(db))
    if (installed_at !== null && model !== null && !(await isInPlace({ modelsDir }, model)))
      markMissing(db, profile, 'The files of the model are gone. Install it again.');
}

/**
 * Where `auto_download_models` is written in the file, the user has agreed to the download there: that is how a computer without a
 * page gets its model. A download that was given up starts again only when the user asks for it.
 */
function wantConfiguredModel({ db, config }: PrepareDeps): void {
  const { enabled, auto_download_models, active_profile } = config.current.search.semantic;
  if (!enabled || !auto_download_models || !config.explicit.has('search.semantic.auto_download_models')) return;
  const row = profileRow(db, active_profile);
  if (!row?.installed_at && !row?.last_error) wantProfile(db, active_profile, undefined);
}
