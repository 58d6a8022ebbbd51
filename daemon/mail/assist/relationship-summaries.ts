import { z } from 'zod';
import { instantOf, type Clock } from '../../base/clock.ts';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { Models } from '../../models/models.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { RelationshipSummaries } from '../relationships/summary.ts';
import { contactFacts } from './contact-facts.ts';
import { fitMessages, numberMessages } from './fit-messages.ts';
import { latestModelText, saveModelText } from './model-texts.ts';
import type { ReadableMessage } from './readable-messages.ts';

type SummaryDeps = {
  db: WriteDb;
  clock: Clock;
  models: Models;
  /** Reads messages (internal ids) on a worker. */
  readMessages: (messages: readonly number[]) => Promise<ReadableMessage[]>;
};

const answer = z.object({
  summary: z.string().trim().min(1).max(2_000),
  topics: z.array(z.string().trim().min(1).max(200)).max(30).catch([]),
});

const maxTopics = 8;

/** The stored summary of a correspondence by a model. */
export const readRelationshipSummary: RelationshipSummaries['read'] = (db: ReadDb, { account, email }) => {
  const stored = latestModelText(db, 'relationship', { account, email });
  if (!stored) return null;
  const { text, topics = [], model, generated_at, content_hash } = stored;
  return { text, known_topics: topics, model, computed_at: generated_at, source_hash: content_hash };
};

/** Summaries of correspondences by a model. While none may be asked, a rebuild leaves them as they are. */
export function relationshipSummaries({ db, clock, models, readMessages }: SummaryDeps): RelationshipSummaries {
  return {
    read: readRelationshipSummary,
    async rebuild({ account, email }, signal) {
      const contact = models.isUsable('relationship_summary') ? contactFacts(db, account, email) : undefined;
      const messages = contact ? (await readMessages(contact.messages)).filter(({ text }) => text !== '') : [];
      if (!contact || messages.length === 0) return;
      const fence = createFence();
      const system =
        'You note for the owner of a mailbox how they correspond with a person: in two or three sentences who the person is to them and what they write about, ' +
        'and a few topics. State only what the messages say. Answer with a JSON object {"summary": "…", "topics": ["…"]}. ' +
        fence.rules;
      const user = (maxChars: number) =>
        `${fitMessages(numberMessages(messages), fence, maxChars - 40).text}\n\nWrite the note.`;
      const written = await models.json('relationship_summary', { system, user, maxTokens: 500, answer }, signal);
      const line = (text: string) => inertText(text).replaceAll(/\s+/g, ' ');
      saveModelText(
        db,
        'relationship',
        { account, subject: { account, email: contact.email }, content_hash: contact.content_hash },
        {
          text: line(written.answer.summary),
          topics: written.answer.topics.map(line).filter(Boolean).slice(0, maxTopics),
          citations: [],
          model: written.model,
          generated_at: instantOf(clock.now()),
        },
      );
    },
  };
}
