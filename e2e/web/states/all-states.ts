import { frameStates } from './frame-states.ts';
import { mailStates } from './mail-states.ts';
import type { PageState } from './state.ts';
import { troubleStates } from './trouble-states.ts';

/** Every page of the demo, and the states of it that a user meets. */
export const demoStates: readonly PageState[] = [...frameStates, ...mailStates, ...troubleStates];
