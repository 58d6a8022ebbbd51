import { alert } from './generated/alerts.ts';
import { promotion, receipt, shipment } from './generated/commerce.ts';
import { correspondence } from './generated/correspondence.ts';
import { foreignLanguageMessage } from './generated/foreign.ts';
import { invite } from './generated/invites.ts';
import { listMail } from './generated/lists.ts';
import { newsletter } from './generated/newsletters.ts';
import { draftMessage, spam } from './generated/spam-and-drafts.ts';
import { folderIndex } from './folders.ts';
import type { MailboxProfile } from './folders.ts';
import { renderMessage } from './message.ts';
import type { DemoMessage, Person } from './message.ts';
import type { WritingContext } from './writing-context.ts';
import type { Plan } from './plan.ts';
import { mixSeeds, randomFrom } from './random.ts';
import { renderScriptedMessage } from './scripted/render.ts';
import type { ScriptedMessage } from './scripted/scripted-message.ts';
import { createAttachmentFactory } from './attachments.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

const writers: Record<Exclude<Kind, 'scene'>, (context: WritingContext) => DemoMessage> = {
  people: correspondence,
  foreign: foreignLanguageMessage,
  newsletter,
  alert,
  promotion,
  receipt,
  shipment,
  invite,
  list: listMail,
  spam,
  draft: draftMessage,
};

const hosts = ['post.papermill.example', 'mx.letters.example', 'mail.lantern.example', 'relay.hornpost.example'];

type WriterOptions = { seed: number; profile: MailboxProfile; owner: Person; scripted: readonly ScriptedMessage[] };

/**
 * Writes the planned messages: the bytes of the message with a given index, identical on every call. `anchor` is in unix
 * seconds.
 */
export function createWriter({ seed, profile, owner, scripted }: WriterOptions, plan: Plan, anchor: number) {
  const attachments = createAttachmentFactory();
  const ownerOffset = 60;

  const idOf = (index: number) => {
    const story = plan.story[index] ?? 0;
    const uniquePart = mixSeeds(seed, index, anchor).toString(16).padStart(8, '0');
    return `${uniquePart}.${index.toString(36)}@${hosts[mixSeeds(seed, story) % hosts.length]}`;
  };

  const contextOf = (index: number): WritingContext => {
    const story = plan.story[index] ?? 0;
    const start = plan.storyStart[story] ?? 0;
    return {
      profile,
      owner,
      ownerOffset,
      attachments,
      turn: index - start,
      turns: (plan.storyStart[story + 1] ?? plan.count) - start,
      story: () => randomFrom(mixSeeds(seed, story, 2)),
      at: (turn) => ({
        isMine: plan.folder[start + turn] === folderIndex.sent,
        at: anchor - (plan.age[start + turn] ?? 0),
        id: idOf(start + turn),
        seed: mixSeeds(seed, start + turn, 3),
      }),
    };
  };

  const renderContext = {
    owner,
    ownerOffset,
    attachments,
    anchor,
    scripted,
    idOf: (scriptedMessage: ScriptedMessage) => idOf(scripted.indexOf(scriptedMessage)),
  };

  return (index: number): Buffer => {
    const kind = kinds[plan.storyKind[plan.story[index] ?? 0] ?? 0] ?? 'scene';
    const message =
      kind === 'scene'
        ? renderScriptedMessage(scripted[index] as ScriptedMessage, renderContext)
        : writers[kind](contextOf(index));
    return renderMessage(message, message.from.email === owner.email ? undefined : owner);
  };
}
