import { createStore } from './store.ts';

/** The clock of the daemon: that of this computer, except in a demo, whose user can move it forward. */
const { state, subscribe, change } = createStore({ offsetMs: 0 });

/** The current time, in unix milliseconds. */
export const currentTime = (): number => Date.now() + state().offsetMs;

export const currentDate = (): Date => new Date(currentTime());

/** Calls the listener after the clock was moved. Returns an unsubscribe function. */
export const onClockMove = subscribe;

/** Called with what the daemon says about its clock. */
export function setClockOffset(offsetMs: number): void {
  if (offsetMs !== state().offsetMs) change({ offsetMs });
}
