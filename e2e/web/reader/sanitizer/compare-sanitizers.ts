import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { safeHtml } from '../../../../daemon/mail/html/safe-html.ts';
import { waitLimitMs } from '../../../../daemon/test-until.ts';
import { generatedHtml } from './generated-html.ts';

type Comparison = { documents: number; elements: number; faults: string[] };

const batchSize = 100;

/**
 * Cleans generated documents with our sanitizer and with DOMPurify, and lets Chromium parse both. A fault is what ours
 * (`clean`) keeps and DOMPurify removes, be it from ours or from the document, or what appears when ours is written and parsed again.
 */
export async function compareSanitizers(
  browser: Browser,
  {
    count,
    seed,
    clean = (html) => safeHtml(html).html,
  }: { count: number; seed: number; clean?: (html: string) => string },
): Promise<Comparison> {
  const context = await browser.newContext();
  context.setDefaultTimeout(waitLimitMs);
  const total: Comparison = { documents: 0, elements: 0, faults: [] };
  try {
    const page = await openBlank(await context.newPage());
    const documents = generatedHtml(count, seed);
    for (let at = 0; at < documents.length; at += batchSize) {
      const batch = documents.slice(at, at + batchSize).map((raw) => ({ raw, ours: clean(raw) }));
      const found = await page.evaluate<{ elements: number; faults: [number, string][] }>(
        `(${compareInPage})(${JSON.stringify(batch)})`,
      );
      total.documents += batch.length;
      total.elements += found.elements;
      for (const [index, fault] of found.faults)
        total.faults.push(`seed ${seed}, document ${at + index}: ${fault}\n    of ${JSON.stringify(batch[index])}`);
    }
  } finally {
    await context.close();
  }
  return total;
}

async function openBlank(page: Page): Promise<Page> {
  await page.goto('about:blank');
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('dompurify/dist/purify.min.js') });
  return page;
}

/** Runs in the page. The documents that it parses have no window, so that nothing in them runs or loads. */
const compareInPage = String.raw`(samples) => {
  // A profile like ours: HTML without forms, frames and media; web, mail and telephone links; bitmaps that came with the mail.
  const profile = {
    USE_PROFILES: { html: true },
    // Its own default with fewer schemes: it also applies to attributes that are no addresses.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.\-]+(?:[^a-z+.\-:]|$))/i,
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'fieldset', 'legend', 'label', 'datalist',
      'output', 'progress', 'meter', 'dialog', 'audio', 'video', 'source', 'track', 'picture', 'template', 'slot', 'marquee', 'bdo', 'selectedcontent', 'search'],
    // The target, because a link of a mail opens in a new window, always without an opener.
    ADD_ATTR: ['target'],
    SANITIZE_NAMED_PROPS: false,
  };
  // What ours keeps, and why it can do nothing: presentational attributes of HTML 4.
  const harmless = new Set(['hspace', 'vspace', 'compact', 'rules', 'face', 'clear', 'scope', 'headers', 'nowrap', 'border', 'size', 'type', 'aria-hidden', 'aria-label', 'open', 'reversed', 'start', 'datetime', 'usemap', 'shape', 'coords', 'name', 'valign', 'span']);
  const parse = (html) => new DOMParser().parseFromString('<!doctype html><body>' + html, 'text/html').body;
  const isSafeAddress = (name, value) =>
    name === 'href' ? /^(?:https?:\/\/|mailto:|tel:|#)/.test(value) : name === 'src' ? /^data:image\/(?!svg)/.test(value) : true;
  // Each thing an element can do, as text: that it exists, its attributes, and its addresses.
  // A form of the document may hide the properties of its element behind names of its fields.
  const own = (name) => Object.getOwnPropertyDescriptor(Element.prototype, name).get;
  const [localName, namespaceUri, attributesOf] = ['localName', 'namespaceURI', 'attributes'].map(own);
  const abilitiesOf = (body) => {
    const all = new Set();
    for (const element of body.querySelectorAll('*')) {
      const tag = localName.call(element);
      const namespace = namespaceUri.call(element);
      all.add(namespace === 'http://www.w3.org/1999/xhtml' ? tag : namespace + ' ' + tag);
      for (const { name, value } of attributesOf.call(element))
        all.add(tag + ' ' + name + (name === 'href' || name === 'src' ? '=' + value : ''));
    }
    return all;
  };
  const faults = [];
  let elements = 0;
  samples.forEach(({ raw, ours }, index) => {
    const fault = (text) => faults.push([index, text]);
    const body = parse(ours);
    const abilities = abilitiesOf(body);
    elements += body.querySelectorAll('*').length;

    // 1. DOMPurify finds nothing to remove in ours.
    DOMPurify.sanitize(ours, profile);
    for (const { element, attribute } of DOMPurify.removed) {
      if (element && element.nodeName !== '#comment') fault('ours keeps the element ' + element.nodeName);
      // Text that looks like markup is text in an attribute: what is written is only ever parsed as the body of a document.
      const isText = attribute && /^(?:title|alt)$/.test(attribute.name);
      if (attribute && !isText && !harmless.has(attribute.name)) fault('ours keeps the attribute ' + attribute.name + '=' + attribute.value.slice(0, 60));
    }

    // 2. Nothing that DOMPurify removes from the document is in ours.
    const purified = abilitiesOf(parse(DOMPurify.sanitize(raw, profile)));
    const document_ = abilitiesOf(parse(raw));
    for (const ability of abilities) {
      const [element, attribute] = ability.split(/[ =]/);
      const isRemoved = document_.has(ability) && !purified.has(ability);
      if (isRemoved && !explained(element, attribute, ability)) fault('ours keeps what DOMPurify removes: ' + ability);
    }

    // 3. Addresses and styles that load, run or leave their place.
    for (const element of body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) fault('a handler: ' + name);
        if (!isSafeAddress(name, value)) fault('an address: ' + name + '=' + value);
        if (/^(?:id|name)$/.test(name) && !value.startsWith('mail-') && value !== '') fault('a name: ' + value);
      }
      const css = element.localName === 'style' ? element.textContent : element.getAttribute('style') ?? '';
      if (/url\(|image-set|expression|@import|@font-face|behavior|binding|position:\s*(?:fixed|absolute|sticky)|var\(|\\/i.test(css)) fault('a style: ' + css);
    }

    // 4. Written and parsed again, it has the same abilities.
    const again = abilitiesOf(parse(body.innerHTML));
    for (const ability of again) if (!abilities.has(ability)) fault('written and parsed again it gains ' + ability);
    const inDiv = new DOMParser().parseFromString('<div></div>', 'text/html').querySelector('div');
    inDiv.innerHTML = ours;
    for (const ability of abilitiesOf(inDiv)) if (!abilities.has(ability)) fault('in another place it gains ' + ability);
  });
  return { elements, faults };

  // DOMPurify removes an element with all that is in it where ours keeps the safe content, and repairs nesting by removal:
  // an element or attribute that its profile allows at other places can do nothing more here.
  function explained(element, attribute, ability) {
    const tag = element.toLowerCase();
    const probe = attribute === undefined ? '<' + tag + '></' + tag + '>' : '<' + tag + ' ' + attribute + '="a">';
    if (harmless.has(attribute)) return true;
    if (tag === 'style') return true;
    const context = { td: 'table', th: 'table', tr: 'table', tbody: 'table', thead: 'table', tfoot: 'table', caption: 'table', col: 'table', colgroup: 'table' }[tag];
    const value = ability.includes('=') ? ability.slice(ability.indexOf('=') + 1) : 'a';
    const html = attribute === undefined ? probe : '<' + tag + ' ' + attribute + '="' + value.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '">';
    return abilitiesOf(parse(DOMPurify.sanitize(context ? '<' + context + '>' + html : html, profile))).has(ability);
  }
}`;
