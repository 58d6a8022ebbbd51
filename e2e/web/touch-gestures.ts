import type { Locator, Page } from 'playwright';

/** A finger on the screen of a page with touch. */
type TouchGestures = {
  /** Moves across an element by these many pixels horizontally and vertically, and lifts. */
  drag: (on: Locator, by: { by: number; down?: number }) => Promise<void>;
  /** Holds on an element until something appears, and lifts. */
  longPress: (on: Locator, until: Locator) => Promise<void>;
};

const steps = 8;

/** Playwright can tap but neither drag nor press long: these use raw touch events of the browser. */
export async function touchGestures(page: Page): Promise<TouchGestures> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: y ?? 0 }] });

  async function middleOf(on: Locator): Promise<{ x: number; y: number }> {
    const box = await on.boundingBox();
    if (!box) throw new Error('What is to be touched is not on the screen.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  return {
    async drag(on, { by, down = 0 }) {
      const { x, y } = await middleOf(on);
      await touch('touchStart', x, y);
      for (let step = 1; step <= steps; step += 1) {
        await touch('touchMove', x + (by * step) / steps, y + (down * step) / steps);
      }
      await touch('touchEnd');
    },
    async longPress(on, until) {
      const { x, y } = await middleOf(on);
      await touch('touchStart', x, y);
      await until.waitFor();
      await touch('touchEnd');
    },
  };
}
