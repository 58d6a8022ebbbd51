import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { deliveryMail } from '../../../daemon/features/deliveries/test-deliveries.ts';
import { testStart } from '../../../daemon/test-daemon.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { createCountingUser, type CountingUser } from '../everyday-tasks/counting-user.ts';
import { assertWithinLimits } from '../everyday-tasks/step-limits.ts';
import { keepsToasts, focused, suiteFakeApp, toast } from '../suite-app.ts';

const mails = [
  deliveryMail({
    from: 'Amazon.de <shipment-tracking@amazon.de>',
    subject: 'Your Amazon.de order #302-1234567-7654321 has shipped',
    text: 'Your package is on its way.\nArriving: Thursday, March 12\nTracking number: TBA300123456789',
    id: 'shipped@amazon.de',
    minutesAgo: 2000,
  }),
  deliveryMail({
    from: 'UPS <mcinfo@ups.com>',
    subject: 'Your parcel from Papeterie Lenoir is out for delivery today',
    text: 'Arriving today between 18:00 and 20:00.\nTracking number: 1Z5R89390357567127',
    id: 'out@ups.com',
    minutesAgo: 60,
  }),
  deliveryMail({
    from: 'DHL <noreply@dhl.de>',
    subject: 'Ihr Paket wurde zugestellt',
    text: 'Ihre Sendung 00340434161094022115 wurde zugestellt.',
    id: 'done@dhl.de',
    minutesAgo: 3000,
  }),
];

const cards = (page: Page) => page.locator('main ol ul[role=list] > li > a');
const card = (page: Page, about: string) => cards(page).filter({ hasText: about });
const details = (page: Page) => page.getByRole('region', { name: /^Delivery from/ });
const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Deliveries/ });

suite('the deliveries page', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });

  /** The inbox, at the time of the app and in the zone of its daemon. */
  async function openInbox(options: { viewport?: { width: number; height: number } } = {}) {
    const opened = await fake.open('/inbox', { timezoneId: 'Europe/Berlin', ...options });
    await opened.page.clock.setFixedTime(testStart);
    return opened;
  }

  async function find(way: 'mouse' | 'keyboard', run: (user: CountingUser) => Promise<void>) {
    const { page, close } = await openInbox();
    await entry(page).waitFor();
    await listRows(page).first().waitFor();
    const user = createCountingUser(page);
    await run(user);
    await details(page).filter({ hasText: '1Z5R89390357567127' }).waitFor();
    assertWithinLimits('find the parcel', way, user.steps);
    await close();
  }

  test('find the parcel that comes today, by mouse and by keyboard', async () => {
    for (const each of mails) fake.app.control.deliver(each);
    await fake.app.daemon.resync();
    await until('the deliveries are found', async () => {
      const { deliveries } = await fake.app.daemon.ask('deliveries.list', { filter: 'all' });
      return deliveries.length === 3;
    });
    await find('mouse', async ({ page, click }) => click(entry(page)));
    await find('keyboard', async ({ page, press, type }) => {
      await press('Control+k');
      await page
        .getByRole('combobox', { name: 'What would you like to do?' })
        .or(page.getByRole('dialog'))
        .first()
        .waitFor();
      await type('deliv');
      await page.getByRole('option', { name: 'Go to Deliveries' }).waitFor();
      await press('Enter');
    });
  });

  test('a delivery says where it is and why, arrives, is hidden and comes back; axe finds no fault', async () => {
    const { page, pageErrors, close } = await openInbox({ viewport: { width: 1440, height: 900 } });
    await entry(page).click();
    await page.getByText('One arrives today, 1 more on the way').waitFor();
    await untilAsserted(async () =>
      assert.deepEqual(await page.locator('main h2').allInnerTexts(), ['Today', 'Thursday', 'Papeterie Lenoir']),
    );
    await details(page).getByText('Today, 18:00–20:00').waitFor();
    await details(page).getByText('Mail from the carrier').waitFor();
    await untilAsserted(async () =>
      assert.equal(
        await details(page).getByRole('link', { name: 'Track' }).getAttribute('href'),
        'https://www.ups.com/track?tracknum=1Z5R89390357567127',
      ),
    );
    await details(page).getByText('Track opens www.ups.com in your browser').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);

    await page.keyboard.press('j');
    await card(page, 'Papeterie Lenoir').and(focused(page)).waitFor();
    await page.keyboard.press('j');
    await card(page, 'Amazon').and(focused(page)).waitFor();
    await details(page).filter({ hasText: 'TBA300123456789' }).waitFor();

    await details(page).getByRole('button', { name: 'Mark as arrived' }).click();
    await card(page, 'Amazon').waitFor({ state: 'detached' });
    await toast(page, 'Marked as arrived: Amazon').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Amazon').click();
    await details(page).filter({ hasText: 'TBA300123456789' }).getByRole('button', { name: 'Not a delivery' }).click();
    await card(page, 'Amazon').waitFor({ state: 'detached' });
    await toast(page, 'Hidden: Amazon').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Amazon').waitFor();

    await page.getByRole('link', { name: 'Delivered', exact: true }).click();
    await card(page, 'DHL').waitFor();
    await untilAsserted(async () => assert.equal(await cards(page).count(), 1));
    await page.getByRole('link', { name: 'Hidden', exact: true }).click();
    await page.getByText('Nothing hidden').waitFor();
    await page.getByRole('button', { name: 'Search the last 90 days' }).click();
    await toast(page, 'No new deliveries found').waitFor();
    await page.goBack();
    await details(page).getByRole('link', { name: 'Ihr Paket wurde zugestellt' }).click();
    await threadSubject(page).filter({ hasText: 'Ihr Paket wurde zugestellt' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('in a narrow window what is known of a delivery is below it', async () => {
    const { page, close } = await fake.open('/deliveries', {
      timezoneId: 'Europe/Berlin',
      viewport: { width: 390, height: 844 },
    });
    await card(page, 'Papeterie Lenoir').click();
    await untilAsserted(async () => {
      const above = await card(page, 'Papeterie Lenoir').boundingBox();
      const below = await details(page).boundingBox();
      assert.ok(above && below && below.y >= above.y + above.height);
    });
    await untilAsserted(async () =>
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')),
    );
    await close();
  });
});
