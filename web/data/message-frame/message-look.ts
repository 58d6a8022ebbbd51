/** What a message brings of its own, and how its frame shows the rest. */
export type MessageLook = {
  /** `own` if the message has a layout and runs to the edges of its frame; `text` if its text is in the page's column. */
  layout: 'own' | 'text';
  /** Whether the message names a typeface. */
  face: 'own' | 'page';
  /**
   * `light`: as sent. `dark`: in the page's dark colours, or with the message's own dark styles. `adapted`: its colours are
   * inverted, its images are not.
   */
  shade: 'light' | 'dark' | 'adapted';
};

/** What the user chose for the colours of a message in the dark: as sent, or adapted to the page. */
export type ColourChoice = 'original' | 'adapted';

/** What is known about the colours of a message. */
type MessageColours = 'none' | 'text' | 'background' | 'dark';

const darkQuery = /@media[^{}]*\(\s*prefers-color-scheme\s*:\s*dark\s*\)[^{}]*\{/gi;
const anyDarkQuery = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
const styleElement = /<style\b[^>]*>[^<]*<\/style>/g;
const tagOrStyle = /<style\b[^>]*>[^<]*<\/style>|<[a-z][^<>]*>/g;
const colourless = String.raw`(?:#fff(?:fff)?|white|none|transparent|inherit|initial|unset|rgba?\(\s*255\s*,\s*255\s*,\s*255\s*(?:,\s*[\d.]+\s*)?\))`;
const whiteBackground = new RegExp(String.raw`(background(?:-color)?\s*:\s*)${colourless}(?=\s*(?:!|;|\}|"|$))`, 'gi');
const whiteAttribute = /\sbgcolor="\s*(?:#?fff(?:fff)?|white|transparent)\s*"/gi;
const anyBackground = /\bbgcolor="|(?:^|[\s;{"])background(?:-color|-image)?\s*:(?!\s*transparent\b)/i;
const anyColour = /(?:^|[\s;{"])(?:-webkit-text-fill-)?color\s*:|<font\b[^<>]*\scolor=|\stext="/i;

/** The colours of the sanitized HTML of a message. White backgrounds and transparent ones are none. */
function coloursOf(html: string): MessageColours {
  if (hasDarkStyles(html)) return 'dark';
  const markup = markupOf(withoutWhite(html));
  if (markup.some((each) => anyBackground.test(each))) return 'background';
  return markup.some((each) => anyColour.test(each)) ? 'text' : 'none';
}

/** The styles and tags of HTML, without its text. */
function markupOf(html: string): string[] {
  return html.match(tagOrStyle) ?? [];
}

/** Whether the message has dark backgrounds or colours of its own for a dark page. */
function hasDarkStyles(html: string): boolean {
  return (html.match(styleElement) ?? []).some((css) =>
    [...css.matchAll(darkQuery)].some(({ index, 0: head }) => {
      const block = css.slice(index + head.length, index + head.length + 4_000);
      return /background(?:-color)?\s*:/i.test(block.split(/\}\s*\}/, 1)[0] ?? '');
    }),
  );
}

const wideTable =
  /<table\b(?=[^<>]*(?:\swidth="(?:100%|[4-9]\d\d|\d{4})|style="[^"]*\b(?:max-)?width:\s*(?:100%|[4-9]\d\dpx|\d{4}px)))/i;
const wideBox = /[;"{\s](?:max-)?width:\s*(?:[4-9]\d\d|1\d{3})px/i;
const anyFace = /font-family\s*:|[\s;"{]font\s*:|\sface="/i;

/** How a message is shown. `isDark` is whether the page is dark. */
export function lookOf(
  html: string,
  { isDark, choice }: { isDark: boolean; choice?: ColourChoice | undefined },
): MessageLook {
  const markup = markupOf(html);
  const colours = coloursOf(html);
  const hasLayout = colours === 'background' || markup.some((each) => wideTable.test(each) || wideBox.test(each));
  return {
    layout: hasLayout ? 'own' : 'text',
    face: markup.some((each) => anyFace.test(each)) ? 'own' : 'page',
    shade: shadeOf(colours, isDark, choice),
  };
}

function shadeOf(colours: MessageColours, isDark: boolean, choice: ColourChoice | undefined): MessageLook['shade'] {
  if (!isDark || choice === 'original') return 'light';
  if (colours === 'none' || colours === 'dark') return 'dark';
  return colours === 'text' || choice === 'adapted' ? 'adapted' : 'light';
}

/**
 * The HTML for a shade. Queries for the colours of the system are replaced by what the frame shows, because the page and
 * the message may differ from the system. In dark shades a white background would be a patch on the page, so it is left out.
 */
export function inShade(html: string, shade: MessageLook['shade']): string {
  const scheme = shade === 'dark' ? 'dark' : 'light';
  const queried = html.replace(styleElement, (css) =>
    css.replace(anyDarkQuery, (_, wanted: string) =>
      wanted.toLowerCase() === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
    ),
  );
  const hasOwnDark = shade === 'dark' && queried !== html;
  return shade === 'light' || hasOwnDark ? queried : withoutWhite(queried);
}

function withoutWhite(html: string): string {
  return html.replace(tagOrStyle, (markup) =>
    markup.replace(whiteBackground, '$1transparent').replace(whiteAttribute, ''),
  );
}
