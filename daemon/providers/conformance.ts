import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { ProviderError } from './provider.ts';
import type { Arrival, ChangeBatch, FolderRole, Operation, Provider, Ref, Source } from './provider.ts';

/**
 * A provider in front of a mailbox the test can also reach from behind. The mailbox starts with INBOX, Sent, Drafts,
 * Trash, Junk and Archive, all of them empty.
 */
export type Harness = {
  provider: Provider;
  /** Mail arrives from outside. */
  deliver(folder: string, bytes: Uint8Array, flags?: string[]): Promise<void>;
  /** Another client sets exactly these flags. */
  setFlags(folder: string, uid: number, flags: string[]): Promise<void>;
  expunge(folder: string, uid: number): Promise<void>;
  /** The folder gets a new uidvalidity and keeps its mail. */
  resetFolder(folder: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Registers the tests every adapter must pass. `open` gives a fresh mailbox for each; `many` is how many messages the
 * tests of a long first sync put into INBOX, which should be more than the adapter puts into one batch.
 */
export function providerConformance(name: string, open: () => Promise<Harness>, { many = 450 } = {}): void {
  const check = (claim: string, body: (harness: Harness, context: TestContext) => Promise<void>) =>
    test(`${name}: ${claim}`, { timeout: 60_000 }, async (context) => {
      const harness = await open();
      try {
        await body(harness, context);
      } finally {
        await harness.close();
      }
    });

  folderTests(check);
  firstSyncTests(check, many);
  changeTests(check);
  sourceTests(check);
  applyTests(check);
  searchAndWatchTests(check);
}

type Check = (claim: string, body: (harness: Harness, context: TestContext) => Promise<void>) => void;

function folderTests(check: Check): void {
  check('folders have roles, and the inbox can be selected', async ({ provider }) => {
    const folders = await provider.folders(never());
    const inbox = folders.find((folder) => folder.path === 'INBOX');
    assert.equal(inbox?.role, 'inbox');
    assert.equal(inbox.selectable, true);
    const roles: [string, FolderRole][] = [
      ['Sent', 'sent'],
      ['Drafts', 'drafts'],
      ['Trash', 'trash'],
      ['Junk', 'spam'],
    ];
    for (const [path, role] of roles) assert.equal(folders.find((folder) => folder.path === path)?.role, role, path);
    assert.ok(folders.some((folder) => folder.path === 'Archive'));
    for (const fact of Object.values(provider.capabilities)) assert.equal(typeof fact, 'boolean');
  });

  check('a folder can be created, renamed with its mail, and deleted', async ({ provider }) => {
    const exists = async (path: string) => (await provider.folders(never())).some((folder) => folder.path === path);
    await provider.editFolder({ do: 'create', path: 'Plans' }, never());
    assert.ok(await exists('Plans'));
    const bytes = letter('kept while the folder is renamed');
    await provider.append('Plans', bytes, [], never());
    await provider.editFolder({ do: 'rename', path: 'Plans', to: 'Old plans' }, never());
    assert.equal(await exists('Plans'), false);
    const mirror = await synced(provider);
    assertBytes(await sourceOf(provider, only(mirror.in('Old plans'))), bytes);
    await provider.editFolder({ do: 'delete', path: 'Old plans' }, never());
    assert.equal(await exists('Old plans'), false);
  });

  check('a folder name in other alphabets is read back as written', async ({ provider }) => {
    await provider.editFolder({ do: 'create', path: 'Büro 東京 & Co' }, never());
    const folders = await provider.folders(never());
    const made = folders.find((folder) => folder.name === 'Büro 東京 & Co');
    assert.ok(made?.selectable);
    await provider.append(made.path, letter('in the far office'), [], never());
    assert.equal((await synced(provider)).in(made.path).length, 1);
  });

  check('a folder that exists cannot be created again', async ({ provider }) => {
    await assert.rejects(provider.editFolder({ do: 'create', path: 'Archive' }, never()), ProviderError);
  });
}

function firstSyncTests(check: Check, many: number): void {
  const fill = async ({ deliver }: Harness) => {
    for (let number = 1; number <= many; number++) await deliver('INBOX', letter(`number ${number}`));
    for (const folder of ['Sent', 'Trash', 'Archive']) await deliver(folder, letter(`kept in ${folder}`), ['\\Seen']);
  };

  check('the first sync gives every message of every folder once, newest first, with cursors', async (harness) => {
    await fill(harness);
    const mirror = mirrorOf();
    const given = new Map<string, number[]>();
    const batchesOf = new Map<string, ChangeBatch[]>();
    for await (const batch of harness.provider.changes({}, never())) {
      mirror.take(batch);
      if (batch.arrivals.length) batchesOf.set(batch.stream, [...(batchesOf.get(batch.stream) ?? []), batch]);
      for (const { folder, received } of batch.arrivals)
        given.set(folder, [...(given.get(folder) ?? []), received.getTime()]);
    }
    assert.equal(mirror.in('INBOX').length, many);
    for (const folder of ['Sent', 'Trash', 'Archive']) assert.equal(mirror.in(folder).length, 1, folder);
    for (const [folder, times] of given)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
        `${folder} is newest first`,
      );
    for (const batch of [...batchesOf.values()].flat())
      assert.equal(batch.backfill, true, 'what was there before is backfill');
    assert.ok(Object.keys(mirror.cursors).length > 0, 'cursors were given');
  });

  check('a first sync broken off after any batch goes on where it stopped', async (harness) => {
    await fill(harness);
    const whole = await synced(harness.provider);
    let total = 0;
    for await (const _ of harness.provider.changes({}, never())) total++;
    for (let stop = 1; stop <= total; stop++) {
      const mirror = mirrorOf();
      await takeBatches(harness.provider, mirror, stop);
      const stored = new Set(mirror.keys());
      for await (const batch of harness.provider.changes(mirror.cursors, never())) {
        for (const arrival of batch.arrivals)
          assert.equal(stored.has(keyOf(arrival)), false, `${keyOf(arrival)} came twice`);
        mirror.take(batch);
      }
      assert.deepEqual(mirror.keys(), whole.keys(), `broken off after batch ${stop}`);
    }
  });

  check('what happens while a first sync is broken off is not lost', async (harness) => {
    await fill(harness);
    const mirror = mirrorOf();
    await takeBatches(harness.provider, mirror, 1);
    const stored = mirror.all();
    assert.ok(stored[0] && stored[1], 'the first batch brought mail');
    const { folder, uid } = stored[0];
    await harness.expunge(folder, uid);
    await harness.setFlags(stored[1].folder, stored[1].uid, ['\\Flagged']);
    await harness.deliver('INBOX', letter('while you were away'));
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.keys(), (await synced(harness.provider)).keys());
    assert.equal(mirror.in('INBOX').length, many + 1 - (folder === 'INBOX' ? 1 : 0));
    assert.deepEqual(flagsOf(mirror.at(stored[1])), ['\\Flagged']);
  });

  check('aborting changes midway stops it', async (harness) => {
    await fill(harness);
    const abort = new AbortController();
    const batches = harness.provider.changes({}, abort.signal)[Symbol.asyncIterator]();
    await batches.next();
    abort.abort();
    await assertStopped(batches.next());
    assert.ok((await synced(harness.provider)).in('INBOX').length === many, 'the provider can be used again');
  });
}

function changeTests(check: Check): void {
  check('nothing new gives no arrivals', async ({ provider, deliver }) => {
    await deliver('INBOX', letter('the only one'));
    const mirror = await synced(provider);
    for await (const batch of provider.changes(mirror.cursors, never())) {
      assert.deepEqual([batch.arrivals, batch.removed, batch.reset], [[], [], undefined]);
      mirror.take(batch);
    }
  });

  check('a delivery arrives as new mail with its flags, size and time', async ({ provider, deliver }) => {
    const mirror = await synced(provider);
    const bytes = letter('fresh from the street');
    await deliver('INBOX', bytes, ['\\Flagged']);
    const batches = await sync(provider, mirror);
    const batch = batches.find(({ arrivals }) => arrivals.length > 0);
    assert.equal(batch?.backfill, false);
    const arrival = only(mirror.in('INBOX'));
    assert.deepEqual(flagsOf(arrival), ['\\Flagged']);
    assert.equal(arrival.size, bytes.length);
    assert.ok(Number.isFinite(arrival.received.getTime()));
    assert.ok(arrival.uid > 0 && arrival.uidvalidity > 0);
  });

  check('deliveries into several folders arrive together', async ({ provider, deliver }) => {
    const mirror = await synced(provider);
    for (const folder of ['INBOX', 'Junk', 'Archive', 'INBOX']) await deliver(folder, letter(`for ${folder}`));
    await sync(provider, mirror);
    const counts = ['INBOX', 'Junk', 'Archive', 'Sent'].map((folder) => mirror.in(folder).length);
    assert.deepEqual(counts, [2, 1, 1, 0]);
  });

  check('flags set by another client are seen', async ({ provider, deliver, setFlags }) => {
    await deliver('INBOX', letter('to be read'));
    await deliver('INBOX', letter('left alone'));
    const mirror = await synced(provider);
    const [first] = mirror.in('INBOX');
    assert.ok(first);
    await setFlags('INBOX', first.uid, ['\\Seen', '\\Flagged']);
    const batches = await sync(provider, mirror);
    assert.equal(batches.flatMap((batch) => batch.arrivals).length, 0);
    assert.deepEqual(flagsOf(mirror.at(first)), ['\\Flagged', '\\Seen']);
    await setFlags('INBOX', first.uid, []);
    await sync(provider, mirror);
    assert.deepEqual(flagsOf(mirror.at(first)), []);
  });

  check('mail expunged by another client is reported as removed', async ({ provider, deliver, expunge }) => {
    for (const name of ['first', 'second', 'third']) await deliver('INBOX', letter(name));
    const mirror = await synced(provider);
    const [newest, middle] = mirror.in('INBOX');
    assert.ok(newest && middle);
    await expunge('INBOX', middle.uid);
    await deliver('INBOX', letter('fourth'));
    const batches = await sync(provider, mirror);
    assert.deepEqual(
      batches.flatMap((batch) => batch.removed.map(keyOf)),
      [keyOf(middle)],
    );
    assert.equal(mirror.in('INBOX').length, 3);
  });

  check('a new uidvalidity is a reset, and the mail arrives anew', async ({ provider, deliver, resetFolder }) => {
    const letters = [letter('one'), letter('two'), letter('three')];
    for (const bytes of letters) await deliver('Archive', bytes);
    await deliver('INBOX', letter('not concerned'));
    const mirror = await synced(provider);
    const before = mirror.in('Archive');
    await resetFolder('Archive');
    const batches = await sync(provider, mirror);
    const resets = batches.flatMap((batch) => batch.reset ?? []);
    assert.deepEqual(
      resets.map(({ folder }) => folder),
      ['Archive'],
    );
    const after = mirror.in('Archive');
    assert.equal(after.length, 3);
    for (const place of after) assert.equal(place.uidvalidity, resets[0]?.uidvalidity);
    assert.notEqual(after[0]?.uidvalidity, before[0]?.uidvalidity);
    assert.equal(mirror.in('INBOX').length, 1);
    for await (const source of provider.sources(before, never()))
      assert.ok(source.trouble, 'an old place holds nothing');
  });
}

function sourceTests(check: Check): void {
  check('sources are byte for byte what was delivered, and a vanished one is trouble', async (harness) => {
    const letters = [letter('alpha'), letter('beta'), letter('gamma'), letter('delta')];
    for (const bytes of letters) await harness.deliver('INBOX', bytes);
    await harness.deliver('Archive', letter('elsewhere'));
    const mirror = await synced(harness.provider);
    const gone = mirror.in('INBOX')[1];
    assert.ok(gone);
    await harness.expunge('INBOX', gone.uid);
    const sources = await collect(harness.provider.sources(mirror.all(), never()));
    assert.deepEqual(sources.map(keyOf).toSorted(), mirror.keys());
    assert.deepEqual(sources.filter(({ trouble }) => trouble).map(keyOf), [keyOf(gone)]);
    const texts = sources.flatMap(({ bytes }) => (bytes ? [Buffer.from(bytes).toString('latin1')] : []));
    const kept = ['alpha', 'beta', 'delta', 'elsewhere'].map((name) => Buffer.from(letter(name)).toString('latin1'));
    assert.deepEqual(texts.toSorted(), kept.toSorted());
  });

  check('unusual messages survive byte for byte', async ({ provider, deliver }) => {
    for (const [name, bytes] of Object.entries(unusualMessages())) {
      await deliver('INBOX', bytes);
      const place = (await synced(provider)).in('INBOX')[0];
      assert.ok(place);
      assert.equal(place.size, bytes.length, name);
      assertBytes(await sourceOf(provider, place), bytes, name);
    }
  });

  check('reading sources sets no flag', async ({ provider, deliver }) => {
    await deliver('INBOX', letter('still unread'));
    const mirror = await synced(provider);
    await sourceOf(provider, only(mirror.in('INBOX')));
    assert.deepEqual(flagsOf(only((await synced(provider)).in('INBOX'))), []);
  });

  check('a part comes with its transfer encoding taken off', async ({ provider, deliver }) => {
    await deliver('INBOX', withAttachment);
    const place = only((await synced(provider)).in('INBOX'));
    const read = async (part: string) => (await buffer(await provider.part(place, part, never()))).toString('utf8');
    assert.equal((await read('1')).trimEnd(), 'Grüße aus der Werkstatt');
    assert.equal(await read('2'), 'item,price\nscrew,3\n');
    await assert.rejects(async () => read('7'), ProviderError);
  });
}

function applyTests(check: Check): void {
  const startWith = async ({ provider, deliver }: Harness, names: string[]) => {
    for (const name of names) await deliver('INBOX', letter(name));
    const mirror = await synced(provider);
    return { mirror, places: mirror.in('INBOX').toReversed() };
  };

  check('flags are added and removed', async (harness) => {
    const { mirror, places } = await startWith(harness, ['one']);
    const ref = only(places);
    const change = (add: string[], remove: string[]): Operation => ({ do: 'flags', ref: refOf(ref), add, remove });
    const outcomes = await harness.provider.apply(
      [change(['\\Seen', '\\Flagged'], []), change([], ['\\Seen'])],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(mirror.at(ref)), ['\\Flagged']);
  });

  check('move, copy and expunge are seen in the next changes', async (harness) => {
    const { mirror, places } = await startWith(harness, ['moved', 'copied', 'expunged']);
    const [moved, copied, expunged] = places.map(refOf);
    assert.ok(moved && copied && expunged);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: moved, to: 'Archive' },
        { do: 'copy', ref: copied, to: 'Archive' },
        { do: 'expunge', ref: expunged },
      ],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.in('INBOX').map(keyOf), [keyOf(copied)]);
    assert.equal(mirror.in('Archive').length, 2);
    const [told] = outcomes;
    if (told?.ok && told.moved_to) assertBytes(await sourceOf(harness.provider, told.moved_to), letter('moved'));
  });

  check('a moved message keeps its flags', async (harness) => {
    const { mirror, places } = await startWith(harness, ['starred']);
    const ref = refOf(only(places));
    const star: Operation = { do: 'flags', ref, add: ['\\Flagged', '\\Seen'], remove: [] };
    await harness.provider.apply([star, { do: 'move', ref, to: 'Archive' }], never());
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(only(mirror.in('Archive'))), ['\\Flagged', '\\Seen']);
  });

  check('an operation that fails does not stop the rest', async (harness) => {
    const { mirror, places } = await startWith(harness, ['stays', 'goes']);
    const [stays, goes] = places.map(refOf);
    assert.ok(stays && goes);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: stays, to: 'No such folder' },
        { do: 'move', ref: goes, to: 'Trash' },
      ],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [false, true],
    );
    assert.ok(outcomes[0] && !outcomes[0].ok && outcomes[0].error, 'the failure says why');
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.in('INBOX').map(keyOf), [keyOf(stays)]);
    assert.equal(mirror.in('Trash').length, 1);
  });

  check('append puts a message in place with its flags', async ({ provider }) => {
    const mirror = await synced(provider);
    const bytes = letter('not quite finished');
    const told = await provider.append('Drafts', bytes, ['\\Draft', '\\Seen'], never());
    await sync(provider, mirror);
    const place = only(mirror.in('Drafts'));
    assert.deepEqual(flagsOf(place), ['\\Draft', '\\Seen']);
    if (told) assert.equal(keyOf(told), keyOf(place));
    assertBytes(await sourceOf(provider, place), bytes);
  });

  check('append to a folder that does not exist is refused', async ({ provider }) => {
    await assert.rejects(provider.append('No such folder', letter('lost'), [], never()), ProviderError);
  });
}

function searchAndWatchTests(check: Check): void {
  check('search finds by text', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.server_search) return context.skip('this provider has no search of its own');
    await deliver('INBOX', letter('the marmalade recipe'));
    await deliver('INBOX', letter('the boiler inspection'));
    await deliver('Archive', letter('marmalade again'));
    const mirror = await synced(provider);
    const inInbox = await provider.search({ text: 'marmalade', folder: 'INBOX' }, never());
    assert.deepEqual(inInbox.map(keyOf), mirror.in('INBOX').slice(1).map(keyOf));
    assert.equal((await provider.search({ text: 'marmalade' }, never())).length, 2);
    assert.deepEqual(await provider.search({ text: 'quincunx' }, never()), []);
  });

  check('watch yields within three seconds of a delivery', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const changes = provider.watch(abort.signal)[Symbol.asyncIterator]();
    const told = changes.next().then(({ value }) => value);
    // The adapter may still be connecting: mail keeps coming until it has noticed some.
    const post = setInterval(() => void deliver('INBOX', letter('knock')).catch(() => undefined), 400);
    const late = AbortSignal.timeout(3400);
    const first = await Promise.race([told, aborted(late)]);
    clearInterval(post);
    abort.abort();
    await assertStopped(drained(changes));
    assert.equal(first, 'changed');
  });

  check('watch ends when its signal aborts', async ({ provider }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const waiting = drained(provider.watch(abort.signal)[Symbol.asyncIterator]());
    abort.abort();
    assert.equal((await waiting).done, true);
  });
}

/** What a store would hold after the batches it was given. Complains of a message that arrives twice. */
function mirrorOf() {
  const places = new Map<string, Arrival>();
  const cursors: Record<string, string> = {};
  const ofFolder = (folder: string) => [...places.values()].filter((place) => place.folder === folder);
  return {
    cursors,
    take(batch: ChangeBatch) {
      assert.equal(batch.trouble, undefined);
      if (batch.reset) {
        const { folder, uidvalidity } = batch.reset;
        for (const place of ofFolder(folder)) if (place.uidvalidity !== uidvalidity) places.delete(keyOf(place));
      }
      for (const ref of batch.removed) places.delete(keyOf(ref));
      for (const { flags, ...ref } of batch.flags) {
        const place = places.get(keyOf(ref));
        if (place) place.flags = flags;
      }
      for (const arrival of batch.arrivals) {
        assert.equal(places.has(keyOf(arrival)), false, `${keyOf(arrival)} arrived twice`);
        places.set(keyOf(arrival), { ...arrival });
      }
      if (batch.progress) assert.ok(batch.progress.current <= batch.progress.total, 'progress stays within its total');
      if (batch.cursor === undefined) return;
      JSON.parse(batch.cursor);
      cursors[batch.stream] = batch.cursor;
    },
    /** Newest first, by uid. */
    in: (folder: string) => ofFolder(folder).toSorted((a, b) => b.uid - a.uid),
    at: (ref: Ref) => places.get(keyOf(ref)),
    all: () => [...places.values()],
    keys: () => [...places.keys()].toSorted(),
  };
}

type Mirror = ReturnType<typeof mirrorOf>;

async function sync(provider: Provider, mirror: Mirror): Promise<ChangeBatch[]> {
  const batches = await collect(provider.changes({ ...mirror.cursors }, never()));
  for (const batch of batches) mirror.take(batch);
  return batches;
}

async function synced(provider: Provider): Promise<Mirror> {
  const mirror = mirrorOf();
  await sync(provider, mirror);
  return mirror;
}

/** Stores the first `count` batches and walks away, as a daemon that is killed does. */
async function takeBatches(provider: Provider, mirror: Mirror, count: number): Promise<void> {
  let taken = 0;
  for await (const batch of provider.changes({}, never())) {
    mirror.take(batch);
    if (++taken === count) break;
  }
}

async function sourceOf(provider: Provider, ref: Ref): Promise<Source> {
  return only(await collect(provider.sources([refOf(ref)], never())));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function drained<T>(items: AsyncIterator<T>): Promise<IteratorResult<T>> {
  for (;;) {
    const step = await items.next();
    if (step.done) return step;
  }
}

/** An iteration that was aborted either ends or rejects; both are an end. */
async function assertStopped(next: Promise<IteratorResult<unknown>>): Promise<void> {
  const ended = await next.then(
    ({ done }) => done === true,
    () => true,
  );
  assert.ok(ended, 'the iteration went on after its signal aborted');
}

function aborted(signal: AbortSignal): Promise<'nothing'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('nothing'), { once: true }));
}

function assertBytes({ bytes, trouble }: Source, expected: Uint8Array, name?: string): void {
  assert.equal(trouble, undefined, name);
  assert.equal(Buffer.from(bytes ?? []).toString('latin1'), Buffer.from(expected).toString('latin1'), name);
}

function only<T>(list: readonly T[]): T {
  assert.equal(list.length, 1);
  return list[0] as T;
}

function never(): AbortSignal {
  return new AbortController().signal;
}

function refOf({ folder, uidvalidity, uid }: Ref): Ref {
  return { folder, uidvalidity, uid };
}

function keyOf({ folder, uidvalidity, uid }: Ref): string {
  return `${folder}:${uidvalidity}:${uid}`;
}

/** The flags that mean something; `\Recent` belongs to a session (RFC 9051 has no such flag). */
function flagsOf(place: { flags: string[] } | undefined): string[] {
  assert.ok(place, 'the place is known');
  return place.flags.filter((flag) => flag !== '\\Recent').toSorted();
}

function letter(subject: string): Uint8Array {
  return message(
    `Message-ID: <${subject.replaceAll(/\W+/g, '-')}@letters.example>`,
    'Date: Mon, 06 Apr 2026 09:12:00 +0200',
    'From: Ada Lovelace <ada@engine.example>',
    'To: Robin Vale <robin@vale.example>',
    `Subject: ${subject}`,
    '',
    `About ${subject}: all is well here.`,
    '',
  );
}

function message(...lines: string[]): Uint8Array {
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

const withAttachment = message(
  'Message-ID: <parts@letters.example>',
  'Date: Mon, 06 Apr 2026 09:12:00 +0200',
  'From: Ada Lovelace <ada@engine.example>',
  'Subject: With a table',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="cut here"',
  '',
  'Preamble nobody reads.',
  '--cut here',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=C3=BC=C3=9Fe aus der =',
  'Werkstatt',
  '--cut here',
  'Content-Type: text/csv; name="prices.csv"',
  'Content-Disposition: attachment; filename="prices.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('item,price\nscrew,3\n').toString('base64'),
  '--cut here--',
  '',
);

/** Neither NUL nor bare CR or LF, which no IMAP server need keep (RFC 9051, section 4.3). */
function unusualMessages(): Record<string, Uint8Array> {
  const highBytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => 0x80 + (index % 0x80)));
  return {
    'eight-bit body': Buffer.concat([message('Subject: bytes', 'Message-ID: <b@x.example>', '', ''), highBytes, crlf]),
    'eight-bit header': message('From: Jürgen <j@x.example>', 'Subject: Straße, été, 東京', '', 'raw', ''),
    'empty body': message('Subject: nothing to say', 'Message-ID: <empty@x.example>', '', ''),
    'no Message-ID': message('From: ada@engine.example', 'Subject: who am I', '', 'Guess.', ''),
    'no final line end': message('Subject: cut short', '', 'the last line has no end'),
    'a line of 20,000 characters': message('Subject: long', '', 'x'.repeat(20_000), ''),
    'dots and From lines': message('Subject: dots', '', '.', '..', 'From here on', '>From there', ''),
    'a third of a megabyte': message(
      'Subject: heavy',
      '',
      ...Array<string>(5000).fill('sixty-six characters of text'.padEnd(66, '.')),
    ),
  };
}

const crlf = Buffer.from('\r\n');
