import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { waitLimitMs } from '../../../daemon/test-until.ts';
import { dovecotAccount, untilSynced } from '../../peers/support/dovecot-account.ts';
import { buildMessage, randomMessages } from '../../peers/support/test-messages.ts';
import { deliverOverLmtp } from '../../peers/support/lmtp.ts';
import { makeHome, startDaemon } from '../../daemon-process.ts';
import { dovecotMissing, startDovecot, type MailUser } from '../../../testing/servers/dovecot.ts';
import { launchBrowser, openPage, listRows, skip } from '../browser.ts';

/** During a test no account is polled: its server reports changes by itself. */
const config = '[general]\nsync_interval = 86400\n';

test(
  'mail delivered to a real server shows on the page because the server reports it',
  { skip: skip || dovecotMissing() },
  async (t) => {
    const dovecot = await startDovecot();
    t.after(() => dovecot.stop());
    const user = dovecot.users[0] as MailUser;
    dovecot.seed(user.user, 'INBOX', randomMessages({ count: 50, seed: 5 }));
    const home = makeHome([dovecotAccount(dovecot, user)], { config });
    t.after(() => home.remove());
    const daemon = await startDaemon(home, dovecot);
    t.after(() => daemon.kill());
    await untilSynced(daemon, new Date(0));
    const browser = await launchBrowser();
    t.after(() => browser.close());
    const { page, pageErrors: troubles, close } = await openPage(browser, `http://127.0.0.1:${daemon.port}/inbox`);
    await listRows(page).first().waitFor();
    for (const subject of ['The post rider is early', 'The post rider is back']) {
      const bytes = buildMessage({
        id: `${randomUUID()}@people.example`,
        subject,
        text: 'Hello',
        sentAt: Math.floor(Date.now() / 1000),
      });
      await deliverOverLmtp(dovecot.lmtpPort, { to: user.email, bytes });
      await listRows(page).filter({ hasText: subject }).waitFor({ timeout: waitLimitMs });
    }
    assert.deepEqual(troubles, []);
    await close();
  },
);
