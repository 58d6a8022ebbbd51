import { walkHtml } from '../html/walk.ts';

/** An item of structured data (schema.org): the names of its types without their address, and its properties. */
export type DataNode = { types: string[]; properties: ReadonlyMap<string, readonly DataValue[]> };
type DataValue = string | DataNode;

const maxHtmlLength = 2_000_000;
const maxJsonLength = 200_000;
const maxScripts = 20;
const maxDepth = 12;
const maxNodes = 2_000;

/** The items of JSON-LD scripts and of microdata in HTML, without those inside other items. Malformed data are left out. */
export function structuredData(html: string): DataNode[] {
  const read = html.slice(0, maxHtmlLength);
  if (!/ld\+json|itemscope/i.test(read)) return [];
  const { scripts, items } = dataInHtml(read);
  const budget = { nodes: maxNodes };
  return [...scripts.flatMap((text) => itemsOfScript(text, budget)), ...items];
}

function itemsOfScript(text: string, budget: { nodes: number }): DataNode[] {
  let value: unknown;
  try {
    value = JSON.parse(text.trim());
  } catch {
    // Some senders break their own JSON; their mail is read without it.
    return [];
  }
  const graph = (each: unknown): unknown[] =>
    isRecord(each) && Array.isArray(each['@graph']) ? each['@graph'] : [each];
  return (Array.isArray(value) ? value : [value]).flatMap(graph).flatMap((each) => {
    const node = nodeOf(each, 0, budget);
    return node && typeof node !== 'string' ? [node] : [];
  });
}

function nodeOf(value: unknown, depth: number, budget: { nodes: number }): DataValue | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, 1_000);
  if (!isRecord(value) || depth > maxDepth || --budget.nodes < 0) return undefined;
  const properties = new Map<string, DataValue[]>();
  for (const [name, each] of Object.entries(value).slice(0, 100)) {
    const values = (Array.isArray(each) ? each.slice(0, 50) : [each]).flatMap(
      (one) => nodeOf(one, depth + 1, budget) ?? [],
    );
    if (!name.startsWith('@')) properties.set(name, values);
  }
  const types = [value['@type']].flat().flatMap((type) => (typeof type === 'string' ? [plainType(type)] : []));
  return { types, properties };
}

const plainType = (type: string) => type.replace(/^.*[/#:]/, '');

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type OpenNode = { types: string[]; properties: Map<string, DataValue[]> };
type OpenElement = { name: string; item?: OpenNode; text?: { property: string; of: OpenNode; value: string } };

const voidElements = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** An end tag closes an element among the last so many, so that hostile nesting costs no more than its length. */
const maxLookback = 64;
const maxOpen = 2_000;

/** Microdata (HTML, section 5) and the texts of JSON-LD scripts. */
function dataInHtml(html: string): { scripts: string[]; items: DataNode[] } {
  const scripts: string[] = [];
  const items: OpenNode[] = [];
  const open: OpenElement[] = [];
  let script: string | undefined;
  let count = 0;

  const currentItem = () => open.findLast(({ item }) => item)?.item;
  const add = (of: OpenNode, property: string, value: DataValue) => {
    for (const name of property.trim().split(/\s+/))
      of.properties.set(name, [...(of.properties.get(name) ?? []), value]);
  };
  const begin = (name: string, attributes: ReadonlyMap<string, string>, isClosed: boolean) => {
    const property = attributes.get('itemprop');
    const parent = currentItem();
    const element: OpenElement = { name };
    if (attributes.has('itemscope') && ++count <= maxNodes) {
      element.item = {
        types: (attributes.get('itemtype') ?? '').split(/\s+/).filter(Boolean).map(plainType),
        properties: new Map(),
      };
      if (property !== undefined && parent) add(parent, property, element.item);
      else items.push(element.item);
    } else if (property !== undefined && parent && ++count <= maxNodes) {
      const value = ['content', 'datetime', 'href', 'src', 'value']
        .map((each) => attributes.get(each))
        .find((each) => each !== undefined);
      if (value !== undefined) add(parent, property, value.slice(0, 1_000));
      else element.text = { property, of: parent, value: '' };
    }
    if (!isClosed && !voidElements.has(name) && open.length < maxOpen) open.push(element);
  };
  const end = (element: OpenElement) => {
    if (element.text) add(element.text.of, element.text.property, element.text.value.replaceAll(/\s+/g, ' ').trim());
  };
  walkHtml(html, {
    open(name, attributes, isSelfClosing) {
      if (name === 'script' && /ld\+json/i.test(attributes.get('type') ?? '') && scripts.length < maxScripts)
        script = '';
      begin(name, attributes, isSelfClosing);
    },
    text(text) {
      if (script !== undefined && script.length < maxJsonLength) script += text;
      for (const { text: collected } of open.slice(-maxLookback))
        if (collected && collected.value.length < 1_000) collected.value += text;
    },
    close(name) {
      if (name === 'script' && script !== undefined) {
        if (script.length < maxJsonLength) scripts.push(script);
        script = undefined;
      }
      const at = open.slice(-maxLookback).findLastIndex((each) => each.name === name);
      if (at < 0) return;
      for (const each of open.splice(Math.max(0, open.length - maxLookback) + at)) end(each);
    },
    isForeign: () => false,
  });
  return { scripts, items };
}

/** The first value of a property: a text, or the name of an item. */
export function textOf(node: DataNode | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const value of node?.properties.get(name) ?? []) {
      const text = typeof value === 'string' ? value : textOf(value, 'name');
      if (text !== undefined && text.trim() !== '') return text.trim();
    }
  }
  return undefined;
}

/** The items under some properties. */
export function nodesOf(node: DataNode | undefined, ...names: readonly string[]): DataNode[] {
  return names.flatMap((name) => (node?.properties.get(name) ?? []).filter((value) => typeof value !== 'string'));
}
