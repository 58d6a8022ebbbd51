import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { frontmatter } from '../../contract/draft.ts';

export type Frontmatter = z.output<typeof frontmatter>;

/** A message in the form an editor shows. `context` is displayed below the message and is not part of it. */
type RawDraft = { frontmatter: Frontmatter; body: string; context: readonly string[] };

const fence = '---';
/** From the last such line on, if only lines with `#` follow, the text is not part of the message. */
const footerMarker = '# ------- nothing below this line is sent -------';

/**
 * Writes a message as YAML front matter and Markdown, followed by its context. `readRawDraft` parses it back exactly.
 */
export function writeRawDraft({ frontmatter: head, body, context }: RawDraft): string {
  const yaml = stringify(head, { lineWidth: 0 });
  const hasContext = context.length > 0 || `\n${body}\n`.includes(`\n${footerMarker}\n`);
  const footer = [footerMarker, ...context.flatMap((line) => line.split('\n')).map((line) => `# ${line}`.trimEnd())];
  return `${fence}\n${yaml}${fence}\n${body}${hasContext ? `\n${footer.join('\n')}\n` : ''}`;
}

/** Parses the text of `writeRawDraft` after a user edited it. Throws Failure `bad_front_matter`. */
export function readRawDraft(raw: string): Omit<RawDraft, 'context'> {
  const [, yaml, rest] = /^---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|$)(.*)$/ms.exec(raw) ?? [];
  if (yaml === undefined || rest === undefined)
    throw badFrontMatter('It has to begin with a line of three dashes, the fields, and another such line.');
  return { frontmatter: fieldsIn(yaml), body: withoutContext(rest) };
}

/** The line number, from 1, at which the body begins in `raw`. */
export function bodyLineNumber(raw: string): number {
  return raw.slice(0, raw.indexOf(`\n${fence}\n`)).split('\n').length + 2;
}

function withoutContext(rest: string): string {
  const at = `\n${rest}`.lastIndexOf(`\n${footerMarker}\n`);
  if (at === -1) return rest;
  const footer = rest.slice(at + footerMarker.length + 1).split('\n');
  return footer.every((line) => line === '' || line.startsWith('#')) ? rest.slice(0, Math.max(0, at - 1)) : rest;
}

/** The fields of the wire format; fields that an editor omits get empty values. */
const editedFrontmatter = frontmatter.extend({
  to: z.string().default(''),
  cc: z.string().default(''),
  bcc: z.string().default(''),
  subject: z.string().default(''),
  from: z.string().default(''),
  attach: z.array(z.string()).default([]),
});

function fieldsIn(yaml: string): Frontmatter {
  const { data, error } = editedFrontmatter.safeParse(parseYaml(yaml));
  if (!error) return data;
  const [issue] = error.issues;
  throw badFrontMatter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? error.message}`);
}

/** Fields without a value are omitted. */
function parseYaml(yaml: string): unknown {
  try {
    const read: unknown = parse(yaml) ?? {};
    if (typeof read !== 'object' || Array.isArray(read)) return read;
    return Object.fromEntries(Object.entries(read as object).filter(([, value]) => value !== null));
  } catch (cause) {
    throw badFrontMatter('It is no YAML.', cause);
  }
}

function badFrontMatter(why: string, cause?: unknown): Failure {
  return new Failure('invalid', 'bad_front_matter', `The head of the message can’t be read. ${why}`, { cause });
}
