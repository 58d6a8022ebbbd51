import sanitize from 'sanitize-html';

/** HTML that has passed the allow-list, and what was held back from it. */
export type SafeHtml = { html: string; remote_images: number; tracking_images: number };

const maximumHtml = 2_000_000;

const textTags = words(`
  a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li
  main mark nav ol p pre q s samp section small span strike strong style sub summary sup table tbody
  td tfoot th thead time tr tt u ul var wbr`);

const layoutAttributes = words(`
  align valign width height bgcolor color face size border cellpadding cellspacing colspan rowspan dir
  lang title class id style role start type open`);

/** What stands in these is for machines: with the tag its text goes too. */
const machineTags = words(`script style textarea option title noscript template svg math xmp noembed noframes`);

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

/**
 * Makes a message's HTML safe to show: an allow-list of tags and attributes, no scripts, handlers, forms or frames,
 * and nothing that loads by itself. The address of a remote image is moved to `data-remote-src`; links open elsewhere
 * without a referrer. It is shown in a sandboxed frame all the same.
 */
export function safeHtml(html: string): SafeHtml {
  let remote = 0;
  let tracking = 0;
  const clean = sanitize(html.slice(0, maximumHtml), {
    allowedTags: textTags,
    allowVulnerableTags: true,
    allowedAttributes: {
      '*': layoutAttributes,
      a: ['href', 'name', 'target', 'rel'],
      img: ['src', 'alt', 'data-remote-src'],
      time: ['datetime'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid', 'data'] },
    allowProtocolRelative: false,
    nonTextTags: machineTags,
    nestingLimit: 200,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: attribs.style ? { ...attribs, style: safeStyle(attribs.style) } : attribs,
      }),
      a: (tagName, attribs) => {
        const { href, ...rest } = withStyle(attribs);
        // Relative addresses lead nowhere in a mail, and odd spaces in front of a scheme are never innocent.
        const isLink = href !== undefined && /^\s*(https?:\/\/|mailto:|tel:|#)/i.test(href);
        return {
          tagName,
          attribs: {
            ...rest,
            ...(isLink && { href: href.trim() }),
            target: '_blank',
            rel: 'noopener noreferrer nofollow',
          },
        };
      },
      img: (tagName, attribs) => {
        const { src = '', srcset: _, 'data-remote-src': __, ...rest } = withStyle(attribs);
        if (/^\s*(cid:|data:image\/)/i.test(src)) return { tagName, attribs: { ...rest, src: src.trim() } };
        if (!/^\s*(https?:)?\/\//i.test(src)) return { tagName, attribs: rest };
        remote++;
        if (looksLikeTracker(rest)) tracking++;
        return { tagName, attribs: { ...rest, 'data-remote-src': src.trim() } };
      },
    },
    exclusiveFilter: (frame) => frame.tag === 'style' && /[<]|@import|url\s*\(|expression|\\/i.test(frame.text),
  });
  return { html: clean, remote_images: remote, tracking_images: tracking };
}

function withStyle(attribs: sanitize.Attributes): sanitize.Attributes {
  return attribs.style ? { ...attribs, style: safeStyle(attribs.style) } : attribs;
}

/** Declarations that could load something, or leave the frame's flow, are dropped one by one. */
function safeStyle(style: string): string {
  return style
    .split(';')
    .filter(
      (declaration) =>
        !/url\s*\(|image-set|expression|@import|\\|javascript:|position\s*:\s*(fixed|sticky)/i.test(declaration),
    )
    .join(';');
}

/** An image nobody can see has one purpose. */
function looksLikeTracker({ width, height, style = '' }: sanitize.Attributes): boolean {
  const tiny = (size: string | undefined) => size !== undefined && /^\s*[01](px)?\s*$/i.test(size);
  return (
    tiny(width) ||
    tiny(height) ||
    /display\s*:\s*none|visibility\s*:\s*hidden|(width|height)\s*:\s*[01](px)?\s*(;|!|$)/i.test(style)
  );
}

/** Whether HTML says more than its text does: tables, pictures, headings, colours. */
export function isRichHtml(html: string): boolean {
  return /<(table|img|h[1-6]|ul|ol|style|font|center)\b|background|bgcolor/i.test(html);
}
