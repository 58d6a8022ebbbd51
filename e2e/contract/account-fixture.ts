import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { Failure } from '../../daemon/base/failure.ts';
import { contractWithoutDemo, requestsByName } from '../../daemon/contract.ts';
import { isFileContent, JsonText } from '../../daemon/contract/define.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { mail, type TestDaemon } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';

/** Requests that end the daemon, or that describe the machine. */
export const leftOut = ['admin.shutdown', 'diagnostics.report'];
/** Reads that include events of the kind SavedSearchesUpdated, which name nothing and reach every caller. */
const eventReads = ['admin.events', 'admin.countEvents', 'admin.eventCategories'];

/** The parts of the recorded events that are about accounts. */
export const eventReadInputs: [string, object][] = ['sync', 'operation'].flatMap((category): [string, object][] => [
  ['admin.events', { category, limit: 500 }],
  ['admin.countEvents', { category }],
]);

/** Ids by what they name. */
export type Ids = Record<string, string>;

type Server = ReturnType<TestDaemon['server']>;

/** Delivers a plain message, one with a file, an invitation, one of a list, and one that was sent. */
export function deliverTo({ control }: Server, { email, word }: { email: string; word: string }): void {
  const withFile = [
    '--b\nContent-Type: text/plain\n\nAttached.',
    `--b\nContent-Type: text/csv\nContent-Disposition: attachment; filename="${word}.csv"\n\na,b\n1,2`,
    '--b--',
  ];
  const event = [
    `UID:${word}@people.example\nDTSTAMP:20260301T080000Z\nDTSTART:20260311T190000Z\nSUMMARY:${word}`,
    `ORGANIZER:mailto:ben@people.example\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${email}`,
  ];
  const invitation = [
    `--b\nContent-Type: text/plain\n\n${word}`,
    '--b\nContent-Type: text/calendar; charset=utf-8; method=REQUEST\n',
    `BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\n${event.join('\n')}\nEND:VEVENT\nEND:VCALENDAR`,
    '--b--',
  ];
  const list = { 'List-Id': `<${word}.lists.example>`, 'List-Unsubscribe': '<mailto:leave@lists.example>' };
  const deliver = (number: number, text: string, { folder = 'INBOX', ...headers }: Record<string, string> = {}) => {
    const id = `${word}${number}@people.example`;
    const from = `${word} <${word}@people.example>`;
    control.deliver(mail({ from, subject: `${word} ${number}`, text, id, minutesAgo: 60 + number, headers }), {
      folder,
    });
  };
  deliver(1, word);
  deliver(2, withFile.join('\n'), { 'Content-Type': 'multipart/mixed; boundary=b' });
  deliver(3, invitation.join('\n'), { 'Content-Type': 'multipart/alternative; boundary=b' });
  deliver(4, word, list);
  deliver(5, word, { From: `Me <${email}>`, To: `${word}@people.example`, folder: 'Sent' });
  deliver(6, word);
}

/** Makes one of everything in an account, as the user, and returns the ids by kind. */
export async function makeOneOfEach(daemon: TestDaemon, account_id: string, word: string): Promise<Ids> {
  const { ask } = daemon;
  const messageOf = async (number: number) => {
    const { groups } = await ask('search.find', { q: `subject:"${word} ${number}"`, scope: 'messages', account_id });
    const [row] = groups.flatMap(({ rows }) => rows);
    assert.ok(row, `${word} ${number}`);
    return row;
  };
  const [plain, filed, invited, , sent, snoozed] = await Promise.all([1, 2, 3, 4, 5, 6].map(messageOf));
  const { body } = await ask('messages.body', { message_id: filed!.id });
  const { label } = await ask('labels.create', { account_id, name: `${word} label` });
  const compose = async () => {
    const to = `${word}@people.example`;
    const { session } = await ask('compose.open', { kind: 'new', account_id, to, subject: word, body: word });
    return session;
  };
  const [open, saved, scheduled, template] = [await compose(), await compose(), await compose(), await compose()];
  const { path } = await ask('compose.attach', {
    draft_path: open.draftPath,
    filename: `${word}.txt`,
    content_base64: 'YQ==',
  });
  for (const { draftPath } of [saved, scheduled, template]) await ask('compose.save', { draft_path: draftPath });
  await ask('outbox.schedule', { draft_id: scheduled.draftId, send_at: '2026-04-01T08:00:00Z' });
  const { sends } = await ask('outbox.list');
  const csv = `email\n${word}@people.example\n`;
  const { batch } = await ask('merge.start', { draft_id: template.draftId, csv });
  await until('the drafts are made', async () => (await ask('merge.get', { batch })).merge.state === 'made');
  await ask('reminders.set', { sent_message_id: sent!.id, remind_at: '2026-04-01T08:00:00Z' });
  await ask('snooze.create', { message_id: snoozed!.id, until: 'tomorrow' });
  await ask('replyLater.set', { message_id: plain!.id, flag: true });
  const { result } = await ask('mutations.star', { message_ids: [plain!.id], starred: true });
  const { search } = await ask('savedSearches.create', { name: `${word} search`, query: word, account_id });
  await ask('images.allow', { account_id, sender: `${word}@people.example` });
  // Signatures are texts for all accounts; only where they are the default belongs to one.
  const { signature } = await ask('signatures.save', { name: 'Shared', body: 'Shared' });
  await ask('signatures.setDefault', { name: signature.name, kind: 'new', account_id });
  const { jobs } = await ask('jobs.list');
  return {
    account: account_id,
    message: plain!.id,
    thread: plain!.thread_id,
    filed: filed!.id,
    invited: invited!.id,
    sent: sent!.id,
    snoozed: snoozed!.id,
    attachment: body.attachments[0]?.id ?? '',
    label: label.id,
    session: open.draftPath,
    openDraft: open.draftId,
    file: path,
    draft: saved.draftId,
    scheduled: scheduled.draftId,
    send: sends.find(({ draft_id }) => draft_id === scheduled.draftId)?.send_id ?? '',
    batch,
    mutation: result.mutation_id ?? '',
    search: search.id,
    searchName: search.name,
    job: jobs.find((job) => job.kind === 'sync.first' && job.account_id === account_id)?.job_id ?? '',
  };
}

/** The reply to a request; of a file its text. */
export async function replyTo(daemon: TestDaemon, name: string, input: object, caller: Caller): Promise<unknown> {
  const reply = await daemon.dispatch(name, input, caller);
  if (reply instanceof JsonText) return reply.value();
  if (!isFileContent(reply)) return reply ?? null;
  return { file: await text(reply.stream) };
}

/** The replies to every read that needs no id, and to `more`: to a refused one its code. */
export async function readsOf(
  daemon: TestDaemon,
  caller: Caller,
  more: readonly (readonly [string, object])[],
): Promise<Map<string, unknown>> {
  const reads = [...requestsByName(contractWithoutDemo)].filter(
    ([name, { effect, input }]) =>
      typeof effect === 'object' &&
      effect.safety === 'read' &&
      ![...leftOut, ...eventReads].includes(name) &&
      input.safeParse({}).success,
  );
  const replies = new Map<string, unknown>();
  for (const [name] of reads)
    replies.set(
      name,
      await replyTo(daemon, name, {}, caller).catch((failed: unknown) => {
        if (!(failed instanceof Failure)) throw failed;
        return failed.code;
      }),
    );
  for (const [name, input] of more)
    replies.set(`${name} ${JSON.stringify(input)}`, await replyTo(daemon, name, input, caller));
  return replies;
}
