import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { count, instantOut, text } from '../../contract/fields.ts';
import { semanticRuntime } from '../../contract/semantic-runtime.ts';
import { semanticProfileNames } from '../../models/semantic-profiles.ts';

const profile = z.enum(semanticProfileNames).meta({ examples: ['bge-small-en-v1.5'] });

const modelFile = z
  .object({
    path: text('onnx/model_quantized.onnx'),
    sha256: text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
    bytes: count,
    is_confirmed: z
      .boolean()
      .describe(
        'Whether the hash was known before. Otherwise it was recorded when the file came, and is only compared with that',
      ),
  })
  .meta({ id: 'SemanticModelFile', description: 'A file of an installed model' });

const profileRecord = z
  .object({
    id: profile,
    profile,
    backend: text('onnxruntime'),
    model_revision: text('main'),
    dimensions: count,
    status: z
      .enum(['pending', 'ready', 'indexing', 'error'])
      .describe('`pending` until its model is installed, `indexing` while mail is embedded, `ready` when all of it is'),
    installed_at: instantOut.nullable(),
    activated_at: instantOut.nullable().describe('Since when searches use it'),
    last_indexed_at: instantOut.nullable().describe('When all mail had its vectors'),
    last_error: text('The disk is full.').nullable(),
    progress_completed: count.describe('Parts of messages that have a vector'),
    progress_total: count.describe('Parts of messages; while the model is downloaded, its bytes'),
    is_installed: z.boolean(),
    is_downloading: z.boolean(),
    is_paused: z.boolean().describe('Whether the user cancelled the embedding: a backfill continues it'),
    download_bytes: count.describe('About how much its download is'),
    files: z.array(modelFile),
  })
  .meta({ id: 'SemanticProfileRecord', description: 'A model for searching by meaning, and how far it is' });

const snapshot = z
  .object({
    active_profile: profile.describe('The profile that searches use; before there is one, the profile of the settings'),
    wanted_profile: profile.describe(
      'The profile of the settings: searches use it as soon as all mail is embedded with it',
    ),
    enabled: z.boolean(),
    profiles: z.array(profileRecord),
    runtime: semanticRuntime,
  })
  .meta({ id: 'SemanticStatusSnapshot', description: 'The state of searching by meaning' });

const notInstalled = {
  not_installed: ['conflict', 'The model of this profile is not installed yet. Install it first.'],
} as const;

const snapshotReply = z.object({ kind: z.literal('SemanticStatus'), snapshot });

export const semanticRequests = requests('Searching mail by meaning, with a model on this computer.', {
  status: {
    http: 'GET /platform/semantic/status',
    summary: 'The models, and how much of the mail is embedded.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ status: snapshot }),
  },
  enable: {
    http: 'POST /platform/semantic/enable',
    summary:
      'Switches searching by meaning on or off. On, the model of the settings is downloaded where it is missing and ' +
      '`auto_download_models` allows it; that need not succeed for the answer.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ enabled: z.boolean() }),
    output: snapshotReply,
  },
  reindex: {
    http: 'POST /platform/semantic/reindex',
    summary:
      'Computes all vectors again, as a job. Searches use the earlier ones until then. While searching by meaning is ' +
      'switched off, the job waits until it is on.',
    effect: { safety: 'mutate' },
    scope: 'all',
    awaits: true,
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
    errors: notInstalled,
  },
  backfill: {
    http: 'POST /platform/semantic/backfill',
    summary: 'Computes the vectors that are missing, as a job, also where that was cancelled.',
    effect: { safety: 'mutate' },
    scope: 'all',
    awaits: true,
    input: z.object({}),
    output: snapshotReply,
  },
  install: {
    http: 'POST /platform/semantic/profiles/install',
    summary: 'Downloads the model of a profile, as a job that continues after a restart.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ profile }),
    output: snapshotReply,
  },
  installFrom: {
    http: 'POST /platform/semantic/profiles/install-from',
    summary: 'Installs the model of a profile from a folder of this computer. Nothing is downloaded.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({
      profile,
      folder: z
        .string()
        .min(1)
        .max(4_000)
        .meta({
          description:
            'An absolute path. The folder has `tokenizer.json`, `tokenizer_config.json` and the model as ONNX',
          examples: ['/home/ada/models/bge-small-en-v1.5'],
        }),
    }),
    output: snapshotReply,
    errors: {
      no_model: ['invalid', 'The folder is no absolute path of a folder, or files of the model are missing in it.'],
      model_unusable: [
        'unavailable',
        'The files are not the model of this profile, or it does not run on this computer.',
      ],
      model_failed: ['internal', 'The model gives no usable result.'],
      wrong_hash: ['provider', 'A file is not the one that was expected.'],
    },
  },
  use: {
    http: 'POST /platform/semantic/profiles/use',
    summary: 'Changes the profile. Searches use the one before until all mail is embedded with the new one.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ profile }),
    output: snapshotReply,
    errors: notInstalled,
  },
});
