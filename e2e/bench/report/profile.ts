import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number } };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const maxRows = 15;
const idleFunctions = new Set(['(idle)', '(program)', '(root)']);

/**
 * Makes every Node process that starts from now on write a CPU profile; `print` reports where the most time was spent,
 * thread by thread, once those processes have ended.
 */
export function startProfiling(): { print(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-profile-'));
  const before = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = `${before ?? ''} --cpu-prof --cpu-prof-dir=${folder}`.trim();
  return {
    print() {
      if (before === undefined) delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = before;
      const files = globSync('*.cpuprofile', { cwd: folder }).toSorted();
      for (const file of files) printThread(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function printThread({ nodes, samples, timeDeltas }: Profile): void {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, sourceLocation(callFrame)]));
  const spent = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const place = places.get(id) ?? '';
    if (!idleFunctions.has(place)) spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[i] ?? 0));
  }
  const busy = [...spent.values()].reduce((sum, each) => sum + each, 0);
  // Omit threads that did next to nothing.
  if (busy < 200_000) return;
  console.log(`\n${nameOfThread(nodes)}: busy ${(busy / 1e6).toFixed(1)} s`);
  for (const [place, time] of [...spent].toSorted(([, a], [, b]) => b - a).slice(0, maxRows)) {
    console.log(`${((time / busy) * 100).toFixed(1).padStart(6)} %  ${place}`);
  }
}

/** A worker is identified by the entry it ran. */
function nameOfThread(nodes: readonly Node[]): string {
  const entries = nodes.flatMap(
    ({ callFrame }) => /\/(?:daemon|bundle)\/workers\/(\w+)\.\w+$/.exec(callFrame.url)?.[1] ?? [],
  );
  return entries[0] ? `The ${entries[0]} worker` : 'The main thread';
}

function sourceLocation({ functionName, url, lineNumber }: Node['callFrame']): string {
  if (functionName.startsWith('(')) return functionName;
  const file = url.split('/').slice(-3).join('/');
  return `${functionName || '(anonymous)'}${file && ` ${file}:${lineNumber + 1}`}`;
}
