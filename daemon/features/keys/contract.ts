import { z } from 'zod';
import { keyContexts, keyPresets } from '../../config/key-bindings/actions.ts';
import { configErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { configNote, text } from '../../contract/fields.ts';

const context = z.enum(keyContexts).meta({
  description: 'In a list, on a message of an open conversation, or in the conversation around it',
  examples: ['mail_list'],
});
const preset = z.enum(keyPresets).meta({ description: 'The set of keys to begin with', examples: ['gmail'] });
const chord = text('g i', 'One key, or two one after the other: `e`, `g i`, `ctrl-d`, `Enter`. A capital has Shift');

const action = z
  .object({
    name: text('archive'),
    does: text('Archive'),
    place: z.enum(['list', 'mail', 'anywhere']).describe('What it works on'),
    default_keys: z.array(chord).describe('Its keys in the chosen set'),
  })
  .meta({ id: 'KeyAction', description: 'What can be done by a key' });

const bindingsByAction = z
  .record(z.string(), z.array(chord))
  .meta({ description: 'The keys of each action', examples: [{ archive: ['e'], inbox: ['g i'] }] });

const keys = z
  .object({
    file: text('/home/ada/.config/posthorn/keys.toml').nullable().describe('Told to the owner alone'),
    trouble: text('keys.toml, line 3, column 1, isn’t valid TOML. Correct that line.')
      .nullable()
      .describe('Why the file as it is now is not in force'),
    notes: z.array(configNote).describe('What is wrong at single keys, and what holds instead'),
    preset,
    presets: z.array(preset),
    actions: z.array(action),
    bindings: z
      .object({ mail_list: bindingsByAction, message_view: bindingsByAction, thread_view: bindingsByAction })
      .describe('What holds'),
    own: z.array(text('mail_list.archive')).describe('What the file sets itself, by context and action'),
  })
  .meta({ id: 'Keys', description: 'The keys of the web page' });

export const keysRequests = requests('The keys of the web page, which keys.toml sets.', {
  get: {
    http: 'GET /platform/keys',
    summary: 'The keys in force, all that can be done by key, and what is wrong with keys.toml.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: keys,
  },
  change: {
    http: 'POST /platform/keys',
    summary:
      'Changes the keys of one action, the set, or takes all changes back. The rest of keys.toml stays as it is.',
    effect: { safety: 'mutate' },
    scope: 'none',
    // Writing the file is not part of a transaction.
    awaits: true,
    people: true,
    input: z.strictObject({
      context: context.optional().meta({
        description: 'Where; all contexts where none is given',
        examples: ['mail_list'],
      }),
      action: z
        .string()
        .max(60)
        .optional()
        .meta({ description: 'Whose keys; given together with `keys`', examples: ['archive'] }),
      keys: z
        .array(z.string().min(1).max(40))
        .max(8)
        .nullable()
        .optional()
        .meta({ description: 'Null brings the keys of the set back; none leaves it without a key', examples: [['y']] }),
      take: z
        .boolean()
        .optional()
        .meta({
          description: 'Takes a key from what has it there; without it, that is refused',
          examples: [false],
        }),
      preset: preset.optional(),
      forget: z
        .boolean()
        .optional()
        .meta({ description: 'Takes away all that keys.toml says of actions', examples: [false] }),
    }),
    output: keys,
    errors: {
      nothing_to_change: ['invalid', 'Neither an action with its keys was given, nor a set, nor `forget`.'],
      unknown_action: ['invalid', 'No action has that name.'],
      invalid_keys: ['invalid', 'A chord is not one or two keys, or belongs to the browser.'],
      key_taken: ['conflict', 'The key means something else there; `action` and `context` say what.'],
      ...configErrors,
    },
  },
});
