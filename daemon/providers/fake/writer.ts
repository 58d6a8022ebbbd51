import { alert } from './bulk/alerts.ts';
import { promotion, receipt, shipment } from './bulk/commerce.ts';
import { correspondence } from './bulk/correspondence.ts';
import { foreign } from './bulk/foreign.ts';
import { invite } from './bulk/invites.ts';
import { listMail } from './bulk/lists.ts';
import { newsletter } from './bulk/newsletters.ts';
import { draftLetter, spam } from './bulk/oddities.ts';
import { slot } from './folders.ts';
import type { Flavour } from './folders.ts';
import { written } from './letter.ts';
import type { Letter, Person } from './letter.ts';
import type { Occasion } from './occasion.ts';
import { kinds } from './plan.ts';
import type { Kind, Plan } from './plan.ts';
import { mixed, randomFrom } from './random.ts';
import { sceneLetter } from './scenes/scenery.ts';
import type { Scene } from './scenes/scene.ts';
import { openShelf } from './shelf.ts';

const writers: Record<Exclude<Kind, 'scene'>, (occasion: Occasion) => Letter> = {
  people: correspondence,
  foreign,
  newsletter,
  alert,
  promotion,
  receipt,
  shipment,
  invite,
  list: listMail,
  spam,
  draft: draftLetter,
};

const hosts = ['post.papermill.example', 'mx.letters.example', 'mail.lantern.example', 'relay.hornpost.example'];

type Account = { seed: number; flavour: Flavour; owner: Person; scenes: readonly Scene[] };

/** Writes the planned messages: the bytes of message `number`, the same each time. `anchor` is unix seconds. */
export function writerOf({ seed, flavour, owner, scenes }: Account, plan: Plan, anchor: number) {
  const shelf = openShelf();
  const ownerOffset = 60;

  const idOf = (message: number) => {
    const story = plan.story[message] ?? 0;
    const mark = mixed(seed, message, anchor).toString(16).padStart(8, '0');
    return `${mark}.${message.toString(36)}@${hosts[mixed(seed, story) % hosts.length]}`;
  };

  const occasionOf = (message: number): Occasion => {
    const story = plan.story[message] ?? 0;
    const start = plan.storyStart[story] ?? 0;
    return {
      flavour,
      owner,
      ownerOffset,
      shelf,
      turn: message - start,
      turns: (plan.storyStart[story + 1] ?? plan.count) - start,
      story: () => randomFrom(mixed(seed, story, 2)),
      at: (turn) => ({
        isMine: plan.folder[start + turn] === slot.sent,
        at: anchor - (plan.age[start + turn] ?? 0),
        id: idOf(start + turn),
        seed: mixed(seed, start + turn, 3),
      }),
    };
  };

  const stage = { owner, ownerOffset, shelf, anchor, scenes, idOf: (scene: Scene) => idOf(scenes.indexOf(scene)) };

  return (message: number): Buffer => {
    const kind = kinds[plan.storyKind[plan.story[message] ?? 0] ?? 0] ?? 'scene';
    const letter = kind === 'scene' ? sceneLetter(scenes[message] as Scene, stage) : writers[kind](occasionOf(message));
    return written(letter, letter.from.email === owner.email ? undefined : owner);
  };
}
