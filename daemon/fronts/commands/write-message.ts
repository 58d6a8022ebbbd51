import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Option, type Command } from 'commander';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { chosenAccount, changeKey, type CommandContext, type InputOf, type ReplyOf } from './context.ts';
import { editText } from './editor.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { localTime } from './local-time.ts';
import { collect, parseWhole } from './parse-options.ts';
import { askPerson } from './prompt.ts';

export type WriteOptions = {
  to?: string[];
  cc?: string[];
  bcc?: string[];
  subject?: string;
  body?: string;
  attach?: string[];
  key?: string;
} & SendOptions;
type SendOptions = { hold?: number; at?: string; anyway?: true; key?: string };

/** What happens to a message once it is written; undefined asks the person. */
export type Outcome = 'draft' | 'send' | undefined;

type Session = ReplyOf<'compose.open'>['session'];
type Opening = Pick<InputOf<'compose.open'>, 'kind' | 'message_id'>;

/** Adds the options of commands that write a message. */
export function addWriteOptions(command: Command): Command {
  return command
    .option('--to <address>', 'a recipient; may be given several times', collect)
    .option('--cc <address>', 'a recipient of a copy', collect)
    .option('--bcc <address>', 'a recipient whom the others don’t see', collect)
    .option('-s, --subject <text>', 'the subject')
    .option('-b, --body <text>', 'the text, in Markdown; - reads standard input')
    .option('--attach <file>', 'a file to attach; may be given several times', collect);
}

/** Adds the options of commands that send. */
export function addSendOptions(command: Command): Command {
  return command
    .option('--hold <seconds>', 'how long sending can be undone', parseWhole(600))
    .addOption(new Option('--at <time>', 'send at a time, such as 2026-03-12T08:00+01:00').conflicts('hold'))
    .option('--anyway', 'send although the safety check stops it')
    .option('--key <key>', 'a name for this send: repeated with the same key, it is sent once');
}

/**
 * Writes a message from options, standard input or, on a terminal, in the editor. Then it is sent or stored as a draft.
 * Resolves to the exit code.
 */
export async function writeMessage(
  context: CommandContext,
  opening: Opening,
  options: WriteOptions,
  outcome: Outcome,
): Promise<number> {
  const key = changeKey(options.key);
  const files = (options.attach ?? []).map((file) => checkedFile(context, file));
  const body = await givenBody(context, options.body);
  const account = opening.kind === 'new' ? await chosenAccount(context) : undefined;
  const fields = {
    ...(options.to && { to: options.to.join(', ') }),
    ...(options.cc && { cc: options.cc.join(', ') }),
    ...(options.bcc && { bcc: options.bcc.join(', ') }),
    ...(options.subject !== undefined && { subject: options.subject }),
    ...(body !== undefined && { body }),
    ...(account && { account_id: account.account_id }),
  };
  const opened = (await context.ask('compose.open', { ...opening, ...fields }, { idempotencyKey: `${key}/open` }))
    .session;
  let isKept = false;
  try {
    const session = await withFiles(context, opened, files, key);
    const edited = body === undefined ? await editedSession(context, session) : session;
    const chosen = outcome ?? (body === undefined ? await askOutcome(context) : 'draft');
    if (chosen === 'discard') return 0;
    isKept = true;
    return chosen === 'send'
      ? await sendSession(context, edited, options, key)
      : await saveSession(context, edited, key);
  } finally {
    // Nothing stays open that a later run would not find.
    if (!isKept) await context.ask('compose.discard', { draft_path: opened.draftPath });
  }
}

/** The text of `--body`; undefined where the person is to write it in the editor. */
async function givenBody({ io, out }: CommandContext, body: string | undefined): Promise<string | undefined> {
  if (body === '-') return textOf(Readable.from(io.stdin));
  if (body !== undefined) return body;
  if (io.stdin.isTTY && out.isTerminal && !out.isJson) return undefined;
  throw new UsageError('Give the text with --body TEXT, or with --body - on standard input.');
}

function checkedFile({ io }: CommandContext, file: string): string {
  const path = resolve(io.cwd, file);
  try {
    if (statSync(path).isFile()) return path;
  } catch (cause) {
    throw new UsageError(`${file} can’t be attached: ${systemReason(cause)}.`);
  }
  throw new UsageError(`${file} can’t be attached: it isn’t a file.`);
}

async function withFiles(context: CommandContext, session: Session, files: readonly string[], key: string) {
  if (files.length === 0) return session;
  const { client } = await context.daemon();
  const paths: string[] = [];
  for (const [at, file] of files.entries()) {
    const filename = basename(file);
    context.out.progress(`Attaching ${filename}…`);
    const uploaded = await client.ask(
      'compose.upload',
      { draft_path: session.draftPath, filename },
      { idempotencyKey: `${key}/attach/${at}`, content: createReadStream(file), timeoutMs: 0 },
    );
    paths.push((uploaded as ReplyOf<'compose.upload'>).path);
  }
  return updated(context, session, { attach: [...session.frontmatter.attach, ...paths] }, `${key}/files`);
}

async function updated(
  { ask }: CommandContext,
  { draftPath, frontmatter: { to, cc, bcc, subject, from, attach }, bodyMarkdown }: Session,
  changes: { attach?: string[]; body?: string; to?: string; cc?: string; bcc?: string; subject?: string },
  key?: string,
): Promise<Session> {
  const input = { draft_path: draftPath, to, cc, bcc, subject, from, attach, body: bodyMarkdown, ...changes };
  return (await ask('compose.update', input, { idempotencyKey: key })).session;
}

/** Has the person write the message. Its first lines are the fields, so that they can be changed, too. */
async function editedSession(context: CommandContext, session: Session): Promise<Session> {
  const text = await editText(context, messageTemplate(session), session.editorCommand);
  return updated(context, session, parseTemplate(text));
}

function messageTemplate({ frontmatter: { to, cc, bcc, subject }, bodyMarkdown }: Session): string {
  const fields = { To: to, Cc: cc, Bcc: bcc, Subject: subject };
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n${bodyMarkdown}`;
}

/** The fields and the body of an edited template. Throws UsageError for a line above the body that is no field. */
function parseTemplate(text: string): { to: string; cc: string; bcc: string; subject: string; body: string } {
  const content = text.replaceAll('\r\n', '\n');
  const end = content.indexOf('\n\n');
  const [head, body] = end < 0 ? [content, ''] : [content.slice(0, end), content.slice(end + 2)];
  const fields = { to: '', cc: '', bcc: '', subject: '' };
  for (const line of head.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^(to|cc|bcc|subject):(.*)$/i.exec(line) ?? [];
    if (name === '')
      throw new UsageError(`“${line}” isn’t a field. Leave an empty line between the fields and the text.`);
    fields[name.toLowerCase() as keyof typeof fields] = value.trim();
  }
  return { ...fields, body };
}

async function askOutcome(context: CommandContext): Promise<'draft' | 'send' | 'discard'> {
  const answer = await askPerson(context, 'Send it now, save it as a draft, or discard it? [send/draft/discard]', [
    'send',
    'draft',
    'discard',
  ]);
  return answer === 'send' || answer === 'discard' ? answer : 'draft';
}

async function saveSession(context: CommandContext, { draftPath }: Session, key: string): Promise<number> {
  const reply = await context.ask('compose.save', { draft_path: draftPath }, { idempotencyKey: `${key}/save` });
  const [short_id = reply.draft_id] = (await context.shortIds()).remember([{ kind: 'draft', id: reply.draft_id }]);
  context.out.done({ ...reply, short_id }, () => `Saved as draft ${short_id}. To send it: posthorn send ${short_id}`);
  return exitCodes.done;
}

/** Sends a session. What cannot be sent is kept as a draft, so that no text is lost. */
async function sendSession(
  context: CommandContext,
  session: Session,
  options: SendOptions,
  key: string,
): Promise<number> {
  try {
    return await queueSession(context, session, options, key);
  } catch (failed) {
    // Not known whether it was sent, or it was sent before.
    const isFinal = !(failed instanceof Failure) || ['timed_out', 'daemon_gone', 'session_ended'].includes(failed.code);
    if (isFinal) throw failed;
    const { draft_id } = await context.ask('compose.save', { draft_path: session.draftPath });
    const [short_id] = (await context.shortIds()).remember([{ kind: 'draft', id: draft_id }]);
    const { kind, code, message, details, retryable } = failed;
    throw new Failure(kind, code, `${message} The message is kept as draft ${short_id}.`, {
      ...details,
      draft_id,
      retryable,
      cause: failed,
    });
  }
}

async function queueSession(
  context: CommandContext,
  { draftPath, frontmatter: { to } }: Session,
  options: SendOptions,
  key: string,
): Promise<number> {
  const time = {
    ...(options.at !== undefined && { send_at: options.at }),
    ...(options.hold !== undefined && { hold_seconds: options.hold }),
  };
  const reply = await sendChecked(options, key, (override, idempotencyKey) =>
    context.ask('compose.send', { draft_path: draftPath, ...time, ...override }, { idempotencyKey }),
  );
  return printReceipt(context, reply, { to });
}

/**
 * Sends, and with `--anyway` once more with the permission that the safety check offers a person. Without it, or where the
 * check offers none, throws its Failure `not_safe`.
 */
export async function sendChecked<Reply>(
  { anyway }: SendOptions,
  key: string,
  send: (override: { override_safety_token?: string }, idempotencyKey: string) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await send({}, `${key}/send`);
  } catch (failed) {
    const override_safety_token = anyway ? offeredOverride(failed) : undefined;
    if (override_safety_token === undefined) throw failed;
    return send({ override_safety_token }, `${key}/send-anyway`);
  }
}

function offeredOverride(failed: unknown): string | undefined {
  if (!(failed instanceof Failure) || failed.code !== 'not_safe') return undefined;
  const issues = failed.details['issues'] as { override_token?: string | null }[];
  return issues.find(({ override_token }) => override_token)?.override_token ?? undefined;
}

type Receipt = ReplyOf<'outbox.sendStored'>;

/** Says what was queued and under which id. */
export function printReceipt({ out }: CommandContext, reply: object, { to }: { to?: string } = {}): number {
  const receipt = ('receipt' in reply ? reply.receipt : reply) as Receipt;
  const verb = receipt.state === 'sent' ? 'Sent' : receipt.state === 'sending' ? 'Sending' : 'Queued';
  const recipients = to ? ` to ${to}` : '';
  const isWaiting = receipt.state === 'queued';
  const when = isWaiting ? `, to leave at ${localTime(receipt.send_at)}` : '';
  out.done(reply, () =>
    [
      `${verb}${recipients}${when}. Its id is ${receipt.send_id}.`,
      ...(isWaiting ? [`To stop it: posthorn undo ${receipt.send_id}`] : []),
    ].join('\n'),
  );
  return exitCodes.done;
}
