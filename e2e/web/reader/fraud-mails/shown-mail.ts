import type { Frame, Page } from 'playwright';
import { until } from '../../../../daemon/test-until.ts';
import type { ShownLink, ShownMail } from './fraud-mail.ts';

/** Reads what the page shows of the open message. The trust card and targets are opened only if they are expected. */
export async function shownMail(page: Page, expected: Partial<ShownMail>): Promise<ShownMail> {
  const message = page.locator('article').last();
  const region = message.getByRole('region', { name: 'Warning about this message' });
  const marks = message.getByRole('button', { name: /^(Known sender|Verified|Unverified)$/ });
  await region.or(marks).first().waitFor();
  const isSuspicious = await region.isVisible();
  const frame = await messageFrame(page);
  return {
    warning: isSuspicious ? (await region.locator('p').innerText()).replace(/^Be careful\.\s+/, '') : null,
    mark: isSuspicious ? null : ((await marks.innerText()) as ShownMail['mark']),
    reasons: expected.reasons ? await reasons(page, isSuspicious ? region.getByRole('button') : marks) : [],
    ...(frame
      ? await frame.evaluate<Pick<ShownMail, 'links' | 'text'>>(contentExpression)
      : {
          links: await plainLinks(page),
          text: oneLine(await message.locator('[class*=body] p[dir=auto]').allInnerTexts()),
        }),
    target: expected.target === undefined ? null : await shownTarget(page, frame),
  };
}

const oneLine = (texts: string[]) => texts.join(' ').replace(/\s+/g, ' ').trim();

/** The frame of an HTML message; undefined for plain text. */
async function messageFrame(page: Page): Promise<Frame | undefined> {
  const content = page.locator('article').last().locator('[class*=body] :is(iframe, p[dir=auto])').first();
  const element = await content.elementHandle();
  const frame = (await element?.contentFrame()) ?? undefined;
  await frame?.waitForURL('about:srcdoc');
  return frame;
}

async function reasons(page: Page, button: ReturnType<Page['locator']>): Promise<string[]> {
  await button.click();
  const card = page.getByRole('dialog', { name: /^Is this from/ });
  await card.getByRole('listitem').first().waitFor();
  const texts = await card.getByRole('listitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  return texts.map((text) => text.trim());
}

async function plainLinks(page: Page): Promise<ShownLink[]> {
  const texts = await page.locator('article').last().locator('a[target=_blank]').allInnerTexts();
  return texts.map((text) => ({ text }));
}

/** The visible text of the links of a frame and the marks behind them, and the whole visible text. */
const contentExpression = `(() => {
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const links = [...document.querySelectorAll('a[href], area[href]')];
  return {
    links: links.map((link) => {
      const { content } = getComputedStyle(link, '::after');
      const host = /^" \\((.*)\\)"$/.exec(content)?.[1];
      return { text: plain(link.innerText ?? ''), ...(host !== undefined && { host }) };
    }),
    text: plain(document.body.innerText),
  };
})()`;

/** The address that the page shows over the first link; throws if the pointer and the focus differ. */
async function shownTarget(page: Page, frame: Frame | undefined): Promise<string | null> {
  const link = frame ? frame.locator('a[href], area[href]').first() : page.locator('article a[target=_blank]').first();
  if ((await link.count()) === 0) return null;
  const shown: (string | null)[] = [];
  for (const show of [() => link.hover({ force: true }), () => link.focus()]) {
    await page.mouse.move(0, 0);
    await show();
    let text: string | null = null;
    await until('the target of a link is shown', async () => (text = await bar(page)) !== null);
    shown.push(text);
  }
  if (shown[0] !== shown[1]) throw new Error(`Hovering shows ${shown[0]}, and the focus shows ${shown[1]}.`);
  return shown[0] ?? null;
}

/** What the page shows of a link, outside of the reach of the message. */
async function bar(page: Page): Promise<string | null> {
  const target = page.locator('[class*=target]');
  return (await target.count()) === 0 ? null : await target.innerText();
}

/** Links of the frame that cannot be seen where they can be clicked, or that lie over other text; one sentence each. */
export async function deceptiveLinks(page: Page): Promise<string[]> {
  const frame = await messageFrame(page);
  return frame ? await frame.evaluate<string[]>(deceptionExpression) : [];
}

const deceptionExpression = `(() => {
  const faults = [];
  const alphaOf = (colour) => Number(/rgba\\(.*, ([\\d.]+)\\)/.exec(colour)?.[1] ?? 1);
  const textsIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
    return texts;
  };
  const boxesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const texts = textsIn(document.body);
  for (const link of document.querySelectorAll('a[href]')) {
    const own = new Set(textsIn(link));
    for (const text of own) {
      if (boxesOf(text).length === 0) continue;
      const style = getComputedStyle(text.parentElement);
      let opacity = 1;
      for (let each = text.parentElement; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
      if (opacity < 0.5 || alphaOf(style.color) < 0.5 || alphaOf(style.webkitTextFillColor) < 0.5 || parseFloat(style.fontSize) < 5)
        faults.push('The link text "' + text.data.trim() + '" cannot be seen.');
    }
    const boxes = [...link.getClientRects(), ...[...link.querySelectorAll('*')].flatMap((each) => [...each.getClientRects()])];
    for (const text of texts) {
      if (own.has(text)) continue;
      const covered = boxesOf(text).some((box) => {
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return boxes.some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom);
      });
      if (covered) faults.push('A link lies over the text "' + text.data.trim() + '".');
    }
  }
  return faults;
})()`;
