import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isInstalled } from '../peers/program-runs.ts';
import { median, quantile } from '../report/table.ts';
import { connectionTo, queryOf, type Connection, type Endpoint } from './http.ts';

/** The performance of a server under load: milliseconds per answer, and answers per second. */
export type Load = { p50: number; p99: number; perSecond: number };

export type Page = { path: string; fields: Record<string, string | number> };

export type Target = Endpoint & Page;

type Pressure = { connections: number; seconds: number };

export const hasWrk = () => isInstalled('wrk');

/**
 * Requests one page repeatedly, on connections that are kept open: with wrk, which takes whole seconds, if it is installed, else
 * with a client of this project.
 */
export async function loadOn(target: Target, pressure: Pressure): Promise<Load> {
  return hasWrk() && pressure.seconds >= 1 ? wrkOn(target, pressure) : ourClientOn(target, pressure);
}

async function wrkOn({ port, token, path, fields }: Target, { connections, seconds }: Pressure): Promise<Load> {
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${Math.ceil(seconds)}s`,
    '--latency',
    '-H',
    `Authorization: Bearer ${token}`,
  ];
  const url = `http://127.0.0.1:${port}/api/v1${path}?${queryOf(fields)}`;
  const { stdout } = await promisify(execFile)('wrk', [...words, url]);
  const refused = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout);
  if (refused) throw new Error(`wrk on ${path}: ${refused[0]}`);
  return {
    p50: millisecondsIn(stdout, '50%'),
    p99: millisecondsIn(stdout, '99%'),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  };
}

function millisecondsIn(report: string, name: string): number {
  const [, value, unit = 'ms'] = new RegExp(`^\\s*${name}\\s+([\\d.]+)(us|ms|s)$`, 'm').exec(report) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? NaN);
}

async function ourClientOn(target: Target, { connections, seconds }: Pressure): Promise<Load> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const asking = Array.from({ length: connections }, async () => {
    const connection = connectionTo(target);
    while (performance.now() < until) times.push((await connection.ask(target.path, target.fields)).milliseconds);
    connection.close();
  });
  await Promise.all(asking);
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(sorted), p99: quantile(sorted, 0.99), perSecond: times.length / seconds };
}

/** The median time in milliseconds of the answers to one client that requests a page repeatedly, in sequence. */
export async function medianAnswer({ ask }: Connection, { path, fields }: Page, times: number): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) taken.push((await ask(path, fields)).milliseconds);
  return median(taken);
}
