import { spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { Failure } from '../../base/failure.ts';
import { commandWords } from './address.ts';
import { changeKey, type AddCommand, type CommandContext, type ReplyOf } from './context.ts';
import { findMail } from './mail-targets.ts';
import type { Listed } from './short-ids.ts';
import { uses } from './rows-used.ts';

const maxRuleWidth = 72;

type ShowOptions = { markRead?: true; headers?: true; html?: true; raw?: true };
type Thread = ReplyOf<'threads.get'>;
type Message = Thread['messages'][number];
type Body = Thread['bodies'][number];
type Address = { name: string | null; email: string };

/** `posthorn show`: a conversation or a message. */
export const addShow: AddCommand = (program, run) => {
  uses(
    program
      .command('show')
      .aliases(['read'])
      .summary('Show a conversation or a message')
      .description(
        'Shows a conversation with all its messages, oldest first, or one message. Nothing is marked as read and no image is fetched.',
      )
      .argument('<id>', 'an id of an earlier list, or a whole id')
      .option('--mark-read', 'mark it as read')
      .option('--headers', 'the header fields of a message, as they were received')
      .option('--raw', 'a message as it was received (RFC 5322)')
      .option('--html', 'the HTML of messages instead of text')
      .action(run(show)),
    'threads.get',
    'messages.body',
    'messages.headers',
    'messages.source',
    'mutations.read',
    'settings.get',
  );
};

async function show(context: CommandContext, id: string, options: ShowOptions): Promise<void> {
  const item = await findMail(context, id);
  if (options.headers || options.raw) await showReceived(context, item, options);
  else if (item.kind === 'thread') await showThread(context, item.id, options);
  else await showMessage(context, item, options);
  if (options.markRead) await markRead(context, item);
}

async function markRead({ ask }: CommandContext, { kind, id }: Listed): Promise<void> {
  const target = kind === 'thread' ? { thread_ids: [id] } : { message_ids: [id] };
  await ask('mutations.read', { ...target, read: true }, { idempotencyKey: changeKey(undefined) });
}

async function showThread(context: CommandContext, thread_id: string, options: ShowOptions): Promise<void> {
  const reply = await context.ask('threads.get', { thread_id });
  const toText = await htmlReader(context, reply.bodies, options);
  context.out.answer(reply, () => {
    const { thread, messages, bodies, body_failures } = reply;
    const bodyOf = (message: Message) => bodies.find(({ message_id }) => message_id === message.id);
    const failureOf = (message: Message) => body_failures.find(({ message_id }) => message_id === message.id)?.error;
    const title = context.out.style(thread.subject || '(no subject)', 'bold');
    const texts = messages.map(
      (message) => messageText(context, message, bodyOf(message), toText) + missing(failureOf(message)),
    );
    return `${title}\n\n${texts.join(`\n\n${rule(context)}\n\n`)}`;
  });
}

/** A line between the messages of a conversation. */
function rule({ out }: CommandContext): string {
  return out.style('─'.repeat(Math.min(out.width ?? maxRuleWidth, maxRuleWidth)), 'dim');
}

function missing(error: string | undefined): string {
  return error === undefined ? '' : `\n\n[${error}]`;
}

async function showMessage(context: CommandContext, { id, thread_id }: Listed, options: ShowOptions): Promise<void> {
  const { body } = await context.ask('messages.body', { message_id: id });
  const thread = thread_id === undefined ? undefined : await context.ask('threads.get', { thread_id });
  const message = thread?.messages.find((each) => each.id === id);
  const toText = await htmlReader(context, [body], options);
  context.out.answer({ ...(message && { message }), body }, () => {
    if (!message) return bodyText(body, toText);
    const title = context.out.style(message.subject || '(no subject)', 'bold');
    return [title, messageText(context, message, body, toText)].join('\n\n');
  });
}

async function showReceived(context: CommandContext, item: Listed, { raw }: ShowOptions): Promise<void> {
  const message_id = item.kind === 'message' ? item.id : await newestMessage(context, item.id);
  if (raw) {
    const reply = await context.ask('messages.source', { message_id });
    return context.out.answer(reply, () => reply.source.replaceAll('\r\n', '\n') + (reply.is_cut ? '\n[…]' : ''));
  }
  const reply = await context.ask('messages.headers', { message_id });
  context.out.answer(reply, () =>
    reply.headers.map(([name, value]) => `${name}: ${value}`.replaceAll('\r\n', '\n')).join('\n'),
  );
}

/** The newest message of a conversation. Throws Failure `not_found`. */
export async function newestMessage({ ask }: CommandContext, thread_id: string): Promise<string> {
  const { messages } = await ask('threads.get', { thread_id });
  const newest = messages.at(-1);
  if (newest) return newest.id;
  throw new Failure('missing', 'not_found', 'The conversation has no messages.');
}

function messageText(
  { out }: CommandContext,
  message: Message,
  body: Body | undefined,
  toText: (body: Body) => string,
): string {
  const addresses = (list: readonly Address[] = []) => list.map(addressText).join(', ');
  const attachments = body?.attachments.filter(({ shown }) => !shown) ?? [];
  const fields: [string, string][] = [
    ['From', addressText({ name: message.sender, email: message.sender_detail ?? '' })],
    ['To', addresses(message.to)],
    ['Cc', addresses(message.cc)],
    ['Bcc', addresses(message.bcc)],
    ['Date', message.date_full],
    ['Labels', (message.labels ?? []).map(({ name }) => name).join(', ')],
    ['Attachments', attachments.map(({ filename, size_bytes }) => `${filename} (${sizeText(size_bytes)})`).join(', ')],
  ];
  const warning = message.suspicious
    ? [out.style('Warning: this may be someone pretending to be someone else.', 'yellow')]
    : [];
  const header = fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${out.style(`${name}:`, 'cyan')} ${oneLine(value)}`);
  return [...header, ...warning, '', body ? bodyText(body, toText) : ''].join('\n').trimEnd();
}

function bodyText(body: Body, toText: (body: Body) => string): string {
  return toText(body).replaceAll('\r\n', '\n').replaceAll('\t', '    ').trimEnd();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function addressText({ name, email }: Address): string {
  if (!name || name === email) return email;
  return email === '' ? name : `${name} <${email}>`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * How a body becomes text. Mail that is HTML above all is given to `[render].html_command`; where that command is missing or
 * fails, the text that Posthorn made itself is shown.
 */
async function htmlReader(
  context: CommandContext,
  bodies: readonly Body[],
  { html }: ShowOptions,
): Promise<(body: Body) => string> {
  const plain = (body: Body) => body.text_plain ?? '';
  if (context.out.isJson) return plain;
  if (html) return (body) => body.text_html ?? plain(body);
  const asHtml = bodies.filter(({ preferred, text_html }) => preferred === 'html' && text_html !== null);
  if (asHtml.length === 0) return plain;
  const command = await htmlCommand(context);
  const texts = new Map<string, string>();
  for (const { message_id, text_html } of asHtml) {
    const text = command === '' ? undefined : await runHtmlCommand(context, command, text_html ?? '');
    if (text !== undefined) texts.set(message_id, text);
  }
  return (body) => texts.get(body.message_id) ?? plain(body);
}

async function htmlCommand({ ask }: CommandContext): Promise<string> {
  const { values } = await ask('settings.get', {});
  const { render } = values as { render?: { html_command?: string } };
  return render?.html_command ?? '';
}

/** What a command makes of HTML on its standard input; undefined where it cannot be run or fails. No shell is involved. */
async function runHtmlCommand({ io, out }: CommandContext, command: string, html: string): Promise<string | undefined> {
  const [program = '', ...words] = commandWords(command);
  // w3m does not know what it reads on standard input.
  const typed = program === 'w3m' && !words.includes('-T') ? [...words, '-T', 'text/html', '-I', 'UTF-8'] : words;
  const child = spawn(program, typed, { cwd: io.cwd, env: { ...io.env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', () => resolve(null));
  });
  child.stdin.on('error', () => undefined).end(html);
  const [text, code] = await Promise.all([textOf(child.stdout).catch(() => ''), ended]);
  if (code === 0) return text;
  if (code !== null) out.note(`[render].html_command failed with exit code ${code}; Posthorn’s own text is shown.`);
  return undefined;
}
