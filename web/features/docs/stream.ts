import { useEffect, useRef, useState } from 'react';
import { type Frame, type FrameLog, noFrames, paused, readFrame, resumed, withFrames } from './frames.ts';

export type StreamState = { kind: 'idle' | 'connecting' | 'open' } | { kind: 'closed'; code: number; reason: string };

/** Milliseconds between two times of showing what came: a flood of events must not stop the page. */
const showEvery = 100;

/** One connection to the stream of events at a time, and its frames. It ends with whoever uses it. */
export function useStream() {
  const [state, setState] = useState<StreamState>({ kind: 'idle' });
  const [log, setLog] = useState<FrameLog>(noFrames);
  const socket = useRef<WebSocket>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      socket.current?.close();
    };
  }, []);

  async function connect(path: string, token: () => Promise<string>): Promise<void> {
    setState({ kind: 'connecting' });
    const bearer = await token();
    if (isGone.current) return;
    const current = openSocket(path, bearer);
    socket.current = current;
    current.onopen = () => setState({ kind: 'open' });
    gatherFrames(current, (frames) => setLog((before) => withFrames(before, frames)));
    current.onclose = ({ code, reason }) => {
      if (socket.current === current) setState({ kind: 'closed', code, reason });
    };
  }

  return {
    state,
    log,
    connect(path: string, token: () => Promise<string>) {
      // Only the token can fail to come, and whoever holds it tells the page why.
      connect(path, token).catch(() => setState({ kind: 'idle' }));
    },
    disconnect() {
      socket.current?.close();
      socket.current = undefined;
      setState({ kind: 'idle' });
      setLog(resumed);
    },
    pause: () => setLog(paused),
    resume: () => setLog(resumed),
    clear: () => setLog(({ isPaused }) => ({ ...noFrames, isPaused })),
  };
}

function openSocket(path: string, token: string): WebSocket {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address, ['bearer', token]);
}

let lastFrame = 0;

/** Hands on what came, gathered, in the order it came. */
function gatherFrames(socket: WebSocket, hand: (frames: Frame[]) => void): void {
  let waiting: Frame[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (waiting.length === 0) {
      setTimeout(() => {
        hand(waiting);
        waiting = [];
      }, showEvery);
    }
    waiting.push(readFrame(String(data), (lastFrame += 1)));
  });
}
