import { Failure } from '../../base/failure.ts';
import type { ScriptSession } from '../../providers/script-server.ts';
import { filterScript, filtersName, type ScriptContext } from './filter-script.ts';
import { isAnythingOn, isWorthKeeping, type FilterSettings } from './filter-settings.ts';
import type { StoredScripts } from './stored-scripts.ts';
import { wrapperName, wrapperScript } from './wrapper-script.ts';

type SaveRequest = {
  settings: FilterSettings;
  /** Whether a script of Posthorn that was changed elsewhere is replaced. */
  replacesEdited: boolean;
  context: Omit<ScriptContext, 'extensions'>;
};

/**
 * Stores the settings on the server. Scripts are stored first and made active last, and in the other order when they are
 * turned off, so that an interruption leaves the previous state or the new one. Throws Failure, and then has changed nothing
 * that runs: `script_edited`, `name_taken`, `other_script_active`, `other_vacation`, `extension_missing`,
 * `changed_elsewhere`.
 */
export async function saveScripts(session: ScriptSession, stored: StoredScripts, request: SaveRequest): Promise<void> {
  const { settings, replacesEdited, context } = request;
  if (stored.state === 'name_taken') throw nameTaken(stored);
  if (stored.state === 'edited' && !replacesEdited) throw scriptEdited();
  const isOn = isAnythingOn(settings);
  if (isOn && stored.other !== undefined) await checkCombination(session, stored.other, settings);
  const script = filterScript(settings, { ...context, extensions: session.extensions });
  await session.check(script);
  if (isOn) await turnOn(session, stored, script);
  else await turnOff(session, stored, isWorthKeeping(settings) ? script : undefined);
}

async function turnOn(session: ScriptSession, stored: StoredScripts, script: string): Promise<void> {
  const { other } = stored;
  // The wrapper includes the filters, so they are stored before it is checked.
  await writeIfNew(session, filtersName, script, stored.filters?.text);
  const wanted = other === undefined ? filtersName : wrapperName;
  if (other !== undefined) {
    const wrapper = wrapperScript(other);
    await session.check(wrapper);
    await writeIfNew(session, wrapperName, wrapper, stored.wrapper?.text);
  }
  if (stored.active !== wanted) await activate(session, stored, wanted);
  if (other === undefined && stored.wrapper) await session.remove(wrapperName);
}

/** Makes the other script the active one again, or none; `kept` is the script that keeps the settings, and does nothing. */
async function turnOff(session: ScriptSession, stored: StoredScripts, kept: string | undefined): Promise<void> {
  const { active, other } = stored;
  if (active === filtersName || active === wrapperName) await activate(session, stored, other);
  if (stored.wrapper) await session.remove(wrapperName);
  if (kept !== undefined) await writeIfNew(session, filtersName, kept, stored.filters?.text);
  else if (stored.filters) await session.remove(filtersName);
}

async function writeIfNew(session: ScriptSession, name: string, script: string, storedText: string | undefined) {
  if (withoutLineEnds(script) !== withoutLineEnds(storedText ?? '')) await session.write(name, script);
}

function withoutLineEnds(script: string): string {
  return script.replaceAll('\r\n', '\n').trimEnd();
}

/** Another program may have made another script active since the scripts were read. */
async function activate(session: ScriptSession, stored: StoredScripts, name: string | undefined): Promise<void> {
  const active = (await session.list()).find(({ isActive }) => isActive)?.name;
  if (active !== stored.active) throw changedElsewhere();
  await session.activate(name);
}

/** Throws if the filters cannot run beside the script that the user has from another program. */
async function checkCombination(session: ScriptSession, other: string, { vacation }: FilterSettings): Promise<void> {
  if (!session.extensions.has('include'))
    throw new Failure(
      'conflict',
      'other_script_active',
      `The script “${other}” runs on this mail server, and the server can’t run a second one beside it (it lacks “include”). ` +
        'Posthorn changes nothing. Turn that script off where you made it, then try again.',
      { script: other },
    );
  if (!vacation.enabled || !(await answersMail(session, other))) return;
  throw new Failure(
    'conflict',
    'other_vacation',
    `The script “${other}” on this mail server already answers or rejects mail, which can’t be combined with a second ` +
      'vacation reply. Turn that off where you made it, then try again.',
    { script: other },
  );
}

/** More scripts than these are not followed from one to the next. */
const mostIncluded = 20;

/**
 * Whether a script, or one that it includes, may answer or reject mail. Servers end a script that takes two such actions
 * with an error (RFC 5230, section 4.7), so that neither would work.
 */
async function answersMail(session: ScriptSession, name: string): Promise<boolean> {
  const names = new Set([name]);
  for (const each of names) {
    const script = ((await session.read(each)) ?? '').replaceAll(/\/\*[\s\S]*?\*\/|#.*/g, '');
    const requires = script.match(/\brequire\b[^;]*;/gi) ?? [];
    if (requires.some((list) => /"(vacation|vacation-seconds|reject|ereject)"/i.test(list))) return true;
    for (const [, included = ''] of script
      .replaceAll(/\brequire\b[^;]*;/gi, '')
      .matchAll(/\binclude\b[^;"]*"([^"]+)"/gi))
      if (names.size < mostIncluded) names.add(included);
  }
  return false;
}

export function changedElsewhere(): Failure {
  return new Failure(
    'stale',
    'changed_elsewhere',
    'The filters on the mail server were changed elsewhere in the meantime. Load them again, then make your change once more.',
  );
}

function scriptEdited(): Failure {
  return new Failure(
    'conflict',
    'script_edited',
    'Posthorn’s script on the mail server was changed by another program. Saving would replace that change.',
  );
}

function nameTaken({ filters }: StoredScripts): Failure {
  const name = filters?.origin === 'foreign' ? filtersName : wrapperName;
  return new Failure(
    'conflict',
    'name_taken',
    `The mail server has a script named “${name}” that Posthorn didn’t create. Rename or delete it where you made it, then try again.`,
    { script: name },
  );
}
