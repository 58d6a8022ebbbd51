import { createHash } from 'node:crypto';
import { z } from 'zod';
import { filterSettings } from './filter-settings.ts';

/**
 * The header of Posthorn's scripts: a mark, what the script was made from as JSON in comments, and a checksum of the rest,
 * by which a script that was changed elsewhere is recognized.
 */
const header = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filters'), settings: filterSettings }),
  z.object({ kind: z.literal('wrapper'), includes: z.string() }),
]);
type ScriptHeader = z.output<typeof header>;

const mark = '# Posthorn, format 1. Change this in Posthorn, under Settings.';
const anyMark = /^# Posthorn, format \d+\./;
const dataPrefix = '#: ';
const checksumPrefix = '# Checksum: ';
/** Some servers limit the length of a line. */
const dataLineLength = 500;

/** A script with its header, with the line ends that ManageSieve asks for. */
export function withHeader(data: ScriptHeader, body: readonly string[]): string {
  const json = asciiJson(data);
  const dataLines = json.match(new RegExp(`.{1,${dataLineLength}}`, 'g')) ?? [];
  const lines = [...dataLines.map((part) => `${dataPrefix}${part}<`), ...body, ''];
  const rest = lines.join('\r\n');
  return `${mark}\r\n${checksumPrefix}${checksumOf(rest)}\r\n${rest}`;
}

/**
 * A script that Posthorn has made. `header` is undefined if it cannot be read, as that of a newer format; `isEdited`: the
 * script is not as Posthorn stored it.
 */
type OwnScript = { header: ScriptHeader | undefined; isEdited: boolean };

/** Undefined for a script that Posthorn has not made. */
export function readOwnScript(script: string): OwnScript | undefined {
  if (!anyMark.test(script)) return undefined;
  const [first, checksum = '', ...lines] = script.replaceAll('\r\n', '\n').split('\n');
  // A reply may contain such a line too, so only the first ones count.
  const dataEnd = lines.findIndex((line) => !line.startsWith(dataPrefix));
  const dataLines = lines.slice(0, Math.max(dataEnd, 0));
  const data = headerFrom(dataLines.map((line) => line.slice(dataPrefix.length).replace(/<\s*$/, '')).join(''));
  const isEdited =
    first !== mark || data === undefined || checksum.trim() !== `${checksumPrefix}${checksumOf(lines.join('\n'))}`;
  return { header: data, isEdited };
}

function headerFrom(json: string): ScriptHeader | undefined {
  try {
    return header.parse(JSON.parse(json));
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) return undefined;
    throw thrown;
  }
}

/** Of the lines alone: servers may change line ends, and what follows the last line. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trimEnd()).digest('hex').slice(0, 32);
}

/** Without other characters than ASCII, so that no line is cut within one. */
function asciiJson(data: ScriptHeader): string {
  return JSON.stringify(data).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
