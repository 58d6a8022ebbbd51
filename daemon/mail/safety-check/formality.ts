import { wholeWords } from './text-helpers.ts';

const veryFormalPattern = wholeWords(
  `dear (?:sir|madam|mr|mrs|ms|dr|prof|professor)|to whom it may concern|yours (?:sincerely|faithfully|truly)|sincerely|respectfully
  |sehr geehrte[rs]?|hochachtungsvoll|mit freundlichen grüßen|mit freundlichem gruß|mit freundlichen gruessen|veuillez agréer|je vous prie
  |salutations distinguées|estimad[oa]s?|muy señor\\p{L}*|atentamente|egregi[oa]|distinti saluti|prezad[oa]s?|atenciosamente
  |geachte|hoogachtend|szanown[iay]\\p{L}*|z poważaniem|уважаем\\p{L}*|с уважением|vážen\\p{L}*|s pozdravem|tisztelt|üdvözlettel`,
  'giu',
);
const formalPattern = wholeWords(
  `dear|kind regards|best regards|regards|would you|could you|i would|we would|kindly|please find|with regard to|regarding|furthermore|therefore
  |moreover|pursuant|in accordance|hereby|do not hesitate|look forward to|at your earliest convenience|further to|appreciate
  |bezüglich|hinsichtlich|gemäß|diesbezüglich|gerne zur verfügung|freundliche grüße|ich bitte|würden sie|könnten sie
  |vous|votre|vos|cordialement|madame|monsieur|usted|ustedes|saludos cordiales|cordiales|gentile|cordiali saluti|cordialmente
  |o senhor|a senhora|cumprimentos|uw|met vriendelijke groet\\p{L}*|med vänlig hälsning\\p{L}*|med venlig hilsen|med vennlig hilsen`,
  'giu',
);
/** In German and Russian the polite forms are capitalized. */
const politePattern = /(?<=[\p{Ll},] )(?:Sie|Ihnen|Ihr|Ihre[mnrs]?|Вы|Вас|Вам|Ваш\p{L}*)(?!\p{L})/gu;
const casualPattern = wholeWords(
  `hi|hey|hiya|yo|cheers|thx|btw|lol|haha\\p{L}*|omg|gonna|wanna|gotta|yeah|yep|yup|nope|cool|awesome|guys|xx+|xo+|cya|ttyl|see ya|ok|okay
  |\\p{L}+['’](?:ll|re|ve|d|m)|(?:do|does|did|is|are|was|were|ca|wo|could|would|should|has|have|had)n['’]t|(?:it|that|there|what|here|let)['’]s
  |moin|servus|na|lg|vlg|liebe grüße|liebe gruesse|bis dann|tschüss|tschau|du|dir|dich|dein\\p{L}*|euch|klar|super
  |salut|coucou|bisous?|bises|tu|toi|ton|ta|tes|hola|besos|abrazos?|tú|te|oi|abraços?|beijos?|beijinhos|ciao|baci|bacioni
  |hoi|doei|groetjes|jij|jou|hej|hei|kram|klem|kys|cześć|hejka|pa|ahoj|čau|szia|привет|пока|ты|тебя|тебе`,
  'giu',
);
const cheerfulPattern = /\p{Extended_Pictographic}|(?<!\S)[:;]-?[)(DPp](?!\S)|!+|\.{3}|…/gu;

/** The weight of each kind of sign. */
const weights = { veryFormal: 3, formal: 1, polite: 1, casual: 1, cheerful: 0.5 };

/** The weight of both kinds assumed for a text without any sign. */
const priorWeight = 2;

/**
 * How formal a text is, from 0 to 1: the share of formal signs among all signs in it. Signs are greetings, closings,
 * forms of address and phrases in a dozen languages; the other kind are those of informal talk. A text without any sign
 * is 0.5.
 */
export function formalityOf(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const formalWeight =
    count(veryFormalPattern) * weights.veryFormal +
    count(formalPattern) * weights.formal +
    count(politePattern) * weights.polite;
  const casualWeight = count(casualPattern) * weights.casual + count(cheerfulPattern) * weights.cheerful;
  return (formalWeight + priorWeight) / (formalWeight + casualWeight + 2 * priorWeight);
}
