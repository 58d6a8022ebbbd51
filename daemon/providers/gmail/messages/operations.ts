import { ProviderError, type MessageRef, type Operation, type OperationOutcome } from '../../provider.ts';
import { apiIdAt, knownLabels, type ApiMailbox } from '../api-mailbox.ts';
import { maxBatchIds, unitPrices, type LabelEdit, type RequestContext } from '../api/gmail-api.ts';
import { MissingResource } from '../api/request.ts';
import { allMailId, foldersOf, labelEditOf, requireLabelId, type LabelFolders } from '../labels/folders.ts';
import { inParallel, maxParallelRequests } from '../parallel.ts';
import { serverIdOf } from '../server-ids.ts';

/** From this many messages on, one request for all of them costs less than one for each. */
const minBatch = unitPrices['messages.batchModify'] / unitPrices['messages.modify'];

/** What an operation asks of Gmail for one message. A check changes nothing, but the message must be in its folder. */
type Step = { id: string; ref: MessageRef; movedTo?: MessageRef } & (
  { do: 'edit'; edit: LabelEdit } | { do: 'delete' } | { do: 'check' }
);

/** Applies operations in order. Adjacent equal changes of several messages are one request. */
export async function applyWithApi(
  mailbox: ApiMailbox,
  operations: readonly Operation[],
  context: RequestContext,
): Promise<OperationOutcome[]> {
  const labels = await knownLabels(mailbox, context);
  const outcomes: OperationOutcome[] = [];
  let run: Step[] = [];
  const send = async () => {
    const steps = run;
    run = [];
    outcomes.push(...(await sendSteps(mailbox, { steps, labels }, context)));
  };
  for (const operation of operations) {
    const step = stepOf(mailbox, labels, operation);
    const [first] = run;
    const isNext = 'id' in step && first !== undefined && isAlike(first, step) && run.length < maxBatchIds;
    if (!isNext) await send();
    if ('id' in step) run.push(step);
    else outcomes.push(step);
  }
  await send();
  return outcomes;
}

/** Whether two steps can be sent together. */
function isAlike(one: Step, other: Step): boolean {
  if (one.do === 'check' && other.do === 'check') return true;
  return one.do === 'edit' && other.do === 'edit' && JSON.stringify(one.edit) === JSON.stringify(other.edit);
}

function stepOf(mailbox: ApiMailbox, labels: LabelFolders, operation: Operation): Step | OperationOutcome {
  const { ref } = operation;
  const id = apiIdAt(mailbox, ref);
  if (id === undefined) return goneOutcome;
  try {
    const from = requireLabelId(labels, ref.folder);
    switch (operation.do) {
      case 'flags': {
        if (operation.add.length === 0 && operation.remove.length === 0) return { id, ref, do: 'check' };
        return { id, ref, do: 'edit', edit: labelEditOf(operation) };
      }
      case 'copy':
      case 'move': {
        const to = requireLabelId(labels, operation.to);
        if (fixedLabels.includes(to)) return refusedOutcome(`Only Gmail can put mail into ${operation.to}.`);
        if (operation.do === 'move' && fixedLabels.includes(from) && to !== 'TRASH' && to !== 'SPAM')
          return refusedOutcome(`Gmail lets mail be removed from ${ref.folder} only by moving it to Trash.`);
        const edit = moveEdit(to, operation.do === 'move' ? from : undefined);
        return { id, ref, do: 'edit', edit, movedTo: { ...ref, folder: operation.to } };
      }
      case 'expunge':
        if (from === 'SENT') return refusedOutcome(`Gmail doesn’t let mail be removed from ${ref.folder}.`);
        return from === 'TRASH' || from === 'SPAM' || from === 'DRAFT'
          ? { id, ref, do: 'delete' }
          : { id, ref, do: 'edit', edit: from === allMailId ? moveEdit('TRASH', undefined) : edit([], [from]) };
    }
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    return refusedOutcome(thrown.message);
  }
}

/** Mail in Trash and Spam is in no other folder, so a label that mail gets takes it out of them. */
function moveEdit(to: string, from: string | undefined): LabelEdit {
  const added = to === allMailId ? [] : [to];
  const hidden = ['TRASH', 'SPAM', ...(to === 'TRASH' || to === 'SPAM' ? ['INBOX'] : [])];
  const removed = [...hidden, ...(from === undefined || from === allMailId ? [] : [from])];
  return edit(
    added,
    [...new Set(removed)].filter((id) => id !== to && !fixedLabels.includes(id)),
  );
}

/** Labels that only Gmail gives and takes. Sent mail and drafts in the trash keep them, and come back to them. */
const fixedLabels = ['SENT', 'DRAFT'];

function edit(addLabelIds: string[], removeLabelIds: string[]): LabelEdit {
  return { addLabelIds, removeLabelIds };
}

async function sendSteps(
  mailbox: ApiMailbox,
  { steps, labels }: { steps: readonly Step[]; labels: LabelFolders },
  context: RequestContext,
): Promise<OperationOutcome[]> {
  const [first] = steps;
  if (!first) return [];
  if (first.do === 'edit' && isEmpty(first.edit)) return steps.map(outcomeOf);
  if (first.do === 'edit' && steps.length >= minBatch) {
    await mailbox.api.modifyMessages(
      steps.map(({ id }) => id),
      first.edit,
      context,
    );
    return steps.map(outcomeOf);
  }
  // Only checks, and few equal changes of different messages: their order does not matter.
  const outcomes: OperationOutcome[] = [];
  const sent = inParallel(steps, maxParallelRequests, (step) => sendStep(mailbox, { step, labels }, context));
  for await (const outcome of sent) outcomes.push(outcome);
  return outcomes;
}

function isEmpty({ addLabelIds, removeLabelIds }: LabelEdit): boolean {
  return addLabelIds.length === 0 && removeLabelIds.length === 0;
}

async function sendStep(
  { api }: ApiMailbox,
  { step, labels }: { step: Step; labels: LabelFolders },
  context: RequestContext,
): Promise<OperationOutcome> {
  try {
    switch (step.do) {
      case 'check': {
        const message = await api.labelsOfMessage(step.id, context);
        return message && foldersOf(message.labelIds, labels).includes(step.ref.folder) ? { ok: true } : goneOutcome;
      }
      case 'delete':
        await api.deleteMessage(step.id, context);
        return outcomeOf(step);
      case 'edit':
        await api.modifyMessage(step.id, step.edit, context);
        return outcomeOf(step);
    }
  } catch (thrown) {
    if (thrown instanceof MissingResource) return step.do === 'delete' ? { ok: true } : goneOutcome;
    if (thrown instanceof ProviderError && thrown.reason === 'refused') return refusedOutcome(thrown.message);
    throw thrown;
  }
}

function outcomeOf({ movedTo }: Step): OperationOutcome {
  return { ok: true, ...(movedTo && { moved_to: movedTo }) };
}

function refusedOutcome(error: string): OperationOutcome {
  return { ok: false, error, retryable: false };
}

const goneOutcome: OperationOutcome = {
  ok: false,
  error: 'The message is no longer in this folder.',
  retryable: false,
  isGone: true,
};

/** Stores a message in a folder: in Drafts as a draft, elsewhere with its labels. */
export async function appendWithApi(
  mailbox: ApiMailbox,
  { folder, source, flags }: { folder: string; source: Uint8Array; flags: readonly string[] },
  context: RequestContext,
): Promise<MessageRef | undefined> {
  const labels = await knownLabels(mailbox, context);
  const label = requireLabelId(labels, folder);
  const { api, numbers, state } = mailbox;
  const isSeen = flags.some((flag) => flag.toLowerCase() === '\\seen');
  const { addLabelIds } = labelEditOf({ add: flags, remove: isSeen ? [] : ['\\Seen'] });
  const created =
    label === 'DRAFT'
      ? await api.createDraft(source, context)
      : await api.insertMessage(source, [...(label === allMailId ? [] : [label]), ...addLabelIds], context);
  if (state.uidvalidity === undefined) return undefined;
  const id = serverIdOf(created.id);
  return { folder, uidvalidity: state.uidvalidity, uid: numbers.assign([id], 'newer').get(id) ?? 0 };
}
