import { protocolVersion } from '../../contract/protocol-version.ts';
import { release } from 'node:os';
import type { Clock } from '../../base/clock.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Call } from '../../handler-types.ts';
import type { diagnosticsRequests } from './contract.ts';
import { changedSettings } from './changed-settings.ts';
import { findingsIn, healthClass } from './findings.ts';
import type { Facts } from './facts.ts';
import { gatherFacts, type GatherDeps } from './gather-facts.ts';
import type { StoreProblem } from '../../store/damage.ts';
import { codeRoot, describeError, scrub } from './scrub.ts';

export type BugReportDeps = GatherDeps & {
  clock: Clock;
  started: Date;
  version: string;
};

type Row = (typeof diagnosticsRequests)['bugReport'];

const intro = [
  "Safe to show to others: it has counts, rounded sizes and Posthorn's own words.",
  'It has no addresses, names, subjects, paths, host names or secrets. Read it anyway before you send it.',
].join(' ');

/** The public bug report, as Markdown. It contains only allow-listed data. */
export async function bugReportFor(deps: BugReportDeps, call: Call<Row>): Promise<string> {
  const { doctor, config } = deps;
  const facts = await gatherFacts(deps, call, { deep: false });
  const [lines, events] = await Promise.all([
    facts.owner && 'errors' in facts.owner.log
      ? doctor.logs({ limit: 500, level: 'warn', format: 'json' }, call)
      : Promise.resolve([]),
    doctor.events({ limit: 500 }, call),
  ]);
  return [
    '# Posthorn bug report',
    intro,
    section('This computer', machineLines(deps)),
    section('Health', healthLines(facts)),
    section('Stored', storedLines(facts)),
    section('Accounts', accountLines(facts)),
    section('Workers', workerLines(facts)),
    section('Settings that were changed', changedSettings(config.current)),
    section(
      'Latest events',
      withRepeatCounts(events.map(({ event, level }) => (level === 'info' ? event : `${event} (${level})`))),
    ),
    section('Latest warnings and errors', logLines(lines)),
    '',
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): string {
  const listed = lines.length === 0 ? ['none'] : lines.map((line) => `- ${line}`);
  return [`## ${title}`, '', ...listed].join('\n');
}

function machineLines({
  version,
  clock,
  started,
  isDemo,
}: Pick<BugReportDeps, 'version' | 'clock' | 'started' | 'isDemo'>): string[] {
  const hours = Math.round((clock.now().getTime() - started.getTime()) / 3_600_000);
  const { node, electron } = process.versions;
  return [
    `Posthorn ${version}, protocol ${protocolVersion}${isDemo ? ', a demo' : ''}`,
    `Node ${node}${electron === undefined ? '' : `, Electron ${electron}`}, ${process.platform} ${process.arch}`,
    // The suffix after the numbers is chosen by the builder of the system.
    `system ${/^\d+(?:\.\d+){0,2}/.exec(release())?.[0] ?? 'unknown'}`,
    `running for about ${formatInteger(Math.max(0, hours))} hours`,
  ];
}

function healthLines(facts: Facts): string[] {
  const findings = findingsIn(facts);
  return [
    healthClass(findings),
    ...withRepeatCounts(findings.map(({ severity, code, category }) => `${severity}: ${code} (${category})`)),
  ];
}

function storedLines({ audit: { stats }, coverage, disk }: Facts): string[] {
  const { mail, index, log, free } = disk;
  const sizes = Object.entries({ mail, index, log, free });
  return [
    ...Object.entries(stats ?? {}).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${rounded(count)}`),
    `not indexed: ${rounded(coverage.stored - coverage.indexed)}`,
    ...sizes.map(([what, bytes]) => `${what}: ${bytes === null ? 'unknown' : megabytes(bytes)}`),
  ];
}

const knownKinds = ['imap', 'smtp', 'gmail', 'outlook_personal', 'outlook_work', 'fake', 'local'];
const knownTroubles = ['auth', 'keychain', 'offline', 'busy', 'refused', 'tls', 'protocol'];

function accountLines({ accounts, statuses }: Facts): string[] {
  return accounts.map(({ account_id, enabled, sync_kind, send_kind }, index) => {
    const status = statuses.find((each) => each.account_id === account_id);
    const kinds = `reads by ${knownOrAnother(knownKinds, sync_kind)}, sends by ${knownOrAnother(knownKinds, send_kind)}`;
    const trouble =
      status?.healthy === false ? `trouble: ${knownOrAnother(knownTroubles, status.failure_class)}` : 'healthy';
    const failures = status?.consecutive_failures ?? 0;
    return `account ${index + 1}: ${kinds}, ${enabled ? trouble : 'turned off'}, ${rounded(failures)} failures in a row`;
  });
}

function knownOrAnother(knownValues: readonly string[], value: string | null): string {
  if (value === null) return 'nothing';
  return knownValues.includes(value) ? value : 'another';
}

function workerLines({ workers, bridge, socket, owner }: Facts): string[] {
  const perWorker = workers.map(
    ({ name, state, restarts, waiting, answer_ms }) =>
      `${name}: ${state}, ${restarts} restarts, ${rounded(waiting)} waiting, last answer ${answer_ms === null ? 'none' : `${rounded(answer_ms)} ms`}`,
  );
  return [
    ...perWorker,
    `bridge: ${bridge.url === null ? 'not open' : 'open'}${bridge.trouble === null ? '' : ', in trouble'}`,
    `local socket: ${socket.isReachable ? 'open' : 'not open'}`,
    `secrets: ${owner?.secrets?.kind ?? 'none'}, sign-ins: ${owner?.secrets?.tokens ?? 'none'}${owner?.secrets?.trouble ? ', in trouble' : ''}`,
  ];
}

/** Each line once, with its count. */
function withRepeatCounts(lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, (line) => line)].map(([line, same]) =>
    same.length === 1 ? line : `${line}, ${formatInteger(same.length)} times`,
  );
}

/** Rounded to two digits, so that the report does not reveal the exact amount of mail. */
function rounded(value: number): string {
  return formatInteger(Number(value.toPrecision(2)));
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? 'below 1 MB' : `${rounded(bytes / 1e6)} MB`;
}

const levels: Record<string, string> = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** The maximum number of different lines in the report. */
const maxLogLines = 60;

/** Each line once, with its count and its last time. */
function logLines(lines: readonly string[]): string[] {
  const described = lines.map((line) => describeLogLine(fieldsOf(line)));
  return [...Map.groupBy(described, ({ text }) => text).values()].slice(0, maxLogLines).map((same) => {
    const [{ at, text } = { at: '', text: '' }] = same;
    return `${at} ${text}${same.length === 1 ? '' : `, ${formatInteger(same.length)} times`}`;
  });
}

function describeLogLine({ level, time, msg, err }: Record<string, unknown>): { at: string; text: string } {
  const at = typeof time === 'number' && Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 16) : 'unknown';
  const error = describeError(err, codeRoot);
  const parts = [levels[String(level)] ?? 'LINE', typeof msg === 'string' ? scrub(msg) : '', error && `[${error}]`];
  return { at, text: parts.filter((word) => word !== '').join(' ') };
}

/** A line that is not in the log's format contains nothing known to be harmless. */
function fieldsOf(line: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(line);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The report where the mail database cannot be opened. */
export function bugReportWithoutStore(
  deps: Pick<BugReportDeps, 'version' | 'clock' | 'started' | 'isDemo' | 'config'>,
  problem: StoreProblem | undefined,
): string {
  const problemLines = problem
    ? [problem.code, `found at ${problem.found_at}`, scrub(problem.detail ?? 'no detail')]
    : [];
  return [
    '# Posthorn bug report',
    intro,
    section('This computer', machineLines(deps)),
    section('Mail database', problemLines),
    section('Settings that were changed', changedSettings(deps.config.current)),
    '',
  ].join('\n\n');
}
