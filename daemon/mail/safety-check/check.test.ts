import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTestDraftFile, owner, testSafetyCheck } from './test-safety-check.ts';

const ben = 'ben@people.example';

test('mail without recipients or with invalid addresses is blocked with advice', async () => {
  const { write, report } = await testSafetyCheck();
  const check = (to_text: string) =>
    report(write({ to_text })).issues.map(({ code, severity, message }) => [code, severity, message]);
  assert.deepEqual(check(''), [['no_recipients', 'blocker', 'Add at least one recipient.']]);
  assert.deepEqual(check('ben@people.example, cleo'), [
    ['invalid_recipient', 'blocker', '"cleo" is no address that mail can be sent to. Correct it or take it out.'],
  ]);
  const { allowed, verdict, checked_at } = report(write({ to_text: 'ben@people.example' }));
  assert.deepEqual([allowed, verdict, checked_at], [true, 'safe', '2026-03-10T08:00:00.000Z']);
});

test('a recipient at a sensitive domain or a subdomain blocks a message, also in Bcc (checklist 132)', async () => {
  const { issuesOf, write, report } = await testSafetyCheck();
  const sensitive_domains = ['rival.example', 'MÜLLER.example'];
  const blocked = ['blocker sensitive_domain'];
  assert.deepEqual(
    issuesOf({ to_text: 'ben@people.example', bcc_text: 'Cleo <cleo@RIVAL.example>' }, { sensitive_domains }),
    blocked,
  );
  assert.deepEqual(issuesOf({ to_text: 'cleo@mail.rival.example' }, { sensitive_domains }), blocked);
  assert.deepEqual(issuesOf({ to_text: 'cleo@xn--mller-kva.example' }, { sensitive_domains }), blocked);
  assert.deepEqual(issuesOf({ to_text: 'cleo@notrival.example' }, { sensitive_domains }), []);
  const { allowed, verdict, issues } = report(write({ to_text: 'cleo@rival.example' }), { sensitive_domains });
  assert.deepEqual([allowed, verdict, issues[0]?.detail], [false, 'blocked', 'cleo@rival.example']);
});

test('the first mail to an external stranger gets a warning only if the user enabled it (checklist 135)', async () => {
  const { issuesOf } = await testSafetyCheck([{ from: 'Ben <ben@people.example>', subject: 'From Ben' }]);
  const to_text = 'stranger@new.example, ben@people.example, colleague@example.test';
  assert.deepEqual(issuesOf({ to_text }, { warn_on_first_time_external: true }), ['warning first_time_external']);
  assert.deepEqual(issuesOf({ to_text }, { warn_on_first_time_external: false }), []);
  const known = { to_text: 'ben@people.example, colleague@example.test' };
  assert.deepEqual(issuesOf(known, { warn_on_first_time_external: true }), []);
});

test('a message only to the user may contain secrets', async () => {
  const { issuesOf } = await testSafetyCheck();
  const body = 'Password: hunter2';
  assert.deepEqual(issuesOf({ to_text: owner, body }), []);
  assert.deepEqual(issuesOf({ to_text: `${owner}, ben@people.example`, body }), ['warning pii_secret']);
});

test('an address one typing error away from a known address or domain gets a warning', async () => {
  const { write, report } = await testSafetyCheck([
    { to: `Ben Ode <${ben}>`, subject: 'To Ben' },
    { to: 'jo@people.example', subject: 'To Jo' },
    { to: 'user1@people.example', subject: 'To user 1' },
    { from: 'Cleo <cleo@known.example>', subject: 'From Cleo' },
  ]);
  const meant = (to_text: string) => report(write({ to_text })).issues.map(({ code, detail }) => [code, detail]);
  assert.deepEqual(meant('ben@poeple.example'), [['wrong_recipient', ben]]);
  assert.deepEqual(meant('stranger@peple.example'), [['wrong_recipient', 'stranger@people.example']]);
  assert.deepEqual(meant('stranger@gmial.com'), [['wrong_recipient', 'stranger@gmail.com']]);
  assert.deepEqual(meant('owner@example.tset'), [['wrong_recipient', 'owner@example.test']]);
  const right = [
    'bo@people.example',
    'user2@people.example',
    'stranger@hotmail.se',
    'x@mail.com',
    'cleo@known.example',
    ben,
  ];
  assert.deepEqual(
    right.map(meant),
    right.map(() => []),
  );
});

test('a greeting that names another correspondent gets a warning', async () => {
  const { write, report } = await testSafetyCheck([
    { to: `Ben Ode <${ben}>`, subject: 'To Ben' },
    { to: 'Cleo Park <c.park@x.example>', subject: 'To Cleo' },
  ]);
  const meant = (body: string, to_text = ben) =>
    report(write({ to_text, body })).issues.map(({ code, detail }) => [code, detail]);
  const wrong = [['wrong_recipient', 'c.park@x.example']];
  assert.deepEqual(meant('Hi Cleo,\n\nsee you.'), wrong);
  assert.deepEqual(meant('Sehr geehrte Frau Park,\n\ndanke.'), wrong);
  const right = [
    'Hi Ben,',
    'Dear Mr Ode,',
    'Hi Cleo and Ben,',
    'Hi all,',
    'Hi there',
    'Dear Zoe,',
    'hi cleo said so',
    'Cleo is here.',
  ];
  assert.deepEqual(
    right.map((body) => meant(body)),
    right.map(() => []),
  );
  assert.deepEqual(meant('Hi Cleo,', 'cleopark@new.example'), []);
});

test('a reply that omits recipients gets a note, and a warning if it addresses all', async () => {
  const { issuesOf, messageRowId } = await testSafetyCheck([
    { from: ben, to: `${owner}, cleo@x.example`, subject: 'Plan', headers: { Cc: 'eve@z.example' } },
    { from: ben, to: 'list@x.example, eve@z.example', subject: 'List', headers: { 'List-Id': '<list.x.example>' } },
  ]);
  const source = messageRowId('Plan');
  const everybody = `${ben}, cleo@x.example, eve@z.example`;
  assert.deepEqual(issuesOf({ source, intent: 'reply_all', to_text: ben }), ['info missing_reply_all_recipient']);
  assert.deepEqual(issuesOf({ source, intent: 'reply_all', to_text: everybody }), []);
  assert.deepEqual(issuesOf({ source, intent: 'reply', to_text: ben }), []);
  const body = 'Hi all,\n\nyes.';
  assert.deepEqual(issuesOf({ source, intent: 'reply', to_text: ben, body }), ['warning missing_reply_all_recipient']);
  assert.deepEqual(issuesOf({ source: messageRowId('List'), intent: 'reply_all', to_text: 'list@x.example' }), []);
});

test('a reply to all that goes to many recipients, or reveals a Bcc, gets a warning', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `person${at}@x.example`).join(', ');
  const { issuesOf, messageRowId } = await testSafetyCheck([
    { from: ben, to: `${owner}, ${many}`, subject: 'Many' },
    { from: ben, to: 'cleo@x.example', subject: 'Hidden' },
    { from: ben, to: 'owner1+shop@example.test, cleo@x.example', subject: 'Tagged' },
  ]);
  const answer = (subject: string, to_text: string, intent: 'reply' | 'reply_all' = 'reply_all') =>
    issuesOf({ source: messageRowId(subject), intent, to_text });
  assert.deepEqual(answer('Many', `${ben}, ${many}`), ['warning reply_all']);
  assert.deepEqual(issuesOf({ to_text: many }), []);
  assert.deepEqual(answer('Hidden', `${ben}, cleo@x.example`), ['warning reply_all']);
  assert.deepEqual(answer('Hidden', ben, 'reply'), []);
  assert.deepEqual(answer('Tagged', `${ben}, cleo@x.example`), []);
});

test('a text that mentions an attachment without one gets a warning, in many languages', async () => {
  const { db, write, report, issuesOf } = await testSafetyCheck();
  const speaks = [
    'Please find attached the plan.',
    'See attached',
    "I've attached your invoice.",
    'Thanks for asking: the plan is attached.',
    'Anbei die Rechnung.',
    'Im Anhang finden Sie Ihre Rechnung.',
    'Veuillez trouver ci-joint le plan.',
    'Te envío el plan adjunto.',
    'In allegato il piano.',
    'Segue em anexo o plano.',
    'Zie de bijlage.',
    'W załączniku plan.',
    'Файл во вложении.',
    '計画書を添付します。',
  ];
  const silent = [
    'There is no attachment.',
    'Thanks for your attachment.',
    'The file you attached is empty.',
    'Could you attach the plan?',
    'Danke für deinen Anhang.',
    'He is attached to his old car.',
    'Yes.\n\nOn Tuesday, 10 March 2026 at 07:00, Ben <ben@people.example> wrote:\n> See the attached plan.',
  ];
  const missing = (body: string) => issuesOf({ to_text: ben, intent: 'reply', body });
  assert.deepEqual(
    speaks.filter((body) => missing(body).join() !== 'warning missing_attachment'),
    [],
  );
  assert.deepEqual(
    silent.filter((body) => missing(body).length > 0),
    [],
  );
  const draft = write({ to_text: ben, body: 'See attached.' });
  assert.equal(report(draft).issues[0]?.detail, '"See attached."');
  addTestDraftFile(db, draft, 'plan.pdf');
  assert.deepEqual(report(draft).issues, []);
});

test('an empty subject, an empty text and placeholders get a warning', async () => {
  const { issuesOf, write, report } = await testSafetyCheck();
  assert.deepEqual(issuesOf({ to_text: ben, subject: ' ', body: '\n' }), [
    'warning empty_subject',
    'warning empty_body',
  ]);
  const quote = 'On Tuesday, 10 March 2026 at 07:00, Ben <ben@people.example> wrote:\n> Hello.';
  assert.deepEqual(issuesOf({ to_text: ben, intent: 'reply', body: `\n\n${quote}` }), ['warning empty_body']);
  assert.deepEqual(issuesOf({ to_text: ben, intent: 'forward', body: quote }), []);
  const open = report(
    write({ to_text: ben, body: 'Dear {first_name}, I am [Your Name], see `{code}` and [name](https://x.example).' }),
  );
  assert.deepEqual(
    open.issues.map(({ code, detail }) => [code, detail]),
    [['unfilled_placeholder', '{first_name}, [Your Name]']],
  );
});

test('a scheduled send at night gets a note', async () => {
  const { issuesOf } = await testSafetyCheck();
  const at = (instant: string) => issuesOf({ to_text: ben }, {}, { send_at: new Date(instant) });
  assert.deepEqual(at('2026-03-11T02:00:00Z'), ['info send_time_note']);
  assert.deepEqual(at('2026-03-11T21:00:00Z'), ['info send_time_note']);
  assert.deepEqual(at('2026-03-11T08:00:00Z'), []);
});

test('a reply to an invitation and an unsubscribe request are checked for blockers, and not for style', async () => {
  const { issuesOf } = await testSafetyCheck();
  assert.deepEqual(issuesOf({ to_text: ben, subject: '', body: '', purpose: 'unsubscribe' }), []);
  const sensitive = { sensitive_domains: ['people.example'] };
  assert.deepEqual(issuesOf({ to_text: ben, purpose: 'invite_reply' }, sensitive), ['blocker sensitive_domain']);
});

const casual = 'Hey Ben, gonna be late, cya! :)';
const formal = 'Dear Mr Ode, I would appreciate your answer. Please find the plan below. Yours sincerely';

const messagesToBen = (count: number, text = casual) =>
  Array.from({ length: count }, (_, at) => ({ to: `Ben Ode <${ben}>`, subject: `Message ${at}`, text }));

test('the tone is compared with three earlier messages to the recipient, and not with two (checklist 136)', async () => {
  const two = await testSafetyCheck(messagesToBen(2));
  assert.deepEqual(two.issuesOf({ to_text: ben, body: formal }, { formality_delta_threshold: 0 }), []);
  const three = await testSafetyCheck(messagesToBen(3));
  const check = (body: string, formality_delta_threshold: number) =>
    three.issuesOf({ to_text: ben, body }, { formality_delta_threshold });
  const warned = ['warning tone_mismatch'];
  assert.deepEqual([check(formal, 0.25), check(casual, 0.25)], [warned, []]);
  assert.deepEqual([check(casual, 0), check(formal, 1)], [warned, []]);
  assert.deepEqual(
    three.issuesOf({ to_text: 'cleo@x.example', body: 'See you.' }, { formality_delta_threshold: 0 }),
    [],
  );
});
