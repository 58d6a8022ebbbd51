import type { Locator, Page } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { listRows, pressChord, threadSubject } from '../browser.ts';
import { focused } from '../suite-app.ts';
import type { Steps, TaskName } from './step-limits.ts';

/** A user of a page, whose clicks and keys are counted. The content of a message is not counted. */
export type CountingUser = ReturnType<typeof createCountingUser>;

/** The first keys of shortcuts with two keys. */
const leaders = new Set(['g', '*']);

export function createCountingUser(page: Page) {
  const steps: Steps = { clicks: 0, keys: 0 };
  const rows = listRows(page);

  async function click(target: Locator): Promise<void> {
    steps.clicks++;
    await target.first().click();
  }

  async function press(...keys: string[]): Promise<void> {
    steps.keys += keys.length;
    const left = [...keys];
    while (left.length > 0) await pressChord(page, ...left.splice(0, leaders.has(left[0]!) ? 2 : 1));
  }

  async function type(text: string): Promise<void> {
    steps.keys += text.length;
    await page.keyboard.type(text);
  }

  /** Presses a key until the focus is on the target, waiting for each move. */
  async function pressUntilFocused(key: string, target: Locator): Promise<void> {
    const isThere = async () => (await focused(page).and(target).count()) > 0;
    for (let presses = 0; !(await isThere()); presses++) {
      if (presses === 40) throw new Error(`Forty presses of ${key} did not reach the control`);
      // Within the frame of a message the frame is the active element.
      const last = await page.evaluateHandle('document.activeElement');
      await press(key);
      await until(`${key} moves the focus`, () =>
        last.evaluate(
          (element) =>
            element !== (element as { ownerDocument: { activeElement: unknown } }).ownerDocument.activeElement,
        ),
      );
    }
  }

  return {
    page,
    steps,
    rows,
    row: (about: string | RegExp) => rows.filter({ hasText: about }),
    click,
    press,
    type,
    pressUntilFocused,
    write: (content: string) => page.keyboard.type(content),
    async drag(from: Locator, to: Locator): Promise<void> {
      steps.clicks++;
      await from.first().dragTo(to);
    },
    /** Opens a conversation of the list by mouse. */
    async open(about: string): Promise<void> {
      await click(rows.filter({ hasText: about }));
      await threadSubject(page).filter({ hasText: about }).waitFor();
    },
    /** Moves the focus to a conversation of the list with the key for the next one. */
    goTo: (about: string) => pressUntilFocused('j', rows.filter({ hasText: about })),
    /** Opens a conversation of the list by keyboard. */
    async openByKey(about: string): Promise<void> {
      await pressUntilFocused('j', rows.filter({ hasText: about }));
      await press('Enter');
      await threadSubject(page).filter({ hasText: about }).waitFor();
    },
    ...keyboardEntry(page, { press, type }),
  };
}

type KeyPresses = { press: (...keys: string[]) => Promise<void>; type: (text: string) => Promise<void> };

function keyboardEntry(page: Page, { press, type }: KeyPresses) {
  return {
    /** Runs a command of the palette, found by words of its name. */
    async command(words: string, name: string | RegExp): Promise<void> {
      await press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').and(focused(page)).waitFor();
      await type(words);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await press('Enter');
    },
    /** Enters a search by keyboard and waits until its first result has the focus. */
    async search(words: string): Promise<void> {
      await press('/');
      await page.getByRole('combobox', { name: 'Search all mail' }).and(focused(page)).waitFor();
      await type(words);
      await press('Enter');
      await listRows(page).first().and(focused(page)).waitFor();
    },
  };
}

export type Task = {
  name: TaskName;
  /** Prepares the mail of the task; its steps are not counted. */
  prepare?: (page: Page) => Promise<unknown>;
  mouse: (user: CountingUser) => Promise<unknown>;
  keyboard: (user: CountingUser) => Promise<unknown>;
  /** Undoes the task, so that it can be done again. */
  undo?: (page: Page) => Promise<unknown>;
};
