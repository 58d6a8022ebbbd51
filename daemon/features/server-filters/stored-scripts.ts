import { createHash } from 'node:crypto';
import type { ScriptSession } from '../../providers/script-server.ts';
import { filtersName } from './filter-script.ts';
import { defaultSettings, isAnythingOn, type FilterSettings } from './filter-settings.ts';
import { readOwnScript } from './script-header.ts';
import { wrapperName } from './wrapper-script.ts';

/** The scripts of an account as they are on its server. */
export type StoredScripts = {
  names: ReadonlySet<string>;
  /** The name of the active script. */
  active: string | undefined;
  filters: StoredScript | undefined;
  wrapper: StoredScript | undefined;
  /** The script of another program that runs now, directly or by way of the wrapper. */
  other: string | undefined;
  settings: FilterSettings;
  state: FilterState;
  /** Changes whenever Posthorn's scripts or the active one do. */
  etag: string;
};

type StoredScript = {
  text: string;
  /** `foreign`: it has the name of a script of Posthorn, which did not make it or cannot read it. */
  origin: 'own' | 'edited' | 'foreign';
};

/**
 * `inactive`: something is turned on, but another script is active. `edited`: a script of Posthorn was changed elsewhere.
 * `name_taken`: another program's script has the name of one of Posthorn's.
 */
type FilterState = 'off' | 'on' | 'inactive' | 'edited' | 'name_taken';

export async function readStoredScripts(session: ScriptSession): Promise<StoredScripts> {
  const listed = await session.list();
  const names = new Set(listed.map(({ name }) => name));
  const active = listed.find(({ isActive }) => isActive)?.name;
  const textOf = async (name: string) => (names.has(name) ? await session.read(name) : undefined);
  const [filtersText, wrapperText] = [await textOf(filtersName), await textOf(wrapperName)];
  const filters = readFilters(filtersText);
  const wrapper = readWrapper(wrapperText);
  const included = active === wrapperName ? wrapper?.includes : undefined;
  const other = active === wrapperName ? included : active === filtersName ? undefined : active;
  const settings = filters?.settings ?? defaultSettings;
  const scripts = { active, filters, wrapper };
  return {
    names,
    ...scripts,
    other: other !== undefined && names.has(other) ? other : undefined,
    settings,
    state: stateOf(scripts, settings),
    etag: createHash('sha256')
      .update(JSON.stringify([active ?? null, filtersText ?? null, wrapperText ?? null]))
      .digest('hex')
      .slice(0, 16),
  };
}

function readFilters(text: string | undefined): (StoredScript & { settings?: FilterSettings }) | undefined {
  if (text === undefined) return undefined;
  const own = readOwnScript(text);
  if (!own) return { text, origin: 'foreign' };
  const { header, isEdited } = own;
  if (header?.kind !== 'filters') return { text, origin: 'edited' };
  return { text, origin: isEdited ? 'edited' : 'own', settings: header.settings };
}

function readWrapper(text: string | undefined): (StoredScript & { includes?: string }) | undefined {
  if (text === undefined) return undefined;
  const own = readOwnScript(text);
  if (!own) return { text, origin: 'foreign' };
  const { header, isEdited } = own;
  // Without the name of the included script, replacing the wrapper would turn that script off.
  if (header?.kind !== 'wrapper') return { text, origin: 'foreign' };
  return { text, origin: isEdited ? 'edited' : 'own', includes: header.includes };
}

function stateOf(
  { active, filters, wrapper }: Pick<StoredScripts, 'active' | 'filters' | 'wrapper'>,
  settings: FilterSettings,
): FilterState {
  const origins = [filters?.origin, wrapper?.origin];
  if (origins.includes('foreign')) return 'name_taken';
  if (origins.includes('edited')) return 'edited';
  if (!isAnythingOn(settings)) return 'off';
  return active === filtersName || active === wrapperName ? 'on' : 'inactive';
}
