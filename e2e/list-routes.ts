import { readFileSync } from 'node:fs';
import { ownRoutes } from '../bridge/own-routes.ts';
import { isOnHttp, type Request } from '../daemon/contract/define.ts';
import { contract, requestsByName } from '../daemon/contract.ts';

const routes = JSON.parse(readFileSync(new URL('./routes.json', import.meta.url), 'utf8')) as {
  specified: string[];
  extras: string[];
};

type Columns = { effect: string; scope: string; caller: string };

/**
 * The output of `npm run routes`: each specified address with its state, effect, scope and permitted callers, then the
 * named extras.
 */
const live = new Map<string, Columns>([
  ...Object.values(ownRoutes).map(
    ({ http, open }) => [http as string, { effect: 'read', scope: 'none', caller: open ? 'anybody' : '' }] as const,
  ),
  ...[...requestsByName(contract).values()]
    .filter(isOnHttp)
    .map((row) => [row.http as string, columnsOf(row)] as const),
]);

const all = [...routes.specified, ...routes.extras];
print(routes.specified);
console.log('\nBeyond the specification');
print(routes.extras);
const count = routes.specified.filter((address) => live.has(address)).length;
console.log(`\n${count} of ${routes.specified.length} addresses are live, and ${routes.extras.length} extras`);

function print(addresses: readonly string[]): void {
  const width = Math.max(...all.map((address) => address.length));
  const [effect, scope] = [widest('effect'), widest('scope')];
  for (const address of addresses) {
    const row = live.get(address);
    const cells = row ? ['live  ', row.effect.padEnd(effect), row.scope.padEnd(scope), row.caller] : ['absent'];
    console.log([address.padEnd(width), ...cells].join('  ').trimEnd());
  }
}

function widest(column: keyof Columns): number {
  return Math.max(...[...live.values()].map((row) => row[column].length));
}

function columnsOf(row: Request): Columns {
  return { effect: effectText(row), scope: scopeText(row), caller: callerText(row) };
}

function effectText({ effect }: Request): string {
  if (typeof effect === 'function') return 'depends';
  return effect.safety === 'destroy' ? `destroy:${effect.action}` : effect.safety;
}

function scopeText({ scope }: Request): string {
  return typeof scope === 'string' ? scope : Object.entries(scope).flat(2).join(' of ');
}

function callerText({ open, people }: Request): string {
  if (open) return 'anybody';
  return people === undefined ? '' : people === true ? 'people only' : 'people, for some input';
}
