import type { Clock } from '../../base/clock.ts';

/** The progress of a running sync pass; `total` is never below `current`. */
type PassProgress = { current: number; total: number; message: string };

/** What is known of the sync of each account in memory only, because it has no meaning after a restart. */
export type SyncProgress = {
  /** The progress of the account's running pass. */
  get(account: number): PassProgress | undefined;
  set(account: number, progress: PassProgress): void;
  /** The running pass has received something. */
  advance(account: number): void;
  delete(account: number): void;
  clear(): void;
  /** Whether no pass is running. */
  isIdle(): boolean;
  /** The server has stopped answering the running pass. */
  markStalled(account: number): void;
  isStalled(account: number): boolean;
  /** The connection that announces changes was lost, and a pass is due that finds out whether the server is reachable. */
  markConnectionLost(account: number): void;
  /** Whether that pass has not ended yet. */
  isReconnecting(account: number): boolean;
  /** What the server withheld in the last pass, in words. */
  noticeOf(account: number): string | undefined;
  setNotice(account: number, notice: string | undefined): void;
  /** For how many minutes a running pass has received nothing; undefined while that is not unusual. */
  silentMinutesOf(account: number): number | undefined;
  /** Whether the account should have been synced again since its last successful pass, and no pass runs. */
  isOverdue(account: number, lastSuccessAt: string): boolean;
};

/** A provider reports a server that stopped answering earlier than this. */
const maxSilenceMs = 3 * 60_000;

/** How long a pass may take beyond the interval. */
const overdueMs = 2 * 60_000;

export function createSyncProgress({ clock, intervalMs }: { clock: Clock; intervalMs: () => number }): SyncProgress {
  const running = new Map<number, { progress: PassProgress; advancedAtMs: number; isStalled: boolean }>();
  const notices = new Map<number, string>();
  const lostConnections = new Set<number>();
  const nowMs = () => clock.now().getTime();
  return {
    get: (account) => running.get(account)?.progress,
    set(account, progress) {
      const isStalled = running.get(account)?.isStalled ?? false;
      running.set(account, { progress, advancedAtMs: nowMs(), isStalled });
    },
    advance(account) {
      const pass = running.get(account);
      if (pass) pass.advancedAtMs = nowMs();
    },
    delete(account) {
      running.delete(account);
      lostConnections.delete(account);
    },
    clear() {
      running.clear();
      lostConnections.clear();
    },
    isIdle: () => running.size === 0,
    markStalled(account) {
      const pass = running.get(account);
      if (pass) pass.isStalled = true;
    },
    isStalled: (account) => running.get(account)?.isStalled ?? false,
    markConnectionLost: (account) => void lostConnections.add(account),
    isReconnecting: (account) => lostConnections.has(account),
    noticeOf: (account) => notices.get(account),
    setNotice(account, notice) {
      if (notice === undefined) notices.delete(account);
      else notices.set(account, notice);
    },
    silentMinutesOf(account) {
      const pass = running.get(account);
      const silentMs = pass ? nowMs() - pass.advancedAtMs : 0;
      return silentMs > maxSilenceMs ? Math.floor(silentMs / 60_000) : undefined;
    },
    isOverdue: (account, lastSuccessAt) =>
      !running.has(account) && nowMs() - Date.parse(lastSuccessAt) > intervalMs() + overdueMs,
  };
}
