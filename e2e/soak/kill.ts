/** `npm run soak -- kill [KILLS] [SEED]`: a first sync of real mail with repeated kills, one line per kill. */
import { corpusMail, corpusMissing } from '../corpus.ts';
import { randomKillTimes, runSyncKills } from '../faults/sync-kills.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const noCorpus = corpusMissing();
  if (noCorpus) console.log(`${noCorpus}; only made-up messages are synced`);
  const mail = randomMessages({ count: noCorpus ? 2_000 : 500, seed });
  const folders = new Map([
    ['INBOX', mail],
    ...(noCorpus ? [] : corpusMail()),
    ['Copies', mail.filter((_, n) => n % 10 === 7)],
  ]);
  const dovecot = await startDovecot();
  try {
    const [user] = dovecot.users;
    if (!user) throw new Error('The test server has no user.');
    for (const [folder, mail] of folders) dovecot.seed(user.user, folder, mail);
    const messages = new Set([...folders.values()].flat()).size;
    console.log(`${messages} messages, ${kills} kills, seed ${seed}`);
    const began = performance.now();
    const outcome = await runSyncKills({
      dovecot,
      user,
      killTimes: randomKillTimes({ kills, messages, seed }),
      onKill: ({ number, killTime, stored }) =>
        console.log(
          `kill ${number}: ${killTime.delayMs} ms after ${stored === undefined ? 'its start' : `${stored} messages were stored`}`,
        ),
    });
    return report(outcome, { messages, kills, seconds: (performance.now() - began) / 1000 });
  } finally {
    await dovecot.stop();
  }
}

function report(
  { messages: stored, faults, fetchedAfterIdleKill }: Awaited<ReturnType<typeof runSyncKills>>,
  { messages, kills, seconds }: { messages: number; kills: number; seconds: number },
): number {
  const complaints = [
    ...faults,
    ...(stored === messages ? [] : [`${stored} messages are stored instead of ${messages}.`]),
    ...(fetchedAfterIdleKill === 0
      ? []
      : [`After a kill while idle, ${fetchedAfterIdleKill} messages were fetched again.`]),
  ];
  for (const complaint of complaints) console.log(`FAULT ${complaint}`);
  const verdict =
    complaints.length === 0 ? 'nothing lost, nothing doubled, index and store agree' : `${complaints.length} faults`;
  console.log(`${kills} kills and one while idle, ${stored} messages, ${seconds.toFixed(0)} s: ${verdict}`);
  return complaints.length === 0 ? 0 : 1;
}
