import { randomFrom } from '../../../daemon/demo/random.ts';
import { corpusMail, corpusMissing } from '../../corpus.ts';
import type { SyntheticMail } from './synthetic.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Raised when the generated mail changes. */
export const realVersion = 1;

const sets = ['list-btrfs', 'list-openbmc', 'list-usrp-users', 'spamassassin-easy-ham'];
const lastSentAt = Date.UTC(2026, 2, 1) / 1000;
const spanSeconds = 5 * 365 * 86_400;

/**
 * Real mailing-list mail, repeated to `count` messages, oldest first. Every repetition has its own Message-IDs and dates,
 * and other words in place of its rarer ones, so that no text or thread occurs twice. Throws if the corpus is missing: see
 * `corpusMissing`.
 */
export function* realMail(count: number): Generator<SyntheticMail> {
  const missing = corpusMissing();
  if (missing) throw new Error(missing);
  const corpus = corpusMail();
  const originals = sets.flatMap((set) => corpus.get(set) ?? []).map((bytes) => bytes.toString('latin1'));
  const others = createVocabulary({ seed: 99, size: 30_000 });
  const random = randomFrom(count);
  for (let i = 0; i < count; i++) {
    const round = Math.floor(i / originals.length);
    const original = originals[i % originals.length] ?? '';
    const at = lastSentAt - spanSeconds + Math.floor(((i + random.fraction()) / count) * spanSeconds);
    yield {
      bytes: Buffer.from(repeatedMessage(original, { round, at, others }), 'latin1'),
      at,
      flags: random.chance(0.8) ? 'S' : '',
    };
  }
}

type Repetition = { round: number; at: number; others: Vocabulary };

function repeatedMessage(original: string, { round, at, others }: Repetition): string {
  const end = /\r?\n\r?\n/.exec(original)?.index ?? original.length;
  const date = new Date(at * 1000).toUTCString().replace('GMT', '+0000');
  const head = original
    .slice(0, end)
    .replace(/^From .*\r?\n/, '')
    .replace(/^(Date:).*$/im, `$1 ${date}`)
    .replace(/^(Message-ID|In-Reply-To|References):.*(\r?\n[ \t].*)*/gim, (field) => withRound(field, round));
  return head + withOtherWords(original.slice(end), { round, others });
}

function withRound(field: string, round: number): string {
  return round === 0 ? field : field.replaceAll(/<([^<>\s]+)@/g, `<$1.round${round}@`);
}

/** Replaces words only in lines of plain prose: encoded lines, boundaries and markup stay. */
function withOtherWords(body: string, { round, others }: Omit<Repetition, 'at'>): string {
  if (round === 0) return body;
  return body.replace(/^[A-Za-z> ][A-Za-z ,.'>]*[ ][A-Za-z ,.']*\r?$/gm, (line) =>
    line.replaceAll(/\b[a-z]{7,}\b/g, (word) => others.words[hashOf(word, round) % others.words.length] ?? word),
  );
}

function hashOf(word: string, round: number): number {
  let hash = round;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return hash >>> 0;
}
