import type { Call } from './handler-types.ts';
import type { ReadableMessage } from './mail/assist/readable-messages.ts';
import type { FoundVerdict } from './mail/authentication/verdicts.ts';
import type { Suspicion, SuspicionRequest } from './mail/authentication/suspicious-messages.ts';
import type { ReadKind } from './mail/classification/recompute.ts';
import type { CommitmentCandidates } from './mail/commitments/candidates.ts';
import type { DeliveryReadings, DeliveryRequest } from './mail/deliveries/read-deliveries.ts';
import type { ExportChunk, ExportChunkRequest } from './mail/export/export-chunk.ts';
import type { MailboxSelection } from './mail/export/mailbox.ts';
import type { ExportSelection } from './mail/export/selection.ts';
import type { MessageImages } from './mail/images/images.ts';
import type { ParsedInvites } from './mail/invites/read-invites.ts';
import type { DenseAnswer } from './mail/semantic/dense-search.ts';
import type { CountedQuery, SearchCounts } from './mail/searches/search-counts.ts';
import type { SearchSettings } from './mail/searches/search-settings.ts';
import type { PeopleMail } from './mail/relationships/select-messages.ts';
import type { VectorCounts } from './mail/semantic/vector-store.ts';
import type { ReadTodos } from './mail/todos/read-todos.ts';

export type ReaderRequest = {
  name: string;
  input: unknown;
  call: Pick<Call, 'caller' | 'accounts'>;
  /** The daemon's time, which a test may have changed. */
  now: number;
  settings: ReaderSettings;
  /** What was found by meaning, for a request that asks for it. */
  dense?: DenseAnswer | undefined;
};

/** The settings that readers need. */
export type ReaderSettings = SearchSettings & {
  forwarders: readonly string[];
  /** Whether unknown senders wait for a decision of the user. */
  isScreening: boolean;
};

/** What a reader worker answers. */
export type ReaderCalls = {
  /** Runs a request and gives its reply as JSON. */
  run(request: ReaderRequest): Promise<string>;
  /** The images of a message, by its public id. */
  images(message_id: string): MessageImages | undefined;
  /** Reads the calendars in messages, by internal id. */
  readInvites(messages: readonly number[]): ParsedInvites[];
  /** Classifies stored messages, by internal id. */
  readKinds(messages: readonly number[]): ReadKind[];
  /** Looks for to-dos in messages, by internal id. */
  readTodos(request: { messages: readonly number[]; now: number }): ReadTodos[];
  /** The sentences of messages, by internal id, in which people may promise something. */
  commitmentCandidates(messages: readonly number[]): CommitmentCandidates[] | Promise<CommitmentCandidates[]>;
  /** Messages, by internal id, as a language model reads them. */
  readableMessages(messages: readonly number[]): ReadableMessage[] | Promise<ReadableMessage[]>;
  /** Concludes the verdicts on the senders of messages, by internal id. */
  findVerdicts(request: { messages: readonly number[]; forwarders: readonly string[] }): FoundVerdict[];
  /** The messages between people, by internal id. */
  selectPeopleMail(request: PeopleMail): number[];
  /** Assesses the senders of stored messages. */
  readSuspicions(request: SuspicionRequest): Suspicion[] | Promise<Suspicion[]>;
  /** Looks through a part of the mail for deliveries. */
  readDeliveries(request: DeliveryRequest): DeliveryReadings | Promise<DeliveryReadings>;
  /** How many chunks of the mail have vectors of a profile. */
  vectorCounts(of: { model: string; generation: number }): VectorCounts;
  /** How much a query finds in all stored mail. */
  countMatches(request: { counted: CountedQuery; now: number }): SearchCounts;
  /** The messages to export, by internal id. */
  selectMessages(request: { selection: ExportSelection; accounts: readonly { id: number }[]; now: number }): number[];
  /** All messages of an account, by folder or each once. */
  selectMailbox(request: { account: number; isByFolder: boolean }): MailboxSelection;
  exportChunk(request: { stretch: ExportChunkRequest; cache: string; now: number }): ExportChunk | Promise<ExportChunk>;
};
