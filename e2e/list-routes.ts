import { readFileSync } from 'node:fs';
import { ownRoutes } from '../bridge/own-routes.ts';
import { isOnHttp, type Request } from '../daemon/contract/define.ts';
import { contract, requestsByName } from '../daemon/contract.ts';

const routes = JSON.parse(readFileSync(new URL('./routes.json', import.meta.url), 'utf8')) as {
  specified: string[];
  extras: string[];
};

/** What `npm run routes` prints: each specified address with its state, effect and scope, then the named extras. */
const live = new Map<string, { effect: string; scope: string }>([
  ...Object.values(ownRoutes).map(({ http }) => [http as string, { effect: 'read', scope: 'none' }] as const),
  ...[...requestsByName(contract).values()]
    .filter(isOnHttp)
    .map((row) => [row.http as string, { effect: effectWord(row), scope: scopeWord(row) }] as const),
]);

const all = [...routes.specified, ...routes.extras];
const width = Math.max(...all.map((address) => address.length));
for (const address of all) {
  const row = live.get(address);
  const words = row ? ['live', row.effect.padEnd(8), row.scope] : ['absent'];
  console.log([address.padEnd(width), ...words].join('  '));
}
const count = routes.specified.filter((address) => live.has(address)).length;
console.log(`${count} of ${routes.specified.length} addresses are live`);

function effectWord({ effect }: Request): string {
  if (typeof effect === 'function') return 'depends';
  return effect.safety === 'destroy' ? `destroy:${effect.action}` : effect.safety;
}

function scopeWord({ scope }: Request): string {
  return typeof scope === 'string' ? scope : Object.entries(scope).flat().join(' of ');
}
