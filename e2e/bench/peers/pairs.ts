import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../mail/maildir.ts';
import { machineName } from '../report/machine.ts';
import { median } from '../report/table.ts';
import type { ProgramRun } from './program-runs.ts';

/** The result of one run: always time, and memory and disk if they were measured. */
export type PeerRun = { seconds: number } & Partial<ProgramRun> & { diskBytes?: number; idleBytes?: number };

/** The runs of a peer; with their date if they are not of the current pairs. */
export type PeerRuns = { name: string; runs: PeerRun[]; day?: string };

type Peer = { name: string; measure: () => Promise<PeerRun> };
type PairOptions<Ours> = {
  ours: () => Promise<Ours>;
  peers: readonly Peer[];
  /** The subject of the runs: results of one subject are not used for another. */
  subject: string;
  pairs: number;
  /** Measures the peers even if earlier results exist. */
  ignoresStored: boolean;
};

/** Runs Posthorn and every peer in turns, `pairs` times. A peer with earlier results on this machine does not run again. */
export async function runPairs<Ours>({ ours, peers, subject, pairs, ignoresStored }: PairOptions<Ours>) {
  const theirs = peers.map(({ name, measure }) => {
    const kept = ignoresStored ? undefined : loadRuns(fileOf(name, subject), pairs);
    return { name, measure, runs: kept?.runs ?? [], day: kept?.day };
  });
  const own: Ours[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    own.push(await ours());
    for (const { measure, runs, day } of theirs) if (!day) runs.push(await measure());
  }
  for (const { name, runs, day } of theirs) if (!day) storeRuns(fileOf(name, subject), runs);
  return { ours: own, peers: theirs.map(({ name, runs, day }): PeerRuns => ({ name, runs, ...(day && { day }) })) };
}

/** The median of one value over the runs of a peer. */
export function medianOf({ runs }: PeerRuns, fact: keyof PeerRun): number {
  return median(runs.map((run) => run[fact] ?? Number.NaN));
}

type StoredRuns = { machine: string; day: string; runs: PeerRun[] };

function loadRuns(file: string, pairs: number): StoredRuns | undefined {
  if (!existsSync(file)) return undefined;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as StoredRuns;
  return kept.machine === machineName() && kept.runs.length >= pairs ? kept : undefined;
}

function storeRuns(file: string, runs: PeerRun[]): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const kept: StoredRuns = { machine: machineName(), day: new Date().toISOString().slice(0, 10), runs };
  writeFileSync(file, JSON.stringify(kept, null, 2));
}

function fileOf(name: string, subject: string): string {
  return join(cacheFolder, 'results', `${name}-${subject}.json`);
}
