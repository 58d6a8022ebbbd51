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

type WriterOptions = {
  seed: number;
  profile: MailboxProfile;
  owner: Person;
  /** The first planned messages. */
  scripted: readonly ScriptedMessage[];
  /** Scenes that are not planned and continue the conversations of the others. */
  arrivals: readonly ScriptedMessage[];
};

/**
 * Writes messages, identical on every call: `write` the planned message with a given index, `writeArrival` one of the arrivals.
 * `anchor` is in unix seconds.
 */
export function createWriter({ seed, profile, owner, scripted, arrivals }: WriterOptions, plan: Plan, anchor: number) {
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

  const idOfScene = (scene: ScriptedMessage) => {
    const index = scripted.indexOf(scene);
    if (index >= 0) return idOf(index);
    const arrival = arrivals.indexOf(scene);
    return `${mixSeeds(mixSeeds(seed, 4), arrival, anchor).toString(16).padStart(8, '0')}.new@${hosts[arrival % hosts.length]}`;
  };
  const scenes = [...scripted, ...arrivals];
  const renderContext = { owner, ownerOffset, attachments, anchor, scripted: scenes, idOf: idOfScene };
  const render = (message: DemoMessage) =>
    renderMessage(message, message.from.email === owner.email ? undefined : owner);

  return {
    write(index: number): Buffer {
      const kind = kinds[plan.storyKind[plan.story[index] ?? 0] ?? 0] ?? 'scene';
      return render(
        kind === 'scene'
          ? renderScriptedMessage(scripted[index] as ScriptedMessage, renderContext)
          : writers[kind](contextOf(index)),
      );
    },
    writeArrival(scene: ScriptedMessage): Buffer {
      const message = renderScriptedMessage(scene, renderContext);
      return Buffer.concat([Buffer.from(authenticationResults(message, owner)), render(message)]);
    },
  };
}

/** What the owner's server found out about a received message (RFC 8601). */
function authenticationResults({ from }: DemoMessage, owner: Person): string {
  if (from.email === owner.email) return '';
  const [domain, ownDomain] = [from, owner].map(({ email }) => email.slice(email.indexOf('@') + 1));
  return `Authentication-Results: mx.${ownDomain};\r\n\tdkim=pass header.d=${domain}; dmarc=pass header.from=${domain}\r\n`;
}
