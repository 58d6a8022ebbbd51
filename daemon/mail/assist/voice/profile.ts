import { hash } from 'node:crypto';
import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';
import { ownAddressesOf } from '../../accounts/accounts.ts';
import { flagBits } from '../../messages/flags.ts';
import type { ReadableMessage } from '../readable-messages.ts';
import type { Language } from './language.ts';
import { writingFeatures, type WritingFeatures } from './writing-features.ts';

export const registers = ['casual', 'neutral', 'formal'] as const;
export type Register = (typeof registers)[number];

/** How the user writes in one register. */
export type RegisterMode = {
  register: Register;
  avg_sentence_len: number;
  formality_score: number;
  msg_count: number;
  exemplar_message_ids: string[];
  /** Null where no one is usual. */
  greeting: string | null;
  closing: string | null;
};

/** How the user writes, measured from sent mail on this computer. No text of it is kept. */
export type VoiceProfile = {
  computed_at: string;
  source_hash: string;
  msg_count_used: number;
  avg_sentence_len: number;
  formality_score: number;
  /** Words in the middle one of the messages. */
  typical_length: number;
  greeting: string | null;
  closing: string | null;
  /** Most used first. */
  languages: Language[];
  register_modes: RegisterMode[];
};

/** With fewer messages no profile is made, and no register. */
export const minMessages = 10;
const minRegisterMessages = 3;
const maxExemplars = 3;
/** The newest messages are measured. */
const maxMeasured = 400;
/** Shorter messages say nothing about how one writes. */
const minWords = 8;

/** The newest messages that the user has written in an account (internal ids), newest first. */
export function sentMessages(db: ReadDb, account: number): number[] {
  const ids = [...ownAddressesOf(db, account)].flatMap((own) =>
    db.all<{ id: number; sort_key: number }>(sql`
      SELECT id, sort_key FROM messages
      WHERE from_email = ${own} COLLATE NOCASE AND account = ${account} AND direction = 'outbound'
        AND flags & ${flagBits.DRAFT | flagBits.TRASH} = 0
      ORDER BY sort_key DESC LIMIT ${maxMeasured}`),
  );
  return ids
    .toSorted((a, b) => b.sort_key - a.sort_key)
    .slice(0, maxMeasured)
    .map(({ id }) => id);
}

export type MeasuredMessage = { message_id: string; features: WritingFeatures };

/** What can be measured of messages; those that are too short are left out. */
export function measureMessages(messages: readonly Pick<ReadableMessage, 'message_id' | 'text'>[]): MeasuredMessage[] {
  return messages
    .map(({ message_id, text }) => ({ message_id, features: writingFeatures(text) }))
    .filter(({ features }) => features.words >= minWords);
}

/** The profile that follows from measured messages; undefined if there are too few. */
export function voiceProfileOf(measured: readonly MeasuredMessage[], computed_at: string): VoiceProfile | undefined {
  if (measured.length < minMessages) return undefined;
  const features = measured.map((each) => each.features);
  return {
    computed_at,
    source_hash: hash('sha256', measured.map(({ message_id }) => message_id).join('\n')),
    msg_count_used: measured.length,
    avg_sentence_len: rounded(averageOf(features, ({ sentenceLength }) => sentenceLength)),
    formality_score: rounded(averageOf(features, ({ formality }) => formality)),
    typical_length: features.map(({ words }) => words).toSorted((a, b) => a - b)[Math.floor(features.length / 2)] ?? 0,
    ...salutationsOf(features),
    languages: byFrequency(features.map(({ language }) => language)).map(([language]) => language),
    register_modes: registers.flatMap((register) => registerMode(measured, register) ?? []),
  };
}

function registerMode(measured: readonly MeasuredMessage[], register: Register): RegisterMode | undefined {
  const own = measured.filter(({ features }) => registerOf(features.formality) === register);
  if (own.length < minRegisterMessages) return undefined;
  const features = own.map((each) => each.features);
  const sentenceLength = averageOf(features, (each) => each.sentenceLength);
  const formality = averageOf(features, (each) => each.formality);
  const distance = ({ features: each }: MeasuredMessage) =>
    Math.abs(each.formality - formality) + Math.abs(each.sentenceLength - sentenceLength) / 20;
  const typical = own.toSorted((a, b) => distance(a) - distance(b)).slice(0, maxExemplars);
  return {
    register,
    avg_sentence_len: rounded(sentenceLength),
    formality_score: rounded(formality),
    msg_count: own.length,
    exemplar_message_ids: typical.map(({ message_id }) => message_id),
    ...salutationsOf(features),
  };
}

export function registerOf(formality: number): Register {
  return formality < 0.42 ? 'casual' : formality > 0.6 ? 'formal' : 'neutral';
}

/** A greeting or closing is usual if at least a quarter of the messages have it. */
function salutationsOf(features: readonly WritingFeatures[]): { greeting: string | null; closing: string | null } {
  const usual = (texts: (string | null)[]) => {
    const [most] = byFrequency(texts);
    return most && most[1] >= features.length / 4 ? most[0] : null;
  };
  return {
    greeting: usual(features.map(({ greeting }) => greeting)),
    closing: usual(features.map(({ closing }) => closing)),
  };
}

function byFrequency<Value extends string>(values: readonly (Value | null)[]): [Value, number][] {
  const known = values.filter((value) => value !== null);
  const counts = [...Map.groupBy(known, (value) => value)].map(([value, all]): [Value, number] => [value, all.length]);
  return counts.toSorted((a, b) => b[1] - a[1]);
}

function averageOf(features: readonly WritingFeatures[], of: (features: WritingFeatures) => number): number {
  return features.reduce((sum, each) => sum + of(each), 0) / features.length;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export function storedVoiceProfile(db: ReadDb, account: number): VoiceProfile | undefined {
  const row = db.get<{ data: string }>(sql`SELECT data FROM voice_profiles WHERE account = ${account}`);
  return row && (JSON.parse(row.data) as VoiceProfile);
}

/** Stores the profile in place of the earlier one; undefined removes it. */
export function saveVoiceProfile(db: WriteDb, account: number, profile: VoiceProfile | undefined): void {
  if (!profile) return void db.run(sql`DELETE FROM voice_profiles WHERE account = ${account}`);
  db.run(sql`
    INSERT INTO voice_profiles (account, data) VALUES (${account}, ${JSON.stringify(profile)})
    ON CONFLICT (account) DO UPDATE SET data = excluded.data`);
}
