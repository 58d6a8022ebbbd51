import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { count, instantOut, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';

const name = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The name of a backup, from the list', examples: ['posthorn-2026-11-21T10-20-30Z'] });

/** A folder with the mail of this instance at one moment. */
export const backup = z
  .object({
    name: text('posthorn-2026-11-21T10-20-30Z'),
    kind: z
      .enum(['automatic', 'manual'])
      .describe('Whether Posthorn made it automatically. Only automatic backups are deleted automatically'),
    made_at: instantOut,
    bytes: count,
    messages: count,
    drafts: count.nullable().describe('Null where the backup does not say'),
    is_sound: z
      .boolean()
      .describe(
        'As far as its manifest and its last check say. Before a restore every byte is checked, whatever stands here',
      ),
    checked_at: instantOut
      .nullable()
      .describe('When it was last opened and compared with its manifest; null where it never was'),
    note: text('It was made by posthorn-dev.', 'What to know of it').nullable(),
  })
  .meta({ id: 'Backup', description: 'A copy of the mail and settings as they were at one moment' });

const started = z.object({
  job_id: uuid('Its progress counts bytes; ask for the job'),
  note: text('Passwords and tokens aren’t part of a backup.', 'What to know before it is done'),
});

export const backupRequests = requests('Backups of the mail and the settings, and bringing them back.', {
  list: {
    http: 'GET /admin/backups',
    summary: 'The backups there are, newest first.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    withoutStore: true,
    pages: { list: 'backups', id: 'name' },
    input: z.object({ ...pageInput }),
    output: z.object({
      folder: text('/home/ada/.local/share/posthorn/backups', 'Where they are stored ([backup] folder in config.toml)'),
      leaves_out: text('Passwords and tokens aren’t part of a backup.'),
      automatic: z.object({
        is_on: z.boolean().describe('Whether a backup is made each day ([backup] automatic in config.toml)'),
        problem: text(
          '3,020 MB are needed in /backups, and 1,000 MB are free. Free up some space and try again.',
          'Why the last one was not made',
        ).nullable(),
      }),
      backups: z.array(backup),
      ...pageOutput,
    }),
    errors: { backup_folder_unusable: ['unavailable', 'The folder of [backup] cannot be read.'] },
  },
  create: {
    http: 'POST /admin/backups',
    summary:
      'Makes a backup while everything goes on, and answers at once with the job. One that is being made, also automatically, ' +
      'is joined.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important' },
    input: z.object({}),
    output: started,
    errors: { backup_busy: ['conflict', 'A restore or a check is under way.'] },
  },
  check: {
    http: 'POST /admin/backups/{name}/check',
    summary: 'Opens a backup and reads every byte of it, and answers at once with the job. The list has the result.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    activity: { recordedFields: ['name'] },
    input: z.object({ name }),
    output: z.object({ job_id: started.shape.job_id }),
    errors: {
      not_found: ['missing', 'There is no such backup.'],
      backup_busy: ['conflict', 'A backup is being made, restored, or another one is being checked.'],
    },
  },
  restore: {
    http: 'POST /admin/backups/{name}/restore',
    summary: 'Checks a backup, and when it is sound restarts the daemon with it. What is here now is kept in a folder.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important', recordedFields: ['name'] },
    input: z.object({ name }),
    output: started,
    errors: {
      not_found: ['missing', 'There is no such backup.'],
      demo_not_restored: ['refused', 'This is a demo, which starts anew each time.'],
      backup_busy: ['conflict', 'A backup is being made or checked, or another one is being restored.'],
    },
  },
  remove: {
    http: 'DELETE /admin/backups/{name}',
    summary: 'Deletes a backup for good.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'important', recordedFields: ['name'] },
    input: z.object({ name }),
    output: z.object({ ok: z.literal(true) }),
    errors: {
      not_found: ['missing', 'There is no such backup.'],
      backup_busy: ['conflict', 'It is being restored or checked at the moment.'],
    },
  },
});
