/** One frame of the stream as it came, with what its head says. */
export type Frame = { at: number; kind: string; seq: string; text: string };

export type FrameLog = {
  /** The newest first. */
  shown: readonly Frame[];
  /** What came while nobody wanted to see more, the newest first. */
  held: readonly Frame[];
  count: number;
  isPaused: boolean;
};

/** More than these are of no use to a reader, and a page that stays open must not grow. */
const mostFrames = 200;

export const noFrames: FrameLog = { shown: [], held: [], count: 0, isPaused: false };

export function readFrame(text: string, at: number): Frame {
  const { event, type, seq } = JSON.parse(text) as { event?: string; type?: string; seq?: number };
  return { at, kind: event ?? type ?? '', seq: seq === undefined ? '' : String(seq), text };
}

export function withFrames(log: FrameLog, frames: readonly Frame[]): FrameLog {
  const newest = frames.toReversed();
  const count = log.count + frames.length;
  if (log.isPaused) return { ...log, count, held: [...newest, ...log.held].slice(0, mostFrames) };
  return { ...log, count, shown: [...newest, ...log.shown].slice(0, mostFrames) };
}

export function paused(log: FrameLog): FrameLog {
  return { ...log, isPaused: true };
}

export function resumed(log: FrameLog): FrameLog {
  return { ...log, isPaused: false, held: [], shown: [...log.held, ...log.shown].slice(0, mostFrames) };
}
