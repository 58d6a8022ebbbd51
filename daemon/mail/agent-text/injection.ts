import type { AgentReport } from '../../contract/body.ts';
import { visibleText } from '../../base/fence.ts';

type Sign = { reason: string; weight: number; pattern: RegExp };

/** What texts contain that try to instruct a model, in the languages in which such mail was seen. */
const signs: readonly Sign[] = [
  {
    reason: 'It tells the reader to ignore earlier instructions.',
    weight: 50,
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|told|guidelines)\b|\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.\n]{0,40}(?:regeln|anweisung)|\bignor(?:e[rz]?|a|i)\b[^.\n]{0,40}(?:instructions|instrucciones|istruzioni|instruções|règles|reglas)|\bnegeer\b[^.\n]{0,40}instructies/i,
  },
  {
    reason: 'It imitates the marks of a conversation with a model.',
    weight: 40,
    pattern:
      /<\|?(?:im_start|im_end|system|assistant|user)\|?>|\[\/?INST\]|^#{2,4} ?(?:instruction|response|system)\b|^\s*(?:system|assistant|developer)\s*:/im,
  },
  {
    reason: 'It imitates the end of fenced data.',
    weight: 40,
    pattern: /^(?:<<<)?DATA [0-9a-f]{8,}|\bend of (?:the )?(?:mail|data|message|untrusted)\b/im,
  },
  {
    reason: 'It speaks to a model or an assistant.',
    weight: 25,
    pattern:
      /\b(?:you are (?:now )?(?:an?|in) (?:ai|llm|assistant|maintenance|developer|debug)|(?:ai|llm|language model|ai assistant|assistant)s?\s*[,:]|as an? (?:ai|language model)|your new (?:rule|task|instruction|goal)s?)\b/i,
  },
  {
    reason: 'It asks for the use of a tool.',
    weight: 40,
    pattern:
      /\b(?:call|use|invoke|run|execute) (?:the |your )?(?:tool|function|command)s?\b|\b(?:send_mail|send_email|tool_call|function_call)\b|confirm\s*=\s*true/i,
  },
  {
    reason: 'It asks to keep something from the person.',
    weight: 30,
    pattern:
      /\b(?:do not|don[’']t|never|without) (?:tell|telling|mention|mentioning|inform|informing|notify|notifying|show|alert)\b[^.\n]{0,40}\b(?:user|owner|person|human|anyone)\b/i,
  },
  {
    reason: 'It asks to send mail, contacts or passwords somewhere.',
    weight: 40,
    pattern:
      /\b(?:forward|send|upload|post|exfiltrate|leite|sende|schicke)\b[^.\n]{0,60}\b(?:every message|all (?:messages|mails?|emails?)|inbox|passwords?|credentials|api keys?|address book|adressbuch|contacts|secrets?)\b/i,
  },
  {
    reason: 'It asks to delete mail.',
    weight: 30,
    pattern:
      /\b(?:delete|erase|wipe|trash|lösche)\b[^.\n]{0,30}\b(?:inbox|all (?:messages|mails?|emails?)|everything|posteingang)\b/i,
  },
  {
    reason: 'It asks to reveal what the model was told.',
    weight: 35,
    pattern: /\b(?:repeat|reveal|print|show|output)\b[^.\n]{0,40}\b(?:text above|system prompt|instructions|prompt)\b/i,
  },
  {
    reason: 'It says what an answer or a summary should contain.',
    weight: 25,
    pattern:
      /\b(?:summari[sz]e (?:this|the) (?:mail|email|message) as|(?:reply|respond|answer) with (?:a link|this|the following|<|["“])|write ["“])/i,
  },
  {
    reason: 'It claims that the owner has given an order.',
    weight: 30,
    pattern: /\b(?:the )?(?:owner|user|account holder) (?:has )?(?:asked|told|authori[sz]ed|instructed|wants) you\b/i,
  },
  {
    reason: 'It contains an image or link that could carry data away.',
    weight: 25,
    pattern: /!?\[[^\][]{0,200}\]\(https?:[^()\s]{0,500}\)/i,
  },
  {
    reason: 'It contains an answer in the form of a program.',
    weight: 20,
    pattern: /<script\b|^\s*\{\s*"(?:points|tool|name|action|arguments)"\s*:/im,
  },
];

const tagCharacters = /[\u{e0020}-\u{e007e}]/gu;

/**
 * How much a message looks like an attempt to instruct a model, and why. `visible` is what people see, before invisible
 * characters were removed; `hidden` is what they do not see. Takes linear time.
 */
export function injectionSigns({ visible, hidden }: { visible: string; hidden: string }): AgentReport['injection'] {
  const decoded = decodeTags(visible);
  const found = matching(visibleText(visible));
  const foundHidden = matching(visibleText(`${hidden}\n${decoded}`));
  const covert: Sign[] = [
    ...covertSigns(visible),
    ...(foundHidden.length > 0 ? [{ ...hiddenOrder, pattern: /$/ }] : []),
  ];
  const all = [...found, ...foundHidden.filter((sign) => !found.includes(sign)), ...covert];
  return {
    score: Math.min(
      100,
      all.reduce((sum, { weight }) => sum + weight, 0),
    ),
    reasons: all.map(({ reason }) => reason),
  };
}

const hiddenOrder = { reason: 'Text that people don’t see speaks to a model.', weight: 40 };
const maxExamined = 60_000;

function matching(text: string): Sign[] {
  const examined = text.slice(0, maxExamined);
  return signs.filter(({ pattern }) => pattern.test(examined));
}

/** Sentences can be written in tag characters, which nobody sees and models read. */
function decodeTags(text: string): string {
  return (text.match(tagCharacters) ?? [])
    .map((char) => String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xe0000))
    .join('');
}

function covertSigns(text: string): Sign[] {
  const counts: [number, number, Omit<Sign, 'pattern'>][] = [
    [
      text.match(tagCharacters)?.length ?? 0,
      8,
      { reason: 'It contains text in invisible tag characters.', weight: 60 },
    ],
    [
      text.match(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu)?.length ?? 0,
      1,
      { reason: 'It contains data in invisible variation selectors.', weight: 60 },
    ],
    [
      text.match(/[\p{L}\p{P} ][\u200b\u2060\ufeff](?=[\p{L}\p{P} ])/gu)?.length ?? 0,
      8,
      { reason: 'Invisible characters stand between its letters.', weight: 25 },
    ],
    [text.match(/[\u202d\u202e]/g)?.length ?? 0, 1, { reason: 'It reverses the direction of text.', weight: 15 }],
  ];
  return counts.filter(([count, least]) => count >= least).map(([, , sign]) => ({ ...sign, pattern: /$/ }));
}
