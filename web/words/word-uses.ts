import ts from 'typescript';
import { isText, type Words, wordsAt } from './text.ts';

type Place = readonly string[];
/** What a name stands for, and the part of the source in which it does. */
type Meaning = { place: Place; scope: ts.Node };

/**
 * The places of all words that a source may say: texts, and whole sections of what is handed on or looked into by a computed
 * name. It rather finds too much than a word too few, for each part of the page brings along what is found here.
 */
export function wordUses(path: string, source: string, words: Words): Place[] {
  if (!/\bstrings\b/.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const named = new Map<string, Meaning[]>([['strings', [{ place: [], scope: file }]]]);
  // A name may be made of another that stands below it.
  for (let before = 0; before < sizeOf(named);) {
    before = sizeOf(named);
    visit(file, (name) => shorten(name, named, words));
  }
  const found: Place[] = [];
  visit(file, (name) => found.push(...saidBy(name, named, words)));
  return found;
}

function sizeOf(named: ReadonlyMap<string, readonly Meaning[]>): number {
  return [...named.values()].reduce((sum, meanings) => sum + meanings.length, 0);
}

/** Every name that stands for a value, which what follows a dot does not, nor what is only a type. */
function visit(node: ts.Node, each: (name: ts.Identifier) => void): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
  if (ts.isPropertyAccessExpression(node)) return visit(node.expression, each);
  if (ts.isIdentifier(node)) each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

/** Notes what a use of words is called in its module: `const words = strings.list`, `const { open, close } = words`. */
function shorten(name: ts.Identifier, named: Map<string, Meaning[]>, words: Words): void {
  for (const { place, last } of pathsFrom(name, named)) {
    const declared = shortNameOf(last);
    if (!declared || isText(wordsAt(words, place))) continue;
    for (const [own, from] of namesOf(declared)) {
      const meanings = named.get(own) ?? [];
      const meaning = { place: from === undefined ? place : [...place, from], scope: scopeOf(declared) };
      if (!meanings.some((each) => isSame(each, meaning))) named.set(own, [...meanings, meaning]);
    }
  }
}

function isSame(one: Meaning, other: Meaning): boolean {
  return one.scope === other.scope && one.place.join('\0') === other.place.join('\0');
}

/** The block that a name is declared in. */
function scopeOf(declared: ts.Node): ts.Node {
  let scope = declared.parent;
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

function saidBy(name: ts.Identifier, named: ReadonlyMap<string, Meaning[]>, words: Words): Place[] {
  if (isDeclared(name)) return [];
  return pathsFrom(name, named).flatMap(({ place, last }) => {
    const deepest = deepestOf(place, words);
    return shortNameOf(last) && !isText(wordsAt(words, deepest)) ? [] : [deepest];
  });
}

/** As far as the dots after a name lead, from each of the places that it may stand for. */
function pathsFrom(
  name: ts.Identifier,
  named: ReadonlyMap<string, Meaning[]>,
): { place: Place; last: ts.Expression }[] {
  const path: string[] = [];
  let last: ts.Expression = name;
  while (ts.isPropertyAccessExpression(last.parent) && last.parent.expression === last) {
    last = last.parent;
    path.push((last as ts.PropertyAccessExpression).name.text);
  }
  const meanings = (named.get(name.text) ?? []).filter(({ scope }) => scope.pos <= name.pos && name.end <= scope.end);
  return meanings.map(({ place }) => ({ place: [...place, ...path], last }));
}

/** What a use of words is called from there on; undefined where it is used in another way, or by other modules, too. */
function shortNameOf({ parent }: ts.Expression): ts.VariableDeclaration | undefined {
  if (!ts.isVariableDeclaration(parent)) return undefined;
  const { name, parent: list } = parent;
  const isExported = ts.isVariableStatement(list.parent) && list.parent.modifiers !== undefined;
  const isPlain = ts.isIdentifier(name) || (ts.isObjectBindingPattern(name) && name.elements.every(isPlainElement));
  return isExported || !isPlain ? undefined : parent;
}

function isPlainElement({ name, dotDotDotToken, propertyName }: ts.BindingElement): boolean {
  return ts.isIdentifier(name) && !dotDotDotToken && (!propertyName || ts.isIdentifier(propertyName));
}

/** The names that a declaration makes, and what each is called in the words; nothing for their whole. */
function namesOf({ name }: ts.VariableDeclaration): [own: string, from: string | undefined][] {
  if (ts.isIdentifier(name)) return [[name.text, undefined]];
  return (name as ts.ObjectBindingPattern).elements.map(({ name: own, propertyName }) => {
    const { text } = own as ts.Identifier;
    return [text, propertyName ? (propertyName as ts.Identifier).text : text];
  });
}

/** Whether the name is made here, or is that of a property. */
function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent)) return parent.name === name || parent.propertyName === name;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name === name;
  return ts.isJsxAttribute(parent);
}

/** As far as the names lead: to a text, or to a section. */
function deepestOf(place: Place, words: Words): Place {
  let end = 0;
  while (end < place.length && wordsAt(words, place.slice(0, end + 1)) !== undefined) end += 1;
  return place.slice(0, end);
}
