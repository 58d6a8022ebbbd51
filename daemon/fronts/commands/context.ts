import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { z } from 'zod';
import { systemClock, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Contract, RequestName } from '../../contract.ts';
import type { FileReply, Request } from '../../contract/define.ts';
import type { AskOptions, Client } from '../client.ts';
import { dial, notRunning, type FoundDaemon } from './address.ts';
import { isPendingApproval, PendingApproval, UsageError } from './exit-codes.ts';
import type { Io } from './io.ts';
import { createOutput, type Output, type OutputOptions } from './output.ts';
import { openShortIds } from './short-ids.ts';

type RowOf<Name extends RequestName> = Name extends `${infer Feature}.${infer Row}`
  ? Feature extends keyof Contract
    ? Row extends keyof Contract[Feature]
      ? Contract[Feature][Row] extends infer R extends Request
        ? R
        : never
      : never
    : never
  : never;

/** The input of a row, as a client sends it. */
export type InputOf<Name extends RequestName> = z.input<RowOf<Name>['input']>;
/** The reply of a row over the socket. */
export type ReplyOf<Name extends RequestName> =
  RowOf<Name>['output'] extends FileReply<infer Json>
    ? Json extends z.ZodType
      ? z.output<Json>
      : never
    : RowOf<Name>['output'] extends z.ZodType
      ? z.output<RowOf<Name>['output']>
      : never;

/** The options of every command. */
export type GlobalOptions = OutputOptions & {
  account?: string | undefined;
  agent?: boolean | undefined;
  reason?: string | undefined;
  daemon?: string | undefined;
};

export type CommandContext = {
  io: Io;
  clock: Clock;
  options: GlobalOptions;
  out: Output;
  /** The running daemon; undefined where none runs. */
  findDaemon(): Promise<FoundDaemon | undefined>;
  /** The running daemon. Throws Failure `no_daemon`. */
  daemon(): Promise<FoundDaemon>;
  /** Connects anew with the next request. */
  disconnect(): void;
  /** Sends a request of the contract. Throws the Failure of the daemon, those of `Client.ask`, and PendingApproval. */
  ask<Name extends RequestName>(name: Name, input: InputOf<Name>, options?: AskOptions): Promise<ReplyOf<Name>>;
  shortIds(): Promise<ReturnType<typeof openShortIds>>;
  /** Ends the connections. */
  close(): void;
};

/** A command, as `program.ts` runs it. Resolves to an exit code; undefined is success. */
export type Run = <Args extends unknown[]>(
  act: (context: CommandContext, ...args: Args) => Promise<number | void>,
) => (...args: Args) => Promise<void>;

/** Adds a command to the program. */
export type AddCommand = (program: Command, run: Run) => void;

/** The time limit of a request that does not say otherwise, in seconds. */
const defaultTimeoutSeconds = 120;

export function createContext(io: Io, options: GlobalOptions, clock: Clock = systemClock): CommandContext {
  const clients: Client[] = [];
  let found: Promise<FoundDaemon | undefined> | undefined;
  let ids: Promise<ReturnType<typeof openShortIds>> | undefined;
  const context: CommandContext = {
    io,
    clock,
    options,
    out: createOutput(io, options),
    async findDaemon() {
      const daemon = await dial(io, {
        address: options.daemon,
        timeoutMs: timeoutSeconds(io) * 1000,
        as: options.agent ? { origin: 'agent' } : undefined,
        reason: options.reason,
      });
      if (daemon) clients.push(daemon.client);
      return daemon;
    },
    async daemon() {
      const daemon = await (found ??= context.findDaemon());
      if (!daemon) throw notRunning();
      return daemon;
    },
    disconnect: () => (found = undefined),
    async ask<Name extends RequestName>(name: Name, input: InputOf<Name>, askOptions?: AskOptions) {
      const { client } = await context.daemon();
      const reply = await client.ask(name, input, askOptions);
      if (isPendingApproval(reply)) throw new PendingApproval(reply);
      return reply as ReplyOf<Name>;
    },
    shortIds: () =>
      (ids ??= context.daemon().then(({ address }) => openShortIds(io, { address, now: () => clock.now() }))),
    close: () => clients.forEach((client) => client.close()),
  };
  return context;
}

/** `SVC_IPC_TIMEOUT_SECS`, where 0 is no limit. Throws UsageError for what is no number. */
function timeoutSeconds({ env }: Io): number {
  const configured = env['SVC_IPC_TIMEOUT_SECS'];
  if (configured === undefined || configured === '') return defaultTimeoutSeconds;
  if (/^\d{1,6}$/.test(configured)) return Number(configured);
  throw new UsageError(
    `SVC_IPC_TIMEOUT_SECS is ${JSON.stringify(configured)}. It is a whole number of seconds; 0 waits without a limit.`,
  );
}

type Account = ReplyOf<'accounts.list'>['accounts'][number];

/** The accounts that a command is about. `all` is every account. */
export const everyAccount = 'all';

/**
 * The account that `--account` names by its key, address, name or id, otherwise `default_account`; undefined for
 * `--account all`. Throws Failure `account_not_found`, `no_account`.
 */
export async function chosenAccount({ ask, options }: CommandContext): Promise<Account | undefined> {
  if (options.account === everyAccount) return undefined;
  const { accounts } = await ask('accounts.list', {});
  if (options.account === undefined) return defaultAccount(accounts);
  return namedAccount(accounts, options.account);
}

/** The id that `--account` names; undefined without it, for commands that are about every account otherwise. */
export async function namedAccountId(context: CommandContext): Promise<string | undefined> {
  const { account } = context.options;
  return account === undefined ? undefined : (await chosenAccount(context))?.account_id;
}

function defaultAccount(accounts: readonly Account[]): Account {
  const found = accounts.find(({ is_default }) => is_default) ?? accounts.find(({ enabled }) => enabled) ?? accounts[0];
  if (found) return found;
  throw new Failure('missing', 'no_account', 'No account is set up. Add one in Posthorn first.');
}

function namedAccount(accounts: readonly Account[], name: string): Account {
  const wanted = name.toLowerCase();
  const namesOf = ({ account_id, key, name, email, addresses }: Account) => [
    account_id,
    key,
    email,
    name,
    ...addresses,
  ];
  const matches = accounts.filter((account) => namesOf(account).some((each) => each?.toLowerCase() === wanted));
  const [only, ...others] = matches;
  if (only && others.length === 0) return only;
  const known = accounts.map(({ key, email }) => key ?? email).join(', ');
  const problem = only ? `Several accounts are named “${name}”` : `There is no account “${name}”`;
  throw new Failure('missing', 'account_not_found', `${problem}. The accounts are ${known || 'none'}, and “all”.`);
}

/** The name of a change: the one the user gave, so that a repeat makes it once, or a new one. */
export function changeKey(given: string | undefined): string {
  if (given === undefined) return randomUUID();
  // The steps of one command add a word to it.
  if (/^[\x21-\x7e]{1,200}$/.test(given)) return given;
  throw new UsageError('--key takes 1 to 200 characters of plain ASCII without spaces.');
}
