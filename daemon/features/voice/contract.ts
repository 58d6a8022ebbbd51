import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, count, instantOut, text, uuid } from '../../contract/fields.ts';

const register = z.enum(['casual', 'neutral', 'formal']).meta({ id: 'VoiceRegisterData' });
const formality = z.number().min(0).max(1).describe('From informal to formal');
const usual = (example: string) => text(example).nullable().describe('Null where none is usual');

const registerMode = z
  .object({
    register,
    avg_sentence_len: z.number().describe('In words'),
    formality_score: formality,
    msg_count: count,
    exemplar_message_ids: z.array(uuid()).describe('Messages that are typical of it'),
    greeting: usual('Hi'),
    closing: usual('Best'),
  })
  .meta({ id: 'UserVoiceRegisterModeData' });

const voiceProfile = z
  .object({
    account_id: uuid(),
    avg_sentence_len: z.number().describe('In words'),
    computed_at: instantOut,
    formality_score: formality,
    msg_count_used: count,
    typical_length: count.describe('Words in a message'),
    greeting: usual('Hi'),
    closing: usual('Best'),
    languages: z.array(text('en')),
    register_modes: z.array(registerMode).describe('Only those with three messages at least'),
    source_hash: text('9f86d081884c7d65'),
  })
  .meta({ id: 'UserVoiceProfileData', description: 'How the owner writes, measured from sent mail on this computer' });

const output = z.object({
  kind: z.literal('UserVoice'),
  profile: voiceProfile.nullable().describe('Null where it was not measured, or there is too little sent mail'),
  min_messages: count.describe('Sent messages that are needed'),
});

export const voiceRequests = requests('How the owner writes. It is measured on this computer, and no text is kept.', {
  get: {
    http: 'GET /platform/voice',
    summary: 'The profile as it was measured last.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    input: z.object({ account_id: accountId }),
    output,
  },
  rebuild: {
    http: 'POST /platform/voice/rebuild',
    summary: 'Measures sent mail again, as a job, and answers when it is done.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: { accounts: 'account_id' },
    awaits: true,
    input: z.object({ account_id: accountId }),
    output: output.extend({
      job_id: uuid(),
      messages_read: count.describe('The newest sent messages; those that are very short do not count'),
    }),
    errors: {
      rebuild_cancelled: ['conflict', 'The job was cancelled. The earlier profile is kept.'],
      rebuild_running: ['conflict', 'The sent mail of this account is already being measured.'],
    },
  },
});
