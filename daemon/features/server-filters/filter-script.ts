import { Failure } from '../../base/failure.ts';
import { instantAt, utcDay } from '../../base/local-time.ts';
import type { FilterRule, FilterSettings, Vacation } from './filter-settings.ts';
import { withHeader } from './script-header.ts';
import { sieveList, sieveString } from './sieve-string.ts';

/** The name of the script with the filters on the server. */
export const filtersName = 'posthorn-filters';

export type ScriptContext = {
  /** What the server supports. */
  extensions: ReadonlySet<string>;
  /** The user's addresses: mail to other addresses gets no reply (RFC 5230, section 4.5). */
  addresses: readonly string[];
  /** The zone of the dates: an IANA name, or undefined for the machine's. */
  zone: string | undefined;
};

type Block = { requires: readonly string[]; lines: readonly string[] };

/**
 * The script that does what the settings say. Throws Failure `unsupported` `extension_missing` if the server lacks what
 * an enabled part needs.
 */
export function filterScript(settings: FilterSettings, context: ScriptContext): string {
  const { vacation, rules } = settings;
  const blocks = [
    // First, because a filter may end the script.
    ...(vacation.enabled ? [vacationBlock(vacation, context)] : []),
    ...rules.filter(({ enabled }) => enabled).map((rule) => ruleBlock(rule, context)),
  ];
  const requires = [...new Set(blocks.flatMap((block) => block.requires))].toSorted();
  checkExtensions(requires, context.extensions);
  const lines = [
    ...(requires.length > 0 ? [`require ${sieveList(requires)};`] : []),
    ...blocks.flatMap((block) => ['', ...block.lines]),
  ];
  return withHeader({ kind: 'filters', settings }, lines);
}

function vacationBlock(vacation: Vacation, { addresses, zone }: ScriptContext): Block {
  const { from, until, subject, text, days } = vacation;
  const words = [
    'vacation',
    `:days ${days}`,
    ...(addresses.length > 0 ? [`:addresses ${sieveList(addresses)}`] : []),
    ...(subject === '' ? [] : [`:subject ${sieveString(subject)}`]),
    sieveString(text),
  ];
  const action = `${words.join(' ')};`;
  const tests = [
    ...(from === null ? [] : [dateTest('ge', from, zone)]),
    ...(until === null ? [] : [dateTest('le', until, zone)]),
  ];
  if (tests.length === 0) return { requires: ['vacation'], lines: ['# Vacation reply', action] };
  const lines = ['# Vacation reply', `if allof (${tests.join(', ')}) {`, `  ${action}`, '}'];
  return { requires: ['date', 'relational', 'vacation'], lines };
}

/** Whether a day has begun, or has not ended, in the zone of the user (RFC 5260, section 5). */
function dateTest(relation: 'ge' | 'le', day: string, zone: string | undefined): string {
  const offset = zoneOffset(day, zone);
  return `currentdate :zone ${sieveString(offset)} :value ${sieveString(relation)} "date" ${sieveString(day)}`;
}

/** The offset from UTC at midnight of a day, as in `+0100`. */
function zoneOffset(day: string, zone: string | undefined): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const local = utcDay(year, month, date);
  const minutes = Math.round((local - instantAt(local, zone)) / 60_000);
  const size = Math.abs(minutes);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}

const headersOf: Record<FilterRule['conditions'][number]['field'], readonly string[]> = {
  from: ['from', 'sender'],
  to: ['to', 'cc'],
  subject: ['subject'],
  list_id: ['list-id'],
};

function ruleBlock({ name, match, conditions, move_to, mark_read, stop }: FilterRule, context: ScriptContext): Block {
  const tests = conditions.map(
    ({ field, contains }) => `header :contains ${sieveList(headersOf[field])} ${sieveString(contains)}`,
  );
  const create = context.extensions.has('mailbox') ? ':create ' : '';
  const lines = [
    ...(name === '' ? [] : [`# ${name}`]),
    `if ${match === 'all' ? 'allof' : 'anyof'} (${tests.join(', ')}) {`,
    ...(mark_read ? [`  addflag ${sieveString('\\Seen')};`] : []),
    ...(move_to === null ? [] : [`  fileinto ${create}${sieveString(move_to)};`]),
    ...(stop ? ['  stop;'] : []),
    '}',
  ];
  const requires = [
    ...(mark_read ? ['imap4flags'] : []),
    ...(move_to === null ? [] : ['fileinto', ...(create ? ['mailbox'] : [])]),
  ];
  return { requires, lines };
}

const extensionPurposes: Readonly<Record<string, string>> = {
  vacation: 'send vacation replies',
  date: 'begin and end a vacation reply on a date. Turn it on and off by hand',
  relational: 'begin and end a vacation reply on a date. Turn it on and off by hand',
  fileinto: 'move mail to another folder',
  imap4flags: 'mark mail as read',
};

function checkExtensions(requires: readonly string[], extensions: ReadonlySet<string>): void {
  const missing = requires.find((extension) => !extensions.has(extension));
  if (missing === undefined) return;
  const sentence = `This mail server can’t ${extensionPurposes[missing] ?? `run filters with ${missing}`}.`;
  throw new Failure('unsupported', 'extension_missing', sentence, { extension: missing });
}
