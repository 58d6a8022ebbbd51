import { attribution, citation, quotedLines } from '../bulk/correspondence.ts';
import { invitation } from '../bulk/invites.ts';
import { page, plainPage } from '../bulk/page.ts';
import type { Block, PageLook } from '../bulk/page.ts';
import { escaped, wrapped } from '../encode.ts';
import { slot } from '../folders.ts';
import type { Flavour } from '../folders.ts';
import type { Enclosure, Letter, Person } from '../letter.ts';
import type { Shelf } from '../occasion.ts';
import { flagBits } from '../flags.ts';
import type { ScenePlan } from '../plan.ts';
import { personalScenes } from './personal.ts';
import type { Enclosed, Scene } from './scene.ts';
import { workScenes } from './work.ts';

/** The scenes of an account, newest first. */
export function scenesOf(flavour: Flavour): Scene[] {
  return (flavour === 'work' ? workScenes : personalScenes).toSorted((a, b) => a.ago - b.ago);
}

export function scenePlan({
  ago,
  folder = 'inbox',
  unread = false,
  starred = false,
  answered = false,
}: Scene): ScenePlan {
  return { age: ago * 60, folder: slot[folder], flags: flagBits({ read: !unread, starred, answered }) };
}

type Stage = {
  owner: Person;
  ownerOffset: number;
  shelf: Shelf;
  /** Unix seconds of the moment the mailbox is seen from. */
  anchor: number;
  /** The Message-ID of a scene. */
  idOf: (scene: Scene) => string;
  scenes: readonly Scene[];
};

export function sceneLetter(scene: Scene, stage: Stage): Letter {
  const { owner, ownerOffset, idOf, anchor } = stage;
  const before = earlierScenes(scene, stage);
  const last = before.at(-1);
  const at = anchor - scene.ago * 60;
  return {
    from: writerOf(scene, owner),
    to: scene.to ?? [scene.list ? { name: scene.list.name, email: `${scene.list.tag}@${scene.list.host}` } : owner],
    cc: scene.cc,
    subject: scene.subject,
    at,
    offset: scene.from === 'me' ? ownerOffset : (scene.offset ?? 60),
    id: idOf(scene),
    ...(last && { inReplyTo: idOf(last), references: before.map(idOf) }),
    headers: headersOf(scene),
    manner: scene.manner,
    attachments: scene.enclosed?.filter((each) => !isInline(each)).map((each) => enclosure(each, stage.shelf)),
    ...contentOf(scene, scene.automatic ? undefined : last, stage, at),
  };
}

function earlierScenes({ thread, ago }: Scene, { scenes }: Stage): Scene[] {
  if (!thread) return [];
  return scenes.filter((each) => each.thread === thread && each.ago > ago).toSorted((a, b) => b.ago - a.ago);
}

type Content = Pick<Letter, 'text' | 'html' | 'inline' | 'calendar'>;

/** `quoted` is the scene a person answers. */
function contentOf(scene: Scene, quoted: Scene | undefined, stage: Stage, at: number): Content {
  if (scene.invite) return calledTo(scene, stage, at);
  if (scene.automatic)
    return scene.page ? machinePage(scene, writerOf(scene, stage.owner)) : { text: plainText(scene) };
  const text = plainText(scene, scene.manner === 'flowed' ? ' ' : '') + (quoted ? quoteOf(quoted, stage) : '');
  const pictures = scene.enclosed?.filter(isInline).map((each) => enclosure(each, stage.shelf)) ?? [];
  if (!pictures.length && !scene.page) return { text };
  return { text, ...letterPage(scene, pictures, quoted, stage) };
}

function writerOf({ from }: Scene, owner: Person): Person {
  return from === 'me' ? owner : from;
}

function plainText(scene: Scene, soft = ''): string {
  const paragraphs = paragraphsOf(scene).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => wrapped(line, { soft }))
      .join('\r\n'),
  );
  return `${paragraphs.join('\r\n\r\n')}\r\n`;
}

function quoteOf(last: Scene, stage: Stage): string {
  return `\r\n${leadTo(last, stage)}\r\n${quotedLines(plainText(last), '> ')}`;
}

function leadTo(scene: Scene, { owner, anchor, idOf }: Stage): string {
  const turn = { isMine: false, at: anchor - scene.ago * 60, id: idOf(scene), seed: 0 };
  return attribution(turn, { ...writerOf(scene, owner), offset: 0 });
}

function headersOf({ automatic, list, page: look }: Scene): [string, string][] {
  const headers: [string, string][] = [];
  if (automatic) headers.push(['Auto-Submitted', 'auto-generated']);
  if (list)
    headers.push(
      ['List-Id', `${list.name} <${list.tag}.${list.host}>`],
      ['List-Post', `<mailto:${list.tag}@${list.host}>`],
      ['List-Unsubscribe', `<mailto:${list.tag}-leave@${list.host}>`],
      ['Precedence', 'list'],
    );
  if (look?.unsubscribe)
    headers.push(
      ['List-Unsubscribe', `<${look.unsubscribe}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['Precedence', 'bulk'],
    );
  return headers;
}

function machinePage(scene: Scene, from: Person): Pick<Letter, 'text' | 'html'> {
  const wanted = scene.page;
  const look: PageLook = { colour: '#1d2327', ...wanted, brand: from.name, footer: `${from.name}, ${from.email}` };
  const paragraphs = paragraphsOf(scene).map((each): Block => ({ kind: 'text', text: each.replaceAll('\n', ' ') }));
  const blocks = [
    ...(wanted?.blocks?.filter(({ kind }) => kind === 'image') ?? []),
    ...paragraphs,
    ...(wanted?.blocks?.filter(({ kind }) => kind !== 'image') ?? []),
  ];
  return { text: plainPage(look, blocks), html: page(look, blocks) };
}

function calledTo(scene: Scene, { owner, anchor, idOf }: Stage, at: number): Content {
  const { days, hour, minutes, place } = scene.invite ?? { days: 1, hour: 9, minutes: 60, place: '' };
  const start = Math.floor(anchor / 86_400) * 86_400 + days * 86_400 + hour * 3600;
  const event = invitation({
    uid: idOf(scene),
    summary: scene.subject.replace('Invitation: ', ''),
    place,
    start,
    minutes,
    organizer: writerOf(scene, owner),
    guests: [owner],
    stamp: at,
  });
  return { ...event, text: `${plainText(scene)}\r\n${event.text}` };
}

function isInline(each: Enclosed): boolean {
  return each.kind === 'picture' && each.inline === true;
}

function enclosure(wanted: Enclosed, shelf: Shelf): Enclosure {
  switch (wanted.kind) {
    case 'paper':
      return shelf.paper(wanted.title, wanted.lines);
    case 'scan':
      return shelf.scan(wanted.title, wanted.kilobytes);
    case 'picture':
      return shelf.picture(wanted.number);
    case 'photograph':
      return shelf.photograph(wanted.kilobytes);
    case 'table':
      return shelf.table(wanted.name, wanted.rows);
  }
}

/** A person's letter as a page: pictures cited by Content-ID (RFC 2392), and what its program adds from afar. */
function letterPage(
  scene: Scene,
  pictures: Enclosure[],
  quoted: Scene | undefined,
  stage: Stage,
): Pick<Letter, 'html' | 'inline'> {
  const inline = pictures.map((picture, index) => ({ ...picture, cid: `picture${index}.${stage.idOf(scene)}` }));
  const parts = paragraphsOf(scene).map((each) => `<p>${escaped(each).replaceAll('\n', '<br>\r\n')}</p>\r\n`);
  for (const { cid } of inline) parts.push(`<p><img src="cid:${cid}" width="160" height="96" alt="A linocut"></p>\r\n`);
  for (const block of scene.page?.blocks ?? [])
    if (block.kind === 'image')
      parts.push(`<p><img src="${block.url}" width="${block.width}" alt="${escaped(block.alt)}"></p>\r\n`);
  if (quoted) parts.push(citation(leadTo(quoted, stage), paragraphsOf(quoted)));
  if (scene.page?.pixel) parts.push(`<img src="${scene.page.pixel}" width="1" height="1" alt="">\r\n`);
  return { html: `<html><body style="font-family:Georgia,serif">\r\n${parts.join('')}</body></html>\r\n`, inline };
}

function paragraphsOf({ text }: Scene): string[] {
  return text.split('\n\n');
}
