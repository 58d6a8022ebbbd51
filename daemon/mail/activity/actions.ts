import type { ActivityTier } from '../../contract/activity.ts';
import type { ActivityRule, Effect } from '../../contract/define.ts';

const tierOfEffect: Record<Effect['safety'], ActivityTier> = {
  read: 'ephemeral',
  fetch: 'ephemeral',
  egress: 'standard',
  draft: 'standard',
  mutate: 'standard',
  destroy: 'standard',
  operate: 'standard',
  send: 'important',
};

/** The action that a request is recorded as, and how long the entry is kept. */
export function actionOf(
  name: string,
  { safety }: Effect,
  { action = snakeCase(name), tier = tierOfEffect[safety] }: ActivityRule = {},
): { action: string; tier: ActivityTier } {
  return { action, tier };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

const targetKeys = {
  message: ['message_id', 'message_ids', 'sent_message_id'],
  thread: ['thread_id', 'thread_ids'],
  account: ['account_id'],
  job: ['job_id'],
  token: ['token_id'],
} as const;

/** What one thing a request is about: the kind and the id that its input names. */
export function targetOf(name: string, input: Record<string, unknown>): { kind: string; id: string } | undefined {
  if (name === 'snooze.wake' && typeof input['id'] === 'string') return { kind: 'message', id: input['id'] };
  for (const [kind, keys] of Object.entries(targetKeys)) {
    for (const key of keys) {
      const value = input[key];
      const id = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
      if (typeof id === 'string') return { kind, id: id.toLowerCase() };
    }
  }
  return undefined;
}
