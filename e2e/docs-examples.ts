/** A command of a page, and what the page shows as its answer. */
export type Example = { command: string; answer?: { form: 'json' | 'text'; text: string } };

/** What a command has said, and how it ended. */
export type Outcome = { code: number; said: string };

const fenced = /^```(sh|json|text)\n([\s\S]*?)^```$/gm;

/** The commands of a page of Markdown, in order: every `sh` block, with the `json` or `text` block right behind it. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let endOfCommand = -1;
  for (const { 0: whole, 1: form, 2: text = '', index } of page.matchAll(fenced)) {
    const last = examples.at(-1);
    const isBehind = page.slice(endOfCommand, index).trim() === '';
    if (form === 'sh') examples.push({ command: text });
    else if (last && isBehind) last.answer = { form: form === 'json' ? 'json' : 'text', text };
    endOfCommand = form === 'sh' ? index + whole.length : -1;
  }
  return examples;
}

/** What is not as the page says, as sentences. */
export function faultsOf({ command, answer }: Example, outcome: Outcome | undefined): string[] {
  const first = command.trim().split('\n').at(-1) ?? '';
  const { said, code } = outcome ?? { said: '', code: Number.NaN };
  if (code !== 0) return [`${first} ended with ${code} and said ${said}`];
  if (!answer) return [];
  const faults = answer.form === 'json' ? jsonFaults(answer.text, said) : textFaults(answer.text, said);
  return faults.map((fault) => `${first}: ${fault}. It said ${said.slice(0, 1500)}`);
}

function jsonFaults(shown: string, said: string): string[] {
  try {
    return differences(JSON.parse(shown), JSON.parse(said), 'the answer');
  } catch (failed) {
    return [`this is no JSON (${String(failed)})`];
  }
}

/** Words of these keys stand on the page as they are answered; of others only the kind of value is held. */
const exact = new Set(['code', 'status', 'error', 'ok', 'kind', 'service', 'source', 'dry_run']);

function differences(shown: unknown, said: unknown, place: string): string[] {
  const key = place.split('.').at(-1) ?? '';
  if (kindOf(shown) !== kindOf(said)) return [`${place} is ${kindOf(said)} and not ${kindOf(shown)}`];
  if (Array.isArray(shown) && Array.isArray(said)) {
    if (shown.length > 0 && said.length === 0) return [`${place} is empty`];
    return shown.slice(0, said.length).flatMap((each, at) => differences(each, said[at], `${place}.${at}`));
  }
  if (isRecord(shown) && isRecord(said))
    return Object.entries(shown).flatMap(([name, value]) => differences(value, said[name], `${place}.${name}`));
  return exact.has(key) && shown !== said
    ? [`${place} is ${JSON.stringify(said)} and not ${JSON.stringify(shown)}`]
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

/** Every line that is shown has been said; `…` stands for anything. */
function textFaults(shown: string, said: string): string[] {
  const lines = said.split('\n');
  return shown
    .trim()
    .split('\n')
    .filter((line) => !lines.some((each) => formOf(line).test(each)))
    .map((line) => `the line "${line}" is missing`);
}

function formOf(line: string): RegExp {
  return new RegExp(`^${line.split('…').map(escaped).join('.*')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Links of a page to other files, apart from images' titles and from other sites. */
export function linksIn(page: string): { target: string; anchor: string }[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', anchor = ''] = link.split('#');
      return { target, anchor };
    });
}

/** What the headings of a page are called in a link. */
export function anchorsIn(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
