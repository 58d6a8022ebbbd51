import ts from 'typescript';
import { isText, type Catalog, entryAt } from './message-format.ts';

type KeyPath = readonly string[];
/** The key path of an alias, and the part of the source in which it is valid. */
type Alias = { keyPath: KeyPath; scope: ts.Node };

/**
 * The key paths of all messages that a source may use: single messages, and whole sections that are passed on or indexed by
 * a computed name. It may find too much, but never too little, because each chunk contains only the messages found here.
 */
export function messageUses(path: string, source: string, catalog: Catalog): KeyPath[] {
  if (!/\bstrings\b/.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const aliases = new Map<string, Alias[]>([['strings', [{ keyPath: [], scope: file }]]]);
  // An alias may be made from another that is declared below it.
  for (let before = 0; before < sizeOf(aliases);) {
    before = sizeOf(aliases);
    visit(file, (name) => recordAlias(name, aliases, catalog));
  }
  const found: KeyPath[] = [];
  visit(file, (name) => found.push(...keyPathsUsedBy(name, aliases, catalog)));
  return found;
}

function sizeOf(aliases: ReadonlyMap<string, readonly Alias[]>): number {
  return [...aliases.values()].reduce((sum, meanings) => sum + meanings.length, 0);
}

/** Every identifier that stands for a value, which excludes property names after a dot and types. */
function visit(node: ts.Node, each: (name: ts.Identifier) => void): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
  if (ts.isPropertyAccessExpression(node)) return visit(node.expression, each);
  if (ts.isIdentifier(node)) each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

/** Records the alias that a module declares for a section: `const words = strings.list`, `const { open, close } = words`. */
function recordAlias(name: ts.Identifier, aliases: Map<string, Alias[]>, catalog: Catalog): void {
  for (const { keyPath, last } of pathsFrom(name, aliases)) {
    const declared = aliasDeclarationOf(last);
    if (!declared || isText(entryAt(catalog, keyPath))) continue;
    for (const [own, from] of namesOf(declared)) {
      const known = aliases.get(own) ?? [];
      const alias = { keyPath: from === undefined ? keyPath : [...keyPath, from], scope: scopeOf(declared) };
      if (!known.some((each) => isSame(each, alias))) aliases.set(own, [...known, alias]);
    }
  }
}

function isSame(one: Alias, other: Alias): boolean {
  return one.scope === other.scope && one.keyPath.join('\0') === other.keyPath.join('\0');
}

/** The block in which a name is declared. */
function scopeOf(declared: ts.Node): ts.Node {
  let scope = declared.parent;
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

function keyPathsUsedBy(name: ts.Identifier, aliases: ReadonlyMap<string, Alias[]>, catalog: Catalog): KeyPath[] {
  if (isDeclared(name)) return [];
  return pathsFrom(name, aliases).flatMap(({ keyPath, last }) => {
    const deepest = longestKnownPath(keyPath, catalog);
    return aliasDeclarationOf(last) && !isText(entryAt(catalog, deepest)) ? [] : [deepest];
  });
}

/** The key path that the property accesses after a name form, for each section that the name may stand for. */
function pathsFrom(
  name: ts.Identifier,
  aliases: ReadonlyMap<string, Alias[]>,
): { keyPath: KeyPath; last: ts.Expression }[] {
  const path: string[] = [];
  let last: ts.Expression = name;
  while (ts.isPropertyAccessExpression(last.parent) && last.parent.expression === last) {
    last = last.parent;
    path.push((last as ts.PropertyAccessExpression).name.text);
  }
  const inScope = (aliases.get(name.text) ?? []).filter(({ scope }) => scope.pos <= name.pos && name.end <= scope.end);
  return inScope.map(({ keyPath }) => ({ keyPath: [...keyPath, ...path], last }));
}

/** The declaration of an alias; undefined for other uses, and for exported constants, which other modules may use. */
function aliasDeclarationOf({ parent }: ts.Expression): ts.VariableDeclaration | undefined {
  if (!ts.isVariableDeclaration(parent)) return undefined;
  const { name, parent: list } = parent;
  const isExported = ts.isVariableStatement(list.parent) && list.parent.modifiers !== undefined;
  const isPlain = ts.isIdentifier(name) || (ts.isObjectBindingPattern(name) && name.elements.every(isPlainElement));
  return isExported || !isPlain ? undefined : parent;
}

function isPlainElement({ name, dotDotDotToken, propertyName }: ts.BindingElement): boolean {
  return ts.isIdentifier(name) && !dotDotDotToken && (!propertyName || ts.isIdentifier(propertyName));
}

/** The names that a declaration creates, with their keys in the section; undefined for the whole section. */
function namesOf({ name }: ts.VariableDeclaration): [own: string, from: string | undefined][] {
  if (ts.isIdentifier(name)) return [[name.text, undefined]];
  return (name as ts.ObjectBindingPattern).elements.map(({ name: own, propertyName }) => {
    const { text } = own as ts.Identifier;
    return [text, propertyName ? (propertyName as ts.Identifier).text : text];
  });
}

/** Whether the identifier is declared here, or is a property name. */
function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent)) return parent.name === name || parent.propertyName === name;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name === name;
  return ts.isJsxAttribute(parent);
}

/** The longest prefix of the path that exists: a message, or a section. */
function longestKnownPath(keyPath: KeyPath, catalog: Catalog): KeyPath {
  let end = 0;
  while (end < keyPath.length && entryAt(catalog, keyPath.slice(0, end + 1)) !== undefined) end += 1;
  return keyPath.slice(0, end);
}
