import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';

// Draws the images of the app and its tray icon, from the two strokes of the horn. Run by hand after a change here:
// `node resources/make-icons.ts`; the images are kept with the source.

const folder = join(import.meta.dirname, 'icons');
const paper = '#FBF8F2';
const brass = '#8A5A10';

const tube = 'M1.2 10.5h16.6A8 8 0 1 1 10 4.5c3.8 0 6.9 2.5 7.8 6';
const bell = 'M10 4.5h8c3 0 5-1.2 7-3.5v15c-1.8-2.8-4-5-7-5.5';

type Drawing = { name: string; size: number; svg: string };

function horn(colour: string, width: number, fill = 'none'): string {
  const stroke = `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${tube}" fill="none" ${stroke}/><path d="${bell}" fill="${fill}" ${stroke}/>`;
}

/** The icon of the app on its own ground; `inset` is what macOS leaves free around it, of a width of 100. */
function appIcon(inset: number): string {
  const side = 100 - 2 * inset;
  const scale = side / 38;
  const at = `translate(${50 - 13.2 * scale} ${50 - 11.6 * scale}) scale(${scale})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <rect x="${inset}" y="${inset}" width="${side}" height="${side}" rx="${side * 0.225}" fill="${paper}"/>
    <g transform="${at}">${horn(brass, 2.5)}</g>
  </svg>`;
}

type Colours = { ink: string; unread: string; attention: string; onMark: string };
const bars = {
  Template: { ink: '#000', unread: '#000', attention: '#000', onMark: 'none' },
  light: { ink: '#1D2327', unread: '#8A5A10', attention: '#A63D2F', onMark: '#fff' },
  dark: { ink: '#EDE8DE', unread: '#E0B25A', attention: '#F09A86', onMark: '#14181A' },
  // Where nobody can tell what colour the bar has: it is seen on black and on white.
  any: { ink: '#A9761F', unread: '#A9761F', attention: '#D9503C', onMark: '#fff' },
} satisfies Record<string, Colours>;
const looks = ['normal', 'unread', 'attention', 'offline'] as const;

/** The mark stands in the corner where the horn leaves room, with a gap cut out around it. */
function trayIcon(look: (typeof looks)[number], { ink, unread, attention, onMark }: Colours): string {
  const marked = look === 'unread' || look === 'attention';
  const [x, y, radius] = look === 'attention' ? [22.5, 20, 6] : [22.5, 20.5, 4.6];
  const gap = `<mask id="gap"><rect x="-2" y="-4" width="32" height="32" fill="#fff"/><circle cx="${x}" cy="${y}" r="${radius + 2}" fill="#000"/></mask>`;
  const cut = onMark === 'none' ? 'mask="url(#sign)"' : '';
  const sign = `<mask id="sign"><rect x="-2" y="-4" width="32" height="32" fill="#fff"/>${exclamation(x, y, '#000')}</mask>`;
  const dot = `<circle cx="${x}" cy="${y}" r="${radius}" fill="${look === 'attention' ? attention : unread}" ${look === 'attention' ? cut : ''}/>`;
  const words = look === 'attention' && onMark !== 'none' ? exclamation(x, y, onMark) : '';
  const slash = `<path d="M3 23.5 25 1" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" fill="none"/>`;
  const slit = `<mask id="slit"><rect x="-2" y="-4" width="32" height="32" fill="#fff"/><path d="M3 23.5 25 1" stroke="#000" stroke-width="6.4" stroke-linecap="round"/></mask>`;
  const body =
    look === 'offline'
      ? `${slit}<g mask="url(#slit)" opacity="0.6">${horn(ink, 2.6)}</g><g opacity="0.75">${slash}</g>`
      : marked
        ? `${gap}${sign}<g mask="url(#gap)">${horn(ink, 2.6)}</g>${dot}${words}`
        : horn(ink, 2.6);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.2 -2.4 29.4 29.4">${body}</svg>`;
}

function exclamation(x: number, y: number, colour: string): string {
  return `<path d="M${x} ${y - 3.1}v3.2" stroke="${colour}" stroke-width="1.9" stroke-linecap="round"/><circle cx="${x}" cy="${y + 3}" r="1.15" fill="${colour}"/>`;
}

/** A file for each density of screen: Electron finds the others by the name of the first. */
function atDensities(name: string, size: number, densities: readonly number[], svg: string): Drawing[] {
  return densities.map((density) => ({
    name: density === 1 ? `${name}.png` : `${name}@${density}x.png`,
    size: size * density,
    svg,
  }));
}

const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#E0B25A" stroke="#14181A" stroke-width="1.4"/></svg>`;

const drawings: Drawing[] = [
  ...looks.flatMap((look) => [
    ...atDensities(`tray/${look}Template`, 16, [1, 2], trayIcon(look, bars.Template)),
    ...(['light', 'dark'] as const).flatMap((bar) =>
      atDensities(`tray/${look}-${bar}`, 16, [1, 1.25, 1.5, 2], trayIcon(look, bars[bar])),
    ),
    ...atDensities(`tray/${look}-any`, 24, [1, 2], trayIcon(look, bars.any)),
  ]),
  ...[16, 24, 32, 48, 64, 128, 256, 512].map((size) => ({ name: `app/${size}x${size}.png`, size, svg: appIcon(0) })),
  { name: 'app.png', size: 1024, svg: appIcon(0) },
  { name: 'app-mac.png', size: 1024, svg: appIcon(9.8) },
  ...atDensities('overlay', 16, [1, 2], badge),
];

async function draw(browser: Browser, { name, size, svg }: Drawing): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}

for (const part of ['tray', 'app']) mkdirSync(join(folder, part), { recursive: true });
const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch(executablePath ? { executablePath } : {});
for (const drawing of drawings) await draw(browser, drawing);
await browser.close();
