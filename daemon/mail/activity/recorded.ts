import type { Config } from '../../config/schema/schema.ts';
import type { ActivityRule, Effect } from '../../contract/define.ts';
import type { Actor } from '../mutations/apply.ts';
import type { ActivityTier } from '../../contract/activity.ts';

/**
 * A request that was answered or refused, as `dispatch` reports it. `input` is parsed; `reply` is the handler's
 * result.
 */
export type AnsweredRequest = {
  name: string;
  /** What the row says of its recording. */
  activity?: ActivityRule | undefined;
  source: string;
  token_id?: string | undefined;
  effect: Effect;
  input: Record<string, unknown>;
  /** The start in Unix milliseconds, and the duration in milliseconds. */
  ts: number;
  took_ms: number;
  reply?: unknown;
  /** The failure code if the request failed. */
  failure?: string;
};

/** An action that a loop performed because of an earlier request, by public ids. */
export type DeferredAction = {
  action: string;
  actor: Actor;
  account_id: string;
  /** Null if the message is not stored here. */
  message_id: string | null;
  /** The failure code; absent if the action succeeded. */
  failure?: string;
};

export type ActivitySettings = Config['activity'];

/** An entry as stored. `accounts` are public ids. */
export type ActivityRow = {
  ts: number;
  source: string;
  token_id: string | null;
  action: string;
  tier: ActivityTier;
  accounts: string[];
  target_kind: string | null;
  target_id: string | null;
  outcome: string;
  took_ms: number;
  context: ActivityContext | null;
};

export type ActivityContext = Record<string, ContextValue>;

export type ContextValue = string | number | boolean | string[];
