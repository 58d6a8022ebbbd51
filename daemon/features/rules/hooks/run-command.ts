import { spawn, type ChildProcess } from 'node:child_process';
import { homedir } from 'node:os';
import type { Clock } from '../../../base/clock.ts';
import { systemReason } from '../../../base/system-reason.ts';
import { splitCommand } from '../../../mail/rules/split-command.ts';

/** How a command ended. `output` is what it wrote first; `isCut`: it wrote more. */
export type CommandResult = {
  state: 'succeeded' | 'failed' | 'timed_out';
  exit_code: number | null;
  output: string;
  isCut: boolean;
  error: string | null;
};

type CommandOptions = {
  /** Written to its standard input. */
  input: string;
  timeoutMs: number;
  clock: Clock;
  /** Aborts when the daemon stops. */
  signal: AbortSignal;
};

/** How much of the output is kept, and how much ends the command, in bytes. */
const maxKept = 16 * 1024;
const maxWritten = 4 * 1024 * 1024;

/** The variables that a command receives. Others may hold secrets. None holds anything of the message. */
const passedVariables =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|TEMP|TMP|PATHEXT|COMSPEC)$/i;

/**
 * Runs a command without a shell, in a process group of its own, in the home folder of the user. When its program ends, when
 * the time is over, when it writes too much, or when the daemon stops, the whole group is killed. On Windows, which has no
 * process groups, the tree of processes is killed while its root lives.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  let child: ChildProcess;
  try {
    const [program, ...words] = splitCommand(command);
    child = spawn(program, words, {
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      cwd: homedir(),
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.test(name))),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (thrown) {
    return {
      state: 'failed',
      exit_code: null,
      output: '',
      isCut: false,
      error: `The program couldn’t be started: ${systemReason(thrown)}.`,
    };
  }
  return follow(child, options);
}

async function follow(
  child: ChildProcess,
  { input, timeoutMs, clock, signal }: CommandOptions,
): Promise<CommandResult> {
  const output = collectOutput(child);
  // A program need not read its input.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const waiting = new AbortController();
  const ends = [
    ended(child),
    output.whenFlooded.then((): End => ({ error: 'It wrote more than 4 MB, so it was stopped.' })),
    timedOut(clock, timeoutMs, AbortSignal.any([waiting.signal, signal])),
  ];
  const end = await Promise.race(ends);
  waiting.abort();
  killGroup(child);
  output.stop();
  const { isTimeout = false, exit_code = null, error } = end;
  const state = isTimeout ? 'timed_out' : error === null ? 'succeeded' : 'failed';
  return { state, exit_code, error, ...output.kept() };
}

type End = { exit_code?: number | null; error: string | null; isTimeout?: true };

function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (failed) => resolve({ error: startProblem(failed) }));
    child.on('exit', (exit_code, signalName) => {
      // What it wrote last is read before its pipes are closed.
      setImmediate(() => resolve({ exit_code, error: exitProblem(exit_code, signalName) }));
    });
  });
}

function startProblem(failed: NodeJS.ErrnoException): string {
  if (failed.code === 'ENOENT') return 'There is no such program.';
  if (failed.code === 'EACCES') return 'You don’t have permission to run the program.';
  return `The program couldn’t be started: ${systemReason(failed)}.`;
}

function exitProblem(exit_code: number | null, signalName: NodeJS.Signals | null): string | null {
  if (exit_code === 0) return null;
  return exit_code === null ? `It was ended by ${signalName ?? 'a signal'}.` : `It failed with exit code ${exit_code}.`;
}

async function timedOut(clock: Clock, timeoutMs: number, signal: AbortSignal): Promise<End> {
  await clock.wait(timeoutMs, signal);
  if (signal.aborted) return { error: 'Posthorn was closed while it ran, so it was stopped.' };
  return { error: `It was stopped after ${timeoutMs / 1000} seconds.`, isTimeout: true };
}

/** The processes that are left of the group, if any. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true, stdio: 'ignore' }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}

/** Keeps the beginning of what a program writes, to either stream. */
function collectOutput({ stdout, stderr }: ChildProcess) {
  const parts: Buffer[] = [];
  let [kept, written] = [0, 0];
  const { promise: whenFlooded, resolve } = Promise.withResolvers<void>();
  const onData = (data: Buffer) => {
    written += data.length;
    if (kept < maxKept) parts.push(data.subarray(0, maxKept - kept));
    kept = Math.min(maxKept, written);
    if (written > maxWritten) resolve();
  };
  for (const stream of [stdout, stderr]) stream?.on('data', onData).on('error', () => undefined);
  return {
    whenFlooded,
    /** Processes that survive hold the pipes open, and nothing waits for them. */
    stop() {
      for (const stream of [stdout, stderr]) stream?.destroy();
    },
    kept: () => ({ output: Buffer.concat(parts).toString().replaceAll('\0', '\ufffd'), isCut: written > kept }),
  };
}
