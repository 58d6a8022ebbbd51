import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DaemonProcess } from '../../process.ts';
import { isHere } from '../peers/measured.ts';
import { median, quantile } from '../report/table.ts';
import { connectionTo, queryOf } from './http.ts';

/** What a server did under a load: milliseconds of one answer, and answers a second. */
export type Load = { p50: number; p99: number; perSecond: number };

export type Target = Pick<DaemonProcess, 'port' | 'token'> & { path: string; fields: Record<string, string | number> };

type Pressure = { connections: number; seconds: number };

export const hasWrk = () => isHere('wrk');

/** Asks for one page over and over, on connections that are kept open: with wrk where it is here, else by ourselves. */
export async function loadOn(target: Target, pressure: Pressure): Promise<Load> {
  return hasWrk() ? wrkOn(target, pressure) : ourselvesOn(target, pressure);
}

async function wrkOn({ port, token, path, fields }: Target, { connections, seconds }: Pressure): Promise<Load> {
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `Authorization: Bearer ${token}`];
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

async function ourselvesOn(target: Target, { connections, seconds }: Pressure): Promise<Load> {
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
