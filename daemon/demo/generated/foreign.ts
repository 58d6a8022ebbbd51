import type { DemoMessage } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { shuffledIndexes } from '../prose.ts';
import { languageSamples } from '../languages.ts';
import { attribution, ownerAsCorrespondent, quotedLines, threadHeadersOf } from './correspondence.ts';

/** A message in another language, sometimes with a reply by the owner in English. */
export function foreignLanguageMessage(context: WritingContext): DemoMessage {
  const story = context.story();
  const language = story.pick(languageSamples);
  const correspondent = story.pick(language.writers);
  const subject = story.pick(language.subjects);
  const order = shuffledIndexes(story, language.lines.length);
  const textOf = (turn: number) =>
    context.at(turn).isMine
      ? reply(turn)
      : [
          language.greeting,
          [0, 1, 2].map((line) => language.lines[order[(turn * 3 + line) % order.length] ?? 0]).join(' '),
          language.closing,
        ].join('\r\n\r\n');

  const isMine = context.at(context.turn).isMine;
  const writer = isMine ? ownerAsCorrespondent(context) : correspondent;
  const { turn } = context;
  const previous =
    turn > 0
      ? `\r\n\r\n${attribution(context.at(turn - 1), context.at(turn - 1).isMine ? ownerAsCorrespondent(context) : correspondent)}\r\n${quotedLines(textOf(turn - 1), '> ')}`
      : '';
  const name = isMine ? context.owner.name : correspondent.name;
  return {
    ...threadHeadersOf(context),
    from: { name: writer.name, email: writer.email },
    to: [isMine ? { name: correspondent.name, email: correspondent.email } : context.owner],
    subject: turn > 0 ? `Re: ${subject}` : subject,
    offset: writer.offset,
    text: `${textOf(turn)}\r\n${name}\r\n${previous}`,
    format: story.pick(['plain', 'base64', 'quoted'] as const),
  };
}

const replies = [
  'Thank you, that made my morning. I read it twice, once with the dictionary.\r\n\r\nThursday suits me well. I will bring the samples.',
  'How kind of you. The pictures are on the wall above the desk already.\r\n\r\nI shall write properly on Sunday.',
  'Understood, and gladly. Please keep one for me until I am there.\r\n\r\nMy grammar is poor, so I answer in English.',
];

function reply(turn: number): string {
  return replies[turn % replies.length] ?? '';
}
