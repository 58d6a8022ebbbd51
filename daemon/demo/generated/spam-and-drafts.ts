import { wrapParagraph } from '../encode.ts';
import type { DemoMessage } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { pickCorrespondents, personalCorrespondents, workCorrespondents } from '../correspondents.ts';
import { renderSentence, parseSentences } from '../prose.ts';
import { randomFrom } from '../random.ts';
import { threadHeadersOf } from './correspondence.ts';

const spamTemplates = [
  {
    name: 'Moon Land Registry',
    host: 'moonregistry.example',
    subject: 'FINAL: your crater is almost gone!!!',
    text: 'Dear esteemed Earthling, {number} craters remain with a view of the sea of tranquillity. No air, no neighbours, no bus. Answer before the next full moon.',
  },
  {
    name: 'Prof. Wonderful',
    host: 'singular-teapots.example',
    subject: 'This ONE teapot doctors cannot explain',
    text: 'It pours uphill. {big} satisfied pourers in {town} alone! Our teapot will not change your life, but it will change your tablecloth.',
  },
  {
    name: 'Prize Department',
    host: 'goose-lottery.example',
    subject: 'You have WON a goose',
    text: 'Congratulations on your goose. It is a very large goose. To refuse the goose, please explain yourself to the goose. Collection point: {town}, behind the mill.',
  },
  {
    name: 'Sock Reunion',
    host: 'sockreunion.example',
    subject: 'We have found your other sock',
    text: 'After {number} years of searching we hold in our hands one {colour} sock which is unmistakably yours. It asks about you.',
  },
  {
    name: 'Cloud Shoes',
    host: 'cloudshoes.example',
    subject: 'Walk on {weather}! 97% off!!',
    text: 'These shoes weigh less than nothing. Tie them down. {big} pairs have already floated away from {town}.',
  },
] as const;

const spamSentences = spamTemplates.map(({ subject, text }) => ({
  subject: parseSentences([subject]),
  text: parseSentences([text]),
}));

/** Parody only: no message asks for money, and no link leads anywhere. */
export function spam(context: WritingContext): DemoMessage {
  const draw = randomFrom(context.at(context.turn).seed);
  const which = draw.below(spamTemplates.length);
  const { name, host } = spamTemplates[which] as (typeof spamTemplates)[number];
  const fill = (list: ReturnType<typeof parseSentences> | undefined) =>
    (list ?? []).map((sentence) => renderSentence(draw, sentence)).join(' ');
  const text = wrapParagraph(fill(spamSentences[which]?.text));
  return {
    ...threadHeadersOf(context),
    from: { name, email: `${draw.below(9999).toString(36)}@${host}` },
    to: [context.owner],
    subject: fill(spamSentences[which]?.subject),
    offset: draw.pick([-300, 0, 180, 480]),
    headers: [
      ['X-Spam-Flag', 'YES'],
      ['X-Spam-Score', (5 + draw.below(90) / 10).toFixed(1)],
    ],
    text: `${text}\r\n`,
    html: `<html><body bgcolor="#ffff99"><center><font size="5" color="#cc0000">${text}</font><br><img src="https://img.${host}/${draw.below(99)}.gif" width="468" height="60" alt=""></center></body></html>\r\n`,
  };
}

const draftBeginnings = parseSentences([
  'I have been meaning to write since {day}, and now that I sit here',
  'Could we talk about the {colour} before the printer does?',
  'Thank you for the {photographs|pears|recipes}. The best of them is',
  'List for {day}: {tool}, {plant},',
  'I am not sure I can be there on {day}, because',
  'Two thoughts about {museum}. First,',
]);

const draftSubjects = parseSentences(['About {day}', 'Thank you', 'For {month}', 'An idea', 'Re: {town}']);

/** An unfinished message that was not sent. */
export function draftMessage(context: WritingContext): DemoMessage {
  const draw = randomFrom(context.at(context.turn).seed);
  const [correspondent] = pickCorrespondents(
    draw,
    context.profile === 'work' ? workCorrespondents : personalCorrespondents,
    1,
  );
  return {
    ...threadHeadersOf(context),
    from: context.owner,
    to: correspondent && draw.chance(0.8) ? [{ name: correspondent.name, email: correspondent.email }] : [],
    subject: renderSentence(draw, draw.pick(draftSubjects)),
    offset: context.ownerOffset,
    text: `${renderSentence(draw, draw.pick(draftBeginnings))}\r\n`,
  };
}
