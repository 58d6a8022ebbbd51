import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import { endlessWord, writeTestModel } from '../../models/test-model.ts';
import { openReadOnly, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { until } from '../../test-until.ts';
import { daemonWithMessages, messageBytes, testModelFolder } from './test-semantic.ts';

const profile = 'bge-small-en-v1.5';

suite('searching by meaning with an installed model', () => {
  let daemon: Awaited<ReturnType<typeof daemonWithMessages>>;
  const closings: (() => unknown)[] = [];
  after(async () => {
    for (const close of closings) await close();
  });
  before(async () => {
    // Neither of the two has an effect (checklist 45).
    const config = '[search.semantic]\nmax_pending_jobs = 0\nquery_timeout_ms = 1\n';
    daemon = await daemonWithMessages({ after: (close) => void closings.push(close as () => unknown) }, { config });
    await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
    await daemon.embedded();
  });

  test('the status says what the embedding does, and how long its latest parts took', async () => {
    const runtime = async () => (await daemon.ask('semantic.status')).status.runtime;
    await until('nothing waits', async () => (await runtime()).queue_depth === 0);
    const { in_flight, queue_depth, ...times } = await runtime();
    assert.deepEqual([in_flight, queue_depth], [0, 0]);
    assert.deepEqual(Object.keys(times).toSorted(), [
      'last_embedding_prep_ms',
      'last_extract_ms',
      'last_ingest_ms',
      'last_queue_wait_ms',
    ]);
    for (const [name, ms] of Object.entries(times)) assert(ms !== null && ms >= 0, name);
    assert.deepEqual((await daemon.ask('admin.status')).semantic_runtime, await runtime());
  });

  test('a search by meaning finds other words for the same thing, the closest first, whatever the settings without effect say (checklist 45)', async () => {
    const { max_pending_jobs, query_timeout_ms } = daemon.config.current.search.semantic;
    assert.deepEqual([max_pending_jobs, query_timeout_ms], [0, 1]);
    const { subjects, mode, explain, by_meaning } = await daemon.find({ q: 'vehicle', mode: 'semantic' });
    assert.deepEqual(subjects.toSorted(), ['Car', 'The automobile']);
    assert.equal(mode, 'semantic');
    assert.deepEqual([explain?.executed_mode, explain?.semantic_query, explain?.notes], ['semantic', 'vehicle', []]);
    assert.ok((explain?.results[0]?.dense_score ?? 0) > 0.5);
    assert.equal(by_meaning.length, subjects.length);
  });

  test('a hybrid search has both lists, and marks what only the meaning found', async () => {
    const { subjects, explain, by_meaning, groups } = await daemon.find({ q: 'car', mode: 'hybrid' });
    assert.deepEqual(subjects.slice(0, 2), ['Car', 'The automobile']);
    assert.equal(explain?.rrf_k, 60);
    const [first, second] = explain?.results ?? [];
    assert.equal(first?.lexical_rank, 1);
    assert.equal(second?.lexical_rank, null);
    const expected = 1 / 61 + 1 / (60 + (first?.dense_rank ?? 0));
    assert.ok(Math.abs((first?.final_score ?? 0) - expected) < 1e-9);
    const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
    assert.ok(!by_meaning.includes(ids[0]!) && by_meaning.includes(ids[1]!));
  });

  test('filters and excluded words restrict what is compared', async () => {
    assert.deepEqual((await daemon.find({ q: 'vehicle -garage', mode: 'semantic' })).subjects.includes('Car'), false);
    assert.deepEqual((await daemon.find({ q: 'vehicle subject:furnace', mode: 'semantic' })).subjects, ['Furnace']);
    assert.deepEqual((await daemon.find({ q: 'vehicle from:nobody', mode: 'hybrid' })).subjects, []);
  });

  test('pages neither repeat nor skip a row, and dates order them where they are asked for', async () => {
    const all = (await daemon.find({ q: 'vehicle', mode: 'hybrid' })).subjects;
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await daemon.find({ q: 'vehicle', mode: 'hybrid', limit: 2, ...(cursor && { cursor }) });
      paged.push(...page.subjects);
      cursor = page.next_cursor;
    }
    assert.deepEqual(paged, all);
    const oldest = (await daemon.find({ q: 'vehicle', mode: 'hybrid', sort: 'oldest' })).subjects;
    assert.equal(oldest.at(-1), 'The automobile');
  });

  test('a query without words that mean something is searched by its filters, with a note', async () => {
    const { explain, subjects } = await daemon.find({ q: 'subject:car', mode: 'hybrid' });
    assert.deepEqual(subjects, ['Car']);
    assert.deepEqual(explain?.notes, ['Found by words alone: the query has no words that mean something.']);
  });

  test('a lexical search starts neither the model nor the vectors (checklist 48)', async (t) => {
    const first = await daemonWithMessages(t);
    await first.ask('semantic.installFrom', { profile, folder: testModelFolder() });
    await first.embedded();
    await first.close();
    const other = await daemonWithMessages(t, { dataDir: first.dataDir });
    assert.deepEqual((await other.find({ q: 'car' })).subjects, ['Car']);
    await other.embedded();
    const workers = async () => {
      const { report } = await other.ask('diagnostics.report');
      return report.workers.flatMap(({ name, state }) => (['embedder', 'vectors'].includes(name) ? [state] : []));
    };
    assert.deepEqual(await workers(), ['idle', 'idle']);
    await until(
      'a search by meaning is one',
      async () => (await other.find({ q: 'car', mode: 'semantic' })).mode === 'semantic',
    );
    assert.deepEqual(await workers(), ['running', 'running']);
  });

  test('messages like another one are found by its own vector', async () => {
    const { groups } = await daemon.find({ q: 'subject:car' });
    const message_id = groups[0]?.rows[0]?.id;
    const similar = await daemon.ask('search.similar', { message_id, limit: 2 });
    const subjects = similar.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
    assert.equal(subjects[0], 'The automobile');
    assert.deepEqual([similar.note, similar.profile], [null, profile]);
  });

  test('new mail is embedded as it comes, and deleted mail is not found any more', async () => {
    daemon.server('ada').control.deliver(messageBytes({ subject: 'Physician', text: 'At ten.', at: -1 }));
    await until(
      'the new message is found',
      async () => (await daemon.find({ q: 'doctor', mode: 'semantic' })).subjects[0] === 'Physician',
    );
    const { status } = await daemon.ask('semantic.status');
    assert.equal(status.active_profile, profile);
  });

  test('vectors stay where the search index is made anew', async () => {
    const { progress_completed: before, files } = await daemon.record();
    await daemon.ask('diagnostics.repair', { action: 'rebuild_index' });
    await daemon.whenIndexed();
    const after = await daemon.record();
    assert.equal(after.progress_completed, before);
    assert.deepEqual(
      files.map(({ path, is_confirmed }) => [path, is_confirmed]),
      [
        ['tokenizer.json', false],
        ['tokenizer_config.json', false],
        ['onnx/model_quantized.onnx', false],
      ],
    );
  });

  test('computing everything again keeps the search working meanwhile', async () => {
    await daemon.ask('semantic.reindex');
    const { explain } = await daemon.find({ q: 'vehicle', mode: 'semantic' });
    assert.equal(explain?.executed_mode, 'semantic');
    await daemon.embedded();
  });
});

test('without a folder of a model nothing is installed, and the reason is said', async (t) => {
  const daemon = await daemonWithMessages(t);
  const install = (folder: string) => daemon.ask('semantic.installFrom', { profile, folder });
  await assert.rejects(install('models'), { code: 'no_model' });
  await assert.rejects(install(testFolder()), { code: 'no_model', message: /tokenizer\.json/ });
  await assert.rejects(daemon.ask('semantic.reindex'), { code: 'not_installed' });
  assert.deepEqual((await daemon.record()).status, 'pending');
  assert.deepEqual(existsSync(join(daemon.dataDir, 'models')) ? readdirSync(join(daemon.dataDir, 'models')) : [], []);
});

test('with searching by meaning switched off mail is prepared all the same, and embedded once it is on (checklist 46)', async (t) => {
  const daemon = await daemonWithMessages(t, { config: '[search.semantic]\nenabled = false\n' });
  await until('all mail is divided', () => {
    daemon.clock.advance(30_000);
    return dividedCount(daemon) === 5;
  });
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  const off = await daemon.find({ q: 'vehicle', mode: 'semantic' });
  assert.deepEqual(off.explain?.notes, ['Found by words alone: searching by meaning is switched off.']);
  assert.equal((await daemon.ask('admin.status')).semantic_runtime, null);
  const { snapshot } = await daemon.ask('semantic.enable', { enabled: true });
  assert.equal(snapshot.enabled, true);
  await daemon.embedded();
  const { subjects } = await daemon.find({ q: 'vehicle', mode: 'semantic' });
  assert.deepEqual(subjects.toSorted(), ['Car', 'The automobile']);
});

/** How many messages are divided into what a model embeds. */
function dividedCount({ dataDir }: { dataDir: string }): number {
  const db = openReadOnly(storeFiles(dataDir).index);
  try {
    return db.get<{ n: number }>(sql`SELECT count(DISTINCT sort_key) AS n FROM semantic_chunks`)?.n ?? 0;
  } finally {
    db.close();
  }
}

test('a profile is used once it is installed, and searches use the one before until then (checklist 155)', async (t) => {
  const daemon = await daemonWithMessages(t);
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  await daemon.embedded();
  const other = 'multilingual-e5-small';
  await assert.rejects(daemon.ask('semantic.use', { profile: other }), { code: 'not_installed' });
  assert.equal((await daemon.find({ q: 'vehicle', mode: 'semantic' })).mode, 'semantic');
  await daemon.ask('semantic.installFrom', { profile: other, folder: testModelFolder() });
  const { snapshot } = await daemon.ask('semantic.use', { profile: other });
  assert.equal(snapshot.wanted_profile, other);
  await daemon.embedded(other);
  const { status } = await daemon.ask('semantic.status');
  assert.equal(status.active_profile, other);
  assert.equal((await daemon.find({ q: 'vehicle', mode: 'semantic' })).explain?.executed_mode, 'semantic');
});

test('a model that does not work any more leaves searches to their words, and says why', async (t) => {
  const daemon = await daemonWithMessages(t);
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  const [model = ''] = readdirSync(join(daemon.dataDir, 'models'));
  writeFileSync(join(daemon.dataDir, 'models', model, 'tokenizer.json'), '{}');
  await daemon.ask('semantic.reindex');
  await until('the status has an error', async () => (await daemon.record()).status === 'error');
  const { subjects, mode } = await daemon.find({ q: 'car', mode: 'hybrid' });
  assert.equal(mode === 'lexical' ? subjects[0] : 'Car', 'Car');
});

test('nothing is fetched before the user asks for a model, and a download goes on after a restart', async (t) => {
  const asked: string[] = [];
  const fetch: OutgoingFetch = async (url) => {
    asked.push(url);
    throw new Failure('provider', 'unreachable', 'There is no network.', { retryable: true });
  };
  const daemon = await daemonWithMessages(t, { options: { fetch } });
  assert.deepEqual(asked, []);
  const { snapshot } = await daemon.ask('semantic.install', { profile });
  assert.equal(snapshot.profiles.find((each) => each.profile === profile)?.is_downloading, true);
  await until('the download waits for the network', async () => {
    const { jobs } = await daemon.ask('jobs.list');
    return jobs.some(({ kind, error }) => kind === 'semantic.install' && error !== null);
  });
  await daemon.close();
  const folder = testModelFolder();
  const files: OutgoingFetch = async (url) => ({
    status: 200,
    type: 'application/octet-stream',
    url,
    content: (async function* () {
      yield readFileSync(join(folder, url.split('/main/')[1] ?? ''));
    })(),
  });
  const again = await daemonWithMessages(t, { dataDir: daemon.dataDir, options: { fetch: files } });
  await again.embedded();
  const { files: recorded } = await again.record();
  assert.ok(recorded.every(({ sha256, is_confirmed }) => sha256.length === 64 && !is_confirmed));
});

test('a download that the disk has no room for, or that is cancelled, leaves nothing and says why', async (t) => {
  const daemon = await daemonWithMessages(t, { options: { freeBytes: async () => 1_000 } });
  await daemon.ask('semantic.install', { profile });
  const job = async () => (await daemon.ask('jobs.list')).jobs.find(({ kind }) => kind === 'semantic.install');
  await until('the job says that the disk is full', async () => /too little space/.test((await job())?.error ?? ''));
  await daemon.ask('jobs.cancel', { job_id: (await job())?.job_id });
  await until('the job is cancelled', async () => (await job())?.status === 'failed');
  const { is_downloading, last_error } = await daemon.record();
  assert.deepEqual([is_downloading, last_error], [false, 'The download was cancelled.']);
  assert.deepEqual(readdirSync(join(daemon.dataDir, 'models')), []);
});

test('embedding waits for the mains, can be cancelled, and is continued by a backfill', async (t) => {
  const messages = Array.from({ length: 130 }, (_, at) => ({
    subject: `Notes ${at}`,
    text: `A vehicle, number ${at}.\n`,
  }));
  let isOnBattery = true;
  const machine = { clock: movableClock('2026-03-10T08:00:00Z'), addresses: () => [], isOnBattery: () => isOnBattery };
  const daemon = await daemonWithMessages(t, { messages, options: { machine } });
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  const job = async () => (await daemon.ask('jobs.list')).jobs.find(({ kind }) => kind === 'semantic.embed');
  await until('the job waits', async () => /plugged in/.test((await job())?.error ?? ''));
  assert.deepEqual((await daemon.find({ q: 'car', mode: 'semantic' })).explain?.notes, [
    'Found by words alone: no mail has been prepared for searching by meaning yet.',
  ]);
  const waiting = (await daemon.ask('admin.status')).semantic_runtime;
  assert.deepEqual([waiting?.in_flight, waiting?.queue_depth, waiting?.last_ingest_ms], [0, 130, null]);
  await daemon.ask('jobs.cancel', { job_id: (await job())?.job_id });
  await until('the job is cancelled', async () => (await job())?.status === 'failed');
  assert.deepEqual(
    [(await daemon.record()).is_paused, (await job())?.error],
    [true, '0 of 130 parts of your mail are prepared.'],
  );
  isOnBattery = false;
  const { snapshot } = await daemon.ask('semantic.backfill');
  assert.equal(snapshot.profiles.find((each) => each.profile === profile)?.is_paused, false);
  await until('all mail is embedded, with a rest after each part', async () => {
    daemon.clock.advance(5_000);
    const { progress_completed, progress_total, status } = await daemon.record();
    return status === 'ready' && progress_completed === progress_total;
  });
  assert.equal((await daemon.find({ q: 'car', mode: 'semantic' })).mode, 'semantic');
});

test('a computer without a page fetches its model where `auto_download_models` is written in its settings', async (t) => {
  const asked: string[] = [];
  const fetch: OutgoingFetch = async (url) => {
    asked.push(url);
    throw new Failure('provider', 'unreachable', 'There is no network.', { retryable: true });
  };
  const config = '[search.semantic]\nauto_download_models = true\nactive_profile = "multilingual-e5-small"\n';
  await daemonWithMessages(t, { config, options: { fetch } });
  await until('the model is asked for', () => asked.length > 0);
  assert.match(asked[0] ?? '', /^https:\/\/huggingface\.co\/Xenova\/multilingual-e5-small\/resolve\/main\//);
});

test('other files of a profile are another model: searches use the one before until all mail is embedded with them', async (t) => {
  let isOnBattery = false;
  const machine = { clock: movableClock('2026-03-10T08:00:00Z'), addresses: () => [], isOnBattery: () => isOnBattery };
  const daemon = await daemonWithMessages(t, { options: { machine } });
  const models = () => readdirSync(join(daemon.dataDir, 'models'));
  // Asked for twice at once, it is installed once.
  const install = () => daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  await Promise.all([install(), install()]);
  await daemon.embedded();
  assert.equal(models().length, 1);
  const { files: before } = await daemon.record();
  const [earlier] = models();
  const found = async () => (await daemon.find({ q: 'vehicle', mode: 'semantic' })).subjects;
  assert.deepEqual((await found()).toSorted(), ['Car', 'The automobile']);

  isOnBattery = true;
  const folder = testFolder();
  writeTestModel(folder, { groups: [['vehicle', 'supper']] });
  await daemon.ask('semantic.installFrom', { profile, folder });
  const record = await daemon.record();
  assert.notDeepEqual(
    record.files.map(({ sha256 }) => sha256),
    before.map(({ sha256 }) => sha256),
  );
  assert.deepEqual([record.status, record.progress_completed, models().length], ['indexing', 0, 2]);
  assert.deepEqual((await found()).toSorted(), ['Car', 'The automobile']);

  isOnBattery = false;
  await daemon.ask('semantic.backfill');
  await daemon.embedded();
  // A search that comes before the new model is loaded may be answered by words.
  await until('searches use the new model', async () => (await found())[0] === 'Supper on Friday');
  await until('the files before are removed', () => models().length === 1);
  assert.ok(!models().includes(earlier!));
  assert.equal((await found())[0], 'Supper on Friday');
});

test('a model whose files were exchanged in their folder is not used: its vectors could not be compared', async (t) => {
  const daemon = await daemonWithMessages(t);
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  await daemon.embedded();
  const [model = ''] = readdirSync(join(daemon.dataDir, 'models'));
  await daemon.close();
  writeTestModel(join(daemon.dataDir, 'models', model), { groups: [['vehicle', 'supper']] });
  const again = await daemonWithMessages(t, { dataDir: daemon.dataDir });
  const { mode, explain } = await again.find({ q: 'vehicle', mode: 'semantic' });
  assert.equal(mode, 'lexical');
  assert.match(explain?.notes[0] ?? '', /not those that were installed\. Install it again/);
});

test('a model that hangs again and again is ended each time, then given up, and can be installed again', async (t) => {
  let silenceMs = 60_000;
  const messages = [1, 2, 3, 4].map((at) => ({ subject: `Endless ${at}`, text: `This is a ${endlessWord}.\n` }));
  const daemon = await daemonWithMessages(t, { messages, options: { maxEmbedderSilenceMs: () => silenceMs } });
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  silenceMs = 300;
  const isGivenUp = async () => {
    daemon.clock.advance(2_000);
    return (await daemon.record()).status === 'error';
  };
  // Each hang starts another process.
  await until('the model is given up', isGivenUp, { withinMs: 180_000 });
  assert.match((await daemon.record()).last_error ?? '', /doesn’t answer any more/);
  const { report } = await daemon.ask('diagnostics.report');
  const { restarts = 0 } = report.workers.find(({ name }) => name === 'embedder') ?? {};
  // One that is slow to start is ended as well.
  assert.ok(restarts >= 3, `${restarts} restarts`);
  await until('its process has ended', () => embedderProcesses().length === 0);
  const { mode, subjects } = await daemon.find({ q: 'endless', mode: 'hybrid', scope: 'messages' });
  assert.deepEqual([mode, subjects.length], ['lexical', 4]);
  silenceMs = 60_000;
  await until('the embedder can start again', async () => {
    const { report: later } = await daemon.ask('diagnostics.report');
    return later.workers.find(({ name }) => name === 'embedder')?.state === 'idle';
  });
  await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
  assert.deepEqual((await daemon.record()).last_error, null);
});

/** The running processes of embedders that this process has started; none where the system has no /proc. */
function embedderProcesses(): string[] {
  const children = existsSync(`/proc/self/task`)
    ? readdirSync('/proc/self/task').flatMap((thread) =>
        readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
      )
    : [];
  return children.filter((pid) => commandOf(pid).includes('process-host'));
}

/** Empty for a process that has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
