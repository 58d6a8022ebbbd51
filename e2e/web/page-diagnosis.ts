import type { Locator, Page } from 'playwright';

/**
 * Reports a click whose press and release are on different controls. The content has moved in between, and the user has clicked
 * on nothing or on something else: an error of the page.
 */
const lostClickScript = `{
  const controlOf = ({ target }) =>
    target instanceof Element
      ? (target.closest('a, button, input, label, select, summary, textarea, [role]') ?? target)
      : null;
  const nameOf = (element) => element?.outerHTML.slice(0, 200);
  let pressed;
  addEventListener('pointerdown', (event) => {
    pressed = { control: controlOf(event), x: event.clientX, y: event.clientY };
  }, true);
  addEventListener('pointerup', (event) => {
    const released = controlOf(event);
    const isDrag = event.clientX !== pressed?.x || event.clientY !== pressed?.y;
    if (!isDrag && released !== pressed.control)
      console.error('A click was lost: pressed on ' + nameOf(pressed.control) + ', released on ' + nameOf(released));
  }, true);
}`;

/**
 * Makes a new page report lost clicks as console errors. The script runs in the page alone: a script that Chromium runs in all
 * frames is refused, and reported, in the frames of messages.
 */
export function reportLostClicks(page: Page): void {
  // A page that was left meanwhile has no clicks.
  page.on('domcontentloaded', () => void page.evaluate(lostClickScript).catch(() => undefined));
}

const describedPrototypes = new WeakSet<object>();

/** Makes the error of a locator that waited in vain say what its page showed then. */
export function describeTimeouts(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (describedPrototypes.has(prototype)) return;
  describedPrototypes.add(prototype);
  for (const name of ['waitFor', 'click', 'fill', 'press'] as const) {
    const act = prototype[name] as (this: Locator, ...given: unknown[]) => Promise<void>;
    prototype[name] = async function actOrDescribe(this: Locator, ...given: unknown[]): Promise<void> {
      try {
        await act.apply(this, given);
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') {
          const state = await stateOf(this.page()).catch(String);
          error.message += `\n${state}`;
          // Reports print the stack, which has the message as it was at first.
          error.stack += `\n${state}`;
        }
        throw error;
      }
    };
  }
}

const stateOf = (page: Page) =>
  page.evaluate<string>(`[
    'The page is ' + location.href,
    'the focus is on ' + (document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing'),
    ...[...document.querySelectorAll('[role=dialog], [role=menu], [role=alert], [role=status], [role=region] li')]
      .filter(({ innerText }) => innerText?.trim())
      .map((part) => (part.role ?? part.localName) + ': ' + part.innerText.trim().replace(/\\s+/g, ' ').slice(0, 200)),
  ].join('\\n')`);
