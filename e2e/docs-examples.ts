/** A command of a page, and the answer that the page shows. */
type Example = { command: string; expected?: { form: 'json' | 'text'; text: string } };

/** The output of a command, and its exit code. */
export type CommandOutcome = { code: number; output: string };

const codeBlock = /^```(sh|json|text)\n([\s\S]*?)^```$/gm;

/** The commands of a page of Markdown, in order: every `sh` block, with the `json` or `text` block right after it. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let endOfCommand = -1;
  for (const { 0: whole, 1: form, 2: text = '', index } of page.matchAll(codeBlock)) {
    const last = examples.at(-1);
    const isBehind = page.slice(endOfCommand, index).trim() === '';
    if (form === 'sh') examples.push({ command: text });
    else if (last && isBehind) last.expected = { form: form === 'json' ? 'json' : 'text', text };
    endOfCommand = form === 'sh' ? index + whole.length : -1;
  }
  return examples;
}

/** The differences from the page, as sentences. */
export function exampleFaults({ command, expected }: Example, outcome: CommandOutcome | undefined): string[] {
  const first = command.trim().split('\n').at(-1) ?? '';
  const { output, code } = outcome ?? { output: '', code: Number.NaN };
  if (code !== 0) return [`${first} ended with ${code} and printed ${output}`];
  if (!expected) return [];
  const faults = expected.form === 'json' ? jsonFaults(expected.text, output) : textFaults(expected.text, output);
  return faults.map((fault) => `${first}: ${fault}. Its output: ${output.slice(0, 1500)}`);
}

function jsonFaults(shown: string, output: string): string[] {
  try {
    return differences(JSON.parse(shown), JSON.parse(output), 'the answer');
  } catch (failed) {
    return [`this is no JSON (${String(failed)})`];
  }
}

/** Values of these keys match the page exactly; of other keys only the type of the value is compared. */
const exactKeys = new Set(['code', 'status', 'error', 'ok', 'kind', 'service', 'source', 'dry_run']);

function differences(expected: unknown, actual: unknown, path: string): string[] {
  const key = path.split('.').at(-1) ?? '';
  if (kindOf(expected) !== kindOf(actual)) return [`${path} is ${kindOf(actual)} and not ${kindOf(expected)}`];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length > 0 && actual.length === 0) return [`${path} is empty`];
    return expected.slice(0, actual.length).flatMap((each, at) => differences(each, actual[at], `${path}.${at}`));
  }
  if (isRecord(expected) && isRecord(actual))
    return Object.entries(expected).flatMap(([name, value]) => differences(value, actual[name], `${path}.${name}`));
  return exactKeys.has(key) && expected !== actual
    ? [`${path} is ${JSON.stringify(actual)} and not ${JSON.stringify(expected)}`]
    : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** Every shown line is in the output; `…` stands for any text. */
function textFaults(shown: string, output: string): string[] {
  const lines = output.split('\n');
  return shown
    .trim()
    .split('\n')
    .filter((line) => !lines.some((each) => linePattern(line).test(each)))
    .map((line) => `the line "${line}" is missing`);
}

function linePattern(line: string): RegExp {
  return new RegExp(`^${line.split('…').map(escapeRegExp).join('.*')}$`);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The links of a page to other files, without titles of images and other sites. */
export function linksIn(page: string): { target: string; anchor: string }[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', anchor = ''] = link.split('#');
      return { target, anchor };
    });
}

/** The anchors of the headings of a page. */
export function anchorsIn(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
