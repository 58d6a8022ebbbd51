import type { Target } from '../mutations/change.ts';
import type { Act } from './keys.ts';

/** An act that is asked for without its key: by name, or to know whether it could be done. */
export type Wish = {
  act: Act;
  /** Only asked: nothing is done. */
  isQuestion: boolean;
  /** What it is, or would be, done to, where it is done to mail. */
  target?: Target | undefined;
};

declare global {
  interface WindowEventMap {
    'posthorn:wish': CustomEvent<Wish>;
  }
}

/** Whether somebody on the page would do an act at this moment, and to which mail. */
export function canAct(act: Act): { can: boolean; target: Target | undefined } {
  const wish: Wish = { act, isQuestion: true };
  return { can: say(wish), target: wish.target };
}

/** Has an act done by whoever would take its key first. False where nobody does. */
export function perform(act: Act): boolean {
  return say({ act, isQuestion: false });
}

function say(detail: Wish): boolean {
  return !dispatchEvent(new CustomEvent('posthorn:wish', { detail, cancelable: true }));
}
