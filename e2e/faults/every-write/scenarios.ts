import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../daemon/config/config-file.ts';
import { testModelFolder } from '../../../daemon/features/semantic/test-semantic.ts';
import { until } from '../../../daemon/test-until.ts';
import { buildMessage } from '../../peers/support/test-messages.ts';
import type { Fixture } from './fixture.ts';

/** How an act ended: the daemon accepted it, refused it, or was killed before it answered. */
export type Outcome = 'accepted' | 'refused' | 'unanswered';

/** A few writes of one kind. Each run has another number, which names what it makes. */
export type Scenario = {
  /** Makes what the act needs, while nothing fails. */
  prepare?(fixture: Fixture, run: number): Promise<void>;
  /** Throws if the daemon refuses it. */
  act(fixture: Fixture, run: number): Promise<unknown>;
  /** Resolves when the work that an accepted act began has ended. */
  finished?(fixture: Fixture, run: number): Promise<boolean>;
  /** A sentence for each thing that is wrong once the daemon has nothing left to do. */
  check(fixture: Fixture, run: number, outcome: Outcome): Promise<string[]>;
};

const subjectOf = (run: number) => `Run ${run}`;

/** A UUID that contains the number of the run. */
const idOf = (run: number) => `00000000-0000-4000-8000-${String(run).padStart(12, '0')}`;

function deliver({ mailbox }: Fixture, run: number): void {
  const subject = subjectOf(run);
  mailbox.deliver('INBOX', buildMessage({ id: `run.${run}@odd.example`, subject, text: `This is ${subject}.` }));
}

async function messageOf({ daemon }: Fixture, run: number) {
  const { groups } = await daemon().ask('search.find', { q: `subject:"${subjectOf(run)}"`, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows).filter(({ subject }) => subject === subjectOf(run));
}

/** New mail is stored once. */
const sync: Scenario = {
  async act(fixture, run) {
    deliver(fixture, run);
    await fixture.daemon().ask('sync.start', { account_id: fixture.account_id });
  },
  async check(fixture, run) {
    const found = (await messageOf(fixture, run)).length;
    return found === 1 ? [] : [`The message of run ${run} is found ${found} times.`];
  },
};

/** An accepted change reaches the server; a refused one changes nothing. */
const mutations: Scenario = {
  async prepare(fixture, run) {
    deliver(fixture, run);
    await fixture.daemon().ask('sync.start', { account_id: fixture.account_id });
    await until(`the message of run ${run} is stored`, async () => (await messageOf(fixture, run)).length === 1);
  },
  async act(fixture, run) {
    const [message] = await messageOf(fixture, run);
    await fixture.daemon().ask('mutations.star', { message_ids: [message?.id ?? ''], starred: true });
  },
  async finished(fixture, run) {
    return isStarredOnServer(fixture, run);
  },
  async check(fixture, run, outcome) {
    const [message] = await messageOf(fixture, run);
    const [here, there] = [message?.starred === true, isStarredOnServer(fixture, run)];
    return [
      ...(here === there
        ? []
        : [`The message of run ${run} is ${here ? '' : 'not '}starred here, unlike on the server.`]),
      ...(outcome === 'accepted' && !there ? [`The star of run ${run} was accepted and is lost.`] : []),
    ];
  },
};

function isStarredOnServer({ mailbox }: Fixture, run: number): boolean {
  const line = `Subject: ${subjectOf(run)}\r\n`;
  const { placements } = mailbox.folder('INBOX');
  return placements.some(({ message }) => message.bytes.includes(line) && message.flags.has('\\Flagged'));
}

function saveDraft({ daemon, account_id }: Fixture, run: number, body_markdown: string) {
  const to = [{ email: 'bob@example.test' }];
  return daemon().ask('drafts.saveLocal', { id: idOf(run), account_id, to, subject: subjectOf(run), body_markdown });
}

const draftTexts = { before: 'As it was before.', after: 'As it is now.' };

/** An accepted text is kept; a refused one leaves the text before it. The server has one version of each draft. */
const drafts: Scenario = {
  async prepare(fixture, run) {
    const subject = subjectOf(run);
    const bytes = buildMessage({ id: `draft.${run}@odd.example`, subject, text: draftTexts.before });
    fixture.mailbox.deliver('Drafts', bytes, { flags: ['\\Draft', '\\Seen'] });
    await fixture.daemon().ask('sync.start', { account_id: fixture.account_id });
    await until(`the message of run ${run} is stored`, async () => (await messageOf(fixture, run)).length === 1);
    const [message] = await messageOf(fixture, run);
    await fixture.daemon().ask('drafts.createFromMessage', { message_id: message?.id ?? '' });
  },
  async act(fixture, run) {
    const draft = await draftOf(fixture, run);
    await fixture.daemon().ask('drafts.saveLocal', {
      id: draft?.id ?? '',
      account_id: fixture.account_id,
      subject: subjectOf(run),
      body_markdown: draftTexts.after,
    });
  },
  async finished(fixture, run) {
    const [text, ...others] = serverDrafts(fixture, run);
    return others.length === 0 && text?.includes(draftTexts.after) === true;
  },
  async check(fixture, run, outcome) {
    const draft_id = (await draftOf(fixture, run))?.id ?? '';
    const stored = await fixture.daemon().ask('drafts.get', { draft_id });
    const text = stored.draft.body_markdown?.trim() ?? '';
    await until(`the server has one version of the draft of run ${run}`, () => {
      const versions = serverDrafts(fixture, run);
      return versions.length === 1 && versions[0]?.includes(text) === true;
    });
    const expected: string[] = outcome === 'accepted' ? [draftTexts.after] : Object.values(draftTexts);
    return expected.includes(text) ? [] : [`The draft of run ${run} says "${text}" (${outcome}).`];
  },
};

async function draftOf({ daemon }: Fixture, run: number) {
  const all = await daemon().ask('drafts.list', {});
  return all.drafts.find(({ subject }) => subject === subjectOf(run));
}

/** The versions of a draft on the server. */
function serverDrafts({ mailbox }: Fixture, run: number): string[] {
  const line = `Subject: ${subjectOf(run)}\r\n`;
  const { placements } = mailbox.folder('Drafts');
  return placements.map(({ message }) => message.bytes.toString()).filter((text) => text.includes(line));
}

/** A message is sent once, or not at all, and never called sent if it was not. */
const sends: Scenario = {
  prepare: async (fixture, run) => void (await saveDraft(fixture, run, 'See you soon.')),
  act: ({ daemon }, run) => daemon().ask('outbox.sendStored', { draft_id: idOf(run) }),
  async finished(fixture, run) {
    const send = await sendOf(fixture, run);
    if (send?.state === 'queued' && send.trouble !== null)
      await fixture.daemon().ask('outbox.retry', { send_id: send.send_id });
    return send === undefined || isEnded(send);
  },
  async check(fixture, run, outcome) {
    const send = await sendOf(fixture, run);
    const line = `Subject: ${subjectOf(run)}\r\n`;
    const received = fixture.sink.messages.filter(({ bytes }) => bytes.includes(line)).length;
    const copies = fixture.mailbox
      .folder('Sent')
      .placements.filter(({ message }) => message.bytes.includes(line)).length;
    return [
      ...(received > 1 ? [`The message of run ${run} was sent ${received} times.`] : []),
      ...(copies > 1 ? [`The message of run ${run} is in Sent ${copies} times.`] : []),
      ...(send?.state === 'sent' && received !== 1 ? [`The message of run ${run} is called sent and was not.`] : []),
      ...(received === 1 && send?.state !== 'sent' && send?.state !== 'unknown'
        ? [`The message of run ${run} was sent and is called ${send?.state}.`]
        : []),
      ...(outcome === 'accepted' && send === undefined ? [`The send of run ${run} was accepted and is lost.`] : []),
    ];
  },
};

async function sendOf({ daemon }: Fixture, run: number) {
  const all = await daemon().ask('outbox.list', { limit: 1000 });
  return all.sends.find(({ draft_id }) => draft_id === idOf(run));
}

function isEnded({ state, ended_at }: { state: string; ended_at: string | null }): boolean {
  return state === 'failed' || state === 'unknown' || (state === 'sent' && ended_at !== null);
}

/** config.toml has the old value or the new one, and is always readable. */
const config: Scenario = {
  act: ({ daemon }, run) => daemon().ask('settings.change', { key: 'general.sync_interval', value: 1_000 + run }),
  async check({ daemon, home }, run, outcome) {
    const file = join(home.configDir, 'config.toml');
    const stored = readConfig(readFileSync(file, 'utf8'), file).config.general.sync_interval;
    const { values } = await daemon().ask('settings.get', {});
    const { sync_interval } = values['general'] as { sync_interval: number };
    return [
      ...(stored === sync_interval
        ? []
        : [`config.toml says ${stored} in run ${run}, and ${sync_interval} is in force.`]),
      ...(outcome === 'accepted' && stored !== 1_000 + run
        ? [`The setting of run ${run} was accepted and is lost.`]
        : []),
    ];
  },
};

const semanticProfile = 'bge-small-en-v1.5';

async function embeddingOf({ daemon }: Fixture) {
  const { status } = await daemon().ask('semantic.status', {});
  return status.profiles.find(({ profile }) => profile === semanticProfile)!;
}

/**
 * A model is installed, all mail is embedded with it anew, and the new vectors take the place of those before. Each act that was accepted
 * ends with a vector for every part of the mail; one that was refused can be repeated.
 */
const embedding: Scenario = {
  async prepare(fixture, run) {
    deliver(fixture, run);
    await fixture.daemon().ask('sync.start', { account_id: fixture.account_id });
    await until(`the message of run ${run} is stored`, async () => (await messageOf(fixture, run)).length === 1);
    await embed(fixture);
    await until('all mail is embedded', () => isEmbedded(fixture));
  },
  act: embed,
  finished: isEmbedded,
  async check(fixture) {
    const { subjects } = await byMeaning(fixture);
    const trouble = subjects === 0 ? ['A search by words finds nothing.'] : [];
    await embed(fixture);
    await until('all mail is embedded after the fault', () => isEmbedded(fixture));
    // A search whose model is late is a search by words.
    await until('a search by meaning is one', async () => (await byMeaning(fixture)).mode === 'semantic');
    return trouble;
  },
};

/** Installs the model again, and embeds all mail again. */
async function embed({ daemon }: Fixture): Promise<void> {
  await daemon().ask('semantic.installFrom', { profile: semanticProfile, folder: testModelFolder() });
  await daemon().ask('semantic.reindex', {});
}

async function isEmbedded(fixture: Fixture): Promise<boolean> {
  const { status, progress_completed: some, progress_total: all, activated_at } = await embeddingOf(fixture);
  return status === 'ready' && all > 0 && some === all && activated_at !== null;
}

async function byMeaning({ daemon }: Fixture) {
  const { groups } = await daemon().ask('search.find', { q: 'run', mode: 'lexical', scope: 'messages' });
  const { mode } = await daemon().ask('search.find', { q: 'vehicle', mode: 'semantic' });
  return { subjects: groups.flatMap(({ rows }) => rows).length, mode };
}

export const scenarios = { sync, mutations, drafts, sends, config, embedding };
export type ScenarioName = keyof typeof scenarios;
