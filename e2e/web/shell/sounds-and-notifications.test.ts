import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { listRows, skip, untilAsserted } from '../browser.ts';
import { suiteFakeApp } from '../suite-app.ts';

/** Records what the page plays: the length of each sound, in hundredths of a second, and its volume. */
const recordSoundsScript = `(() => {
  globalThis.played = [];
  let gain = 1;
  const Gain = GainNode;
  globalThis.GainNode = class extends Gain {
    constructor(context, options) { super(context, options); gain = options.gain; }
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    globalThis.played.push(Math.round(this.buffer.duration * 100) + ' at ' + Math.round(gain * 100));
    return start.apply(this, when);
  };
})()`;

/** The length of each sound, in hundredths of a second. */
const [archive, thud, sent] = [42, 30, 62];

function playedSounds(page: Page, count: number): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => (globalThis.played.length >= ${count} ? resolve(globalThis.played) : setTimeout(look, 10));
    look();
  })`);
}

suite('sounds and notifications', { skip }, () => {
  const fake = suiteFakeApp();
  const { open } = fake;

  test('sounds and notifications are set on one page, and apply at once', async () => {
    const { daemon } = fake.app;
    const { page, pageErrors: troubles, close } = await open('/sounds');
    await page.evaluate(recordSoundsScript);
    const sound = page.getByRole('checkbox', { name: 'Play sounds' });
    await sound.check();
    await page.getByRole('combobox', { name: 'Archived' }).selectOption('Thud');
    await page.getByRole('button', { name: 'Play: Sent' }).click();
    assert.deepEqual((await playedSounds(page, 2)).toSorted(), [`${thud} at 35`, `${sent} at 35`]);
    await page.getByRole('slider', { name: 'Volume' }).press('ArrowUp');
    await playedSounds(page, 3);
    await page.getByRole('checkbox', { name: 'Ada' }).uncheck();
    await page.getByRole('checkbox', { name: 'Only mail from people' }).uncheck();
    await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
    await page.getByLabel('Until', { exact: true }).fill('06:30');
    await page.getByLabel('Until', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'For an hour' }).click();
    await page.getByText(/^Paused until /).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Until I turn it back on' }).click();
    await page.getByText('Paused until you turn it back on').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'For an hour' }).waitFor();

    // Each change is a request of its own.
    await untilAsserted(async () => {
      const { chimes, ...notices } = daemon.config.current.notifications;
      assert.deepEqual([chimes.enabled, chimes.volume, chimes.archived, chimes.trashed], [true, 0.36, 'thud', 'thud']);
      assert.deepEqual(notices, {
        enabled: true,
        only_people: false,
        show_content: true,
        quiet_from: '22:00',
        quiet_until: '06:30',
      });
      assert.equal(daemon.config.current.accounts['ada']?.notify, false);
    });
    await page.getByRole('checkbox', { name: 'Quiet hours' }).uncheck();
    await page.getByRole('combobox', { name: 'Archived' }).selectOption('Wood');
    await playedSounds(page, 4);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('checklist 175: the web app plays sounds for its own actions, once, with the same setting', async () => {
    const { daemon } = fake.app;
    await daemon.ask('notifications.setChimes', { enabled: true, volume: 0.5, archived: 'archive', trashed: 'none' });
    const { page, pageErrors: troubles, close } = await open('/inbox', { isFresh: true });
    await page.evaluate(recordSoundsScript);
    await listRows(page).nth(3).waitFor();
    await listRows(page).first().focus();
    await page.keyboard.press('e');
    assert.deepEqual(await playedSounds(page, 1), [`${archive} at 50`]);
    // A setting changed elsewhere applies here, and an event without a sound stays silent.
    await daemon.ask('notifications.setChimes', { archived: 'thud', volume: 1 });
    // The page receives two changes in order, and the second is visible.
    await daemon.ask('settings.change', { key: 'ui.density', value: 'compact' });
    await page.locator(':root[data-density=compact]').waitFor({ state: 'attached' });
    await page.keyboard.press('#');
    await page.getByText(/trash/i).last().waitFor();
    await page.keyboard.press('e');
    assert.deepEqual(await playedSounds(page, 2), [`${archive} at 50`, `${thud} at 100`]);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('no sound is fetched while sounds are off', async () => {
    const { daemon } = fake.app;
    await daemon.ask('notifications.setChimes', { enabled: false });
    const { page, pageErrors: troubles, close } = await open('/inbox', { isFresh: true });
    const fetched: string[] = [];
    page.on('request', (request) => void fetched.push(request.url()));
    await listRows(page).nth(3).waitFor();
    await listRows(page).first().focus();
    const setting = page.waitForResponse((answer) => answer.url().endsWith('/platform/notifications/chimes'));
    await page.keyboard.press('e');
    await setting;
    await page
      .getByText(/archived/i)
      .last()
      .waitFor();
    assert.deepEqual(
      fetched.filter((address) => address.endsWith('.wav')),
      [],
    );
    assert.deepEqual(troubles, []);
    await close();
  });
});
