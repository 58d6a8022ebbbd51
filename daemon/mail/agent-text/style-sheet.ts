import type { Attributes } from '../text/tags.ts';
import { readDeclarations, type Declaration } from './declarations.ts';

type Rule = {
  tag: string | undefined;
  id: string | undefined;
  classes: readonly string[];
  specificity: number;
  order: number;
  declarations: readonly Declaration[];
};

/** The declarations that the style sheets of a message give an element, the ones that win last. */
export type StyleSheet = (name: string, attributes: Attributes) => Declaration[];

const maxSheetLength = 200_000;
const maxRules = 3_000;
const maxBlockLength = 4_000;
const maxRulesOfKey = 50;
/** Elements with the same name, id and classes get the same declarations. */
const maxKnown = 2_000;

/** Only these properties can hide text. */
const hidingProperties =
  /display|visibility|opacity|font|color|background|position|left|right|top|bottom|indent|clip|height|width|overflow|transform|hide|filter|margin|zoom/i;

/**
 * Reads the style sheets of a message as far as they can hide text. Of a selector the last part counts, without its
 * ancestors: that finds too much rather than too little.
 */
export function readStyleSheets(html: string): StyleSheet {
  const sheets = [...html.matchAll(/<style\b[^>]*>([^]*?)(?:<\/style|$)/gi)].map(([, css = '']) => css);
  const rules = rulesOf(sheets.join('\n').slice(0, maxSheetLength));
  const byKey = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = keyOf(rule);
    const known = byKey.get(key) ?? [];
    if (known.length < maxRulesOfKey) byKey.set(key, [...known, rule]);
  }
  const known = new Map<string, Declaration[]>();
  return (name, attributes) => {
    if (rules.length === 0) return [];
    const description = `${name}#${attributes.id ?? ''}.${attributes.class ?? ''}`;
    const declarations = known.get(description) ?? declarationsFor(name, attributes);
    if (known.size < maxKnown) known.set(description, declarations);
    return declarations;
  };

  function declarationsFor(name: string, attributes: Attributes): Declaration[] {
    const classes = (attributes.class ?? '').split(/\s+/).filter((word) => word !== '');
    const keys = [...classes.map((each) => `.${each}`), `#${attributes.id ?? ''}`, name, '*'];
    const found = [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
    return found
      .filter((rule) => matches(rule, { name, id: attributes.id, classes }))
      .toSorted((one, other) => one.specificity - other.specificity || one.order - other.order)
      .flatMap(({ declarations }) => declarations);
  }
}

function keyOf({ tag, id, classes }: Rule): string {
  if (classes[0] !== undefined) return `.${classes[0]}`;
  return id === undefined ? (tag ?? '*') : `#${id}`;
}

function matches(rule: Rule, element: { name: string; id: string | undefined; classes: readonly string[] }): boolean {
  if (rule.tag !== undefined && rule.tag !== element.name) return false;
  if (rule.id !== undefined && rule.id !== element.id) return false;
  return rule.classes.every((each) => element.classes.includes(each));
}

function rulesOf(css: string): Rule[] {
  const plain = withoutConditions(css.replaceAll(/\/\*[^]*?(?:\*\/|$)|<!--|-->/g, ' '));
  const rules: Rule[] = [];
  for (const rule of plain.split('}')) {
    if (rules.length >= maxRules) break;
    const brace = rule.lastIndexOf('{');
    const block = rule.slice(brace + 1, brace + 1 + maxBlockLength);
    if (brace < 0 || !hidingProperties.test(block)) continue;
    const selectors = rule.slice(rule.lastIndexOf('{', brace - 1) + 1, brace).slice(-maxBlockLength);
    const declarations = readDeclarations(block);
    for (const selector of selectors.split(',')) {
      const found = ruleOf(selector, { declarations, order: rules.length });
      if (found) rules.push(found);
    }
  }
  return rules;
}

/** Rules for all screens stay; those for small or other ones go, because they say nothing about what most people see. */
function withoutConditions(css: string): string {
  return css
    .replaceAll(/@media\s*(?:only\s+)?(?:all|screen)?\s*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/gi, '$1')
    .replaceAll(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ' ')
    .replaceAll(/@[^{};]*;/g, ' ');
}

function ruleOf(selector: string, rest: Pick<Rule, 'declarations' | 'order'>): Rule | undefined {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const [whole, tag = '', names = ''] = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i.exec(last) ?? [];
  if (whole === undefined || whole === '') return undefined;
  const parts = names.match(/[.#][\w-]+/g) ?? [];
  const ids = parts.filter((part) => part.startsWith('#'));
  const classes = parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1));
  return {
    tag: tag === '' || tag === '*' ? undefined : tag.toLowerCase(),
    id: ids[0]?.slice(1),
    classes,
    specificity: ids.length * 100 + classes.length * 10 + (tag === '' ? 0 : 1),
    ...rest,
  };
}
