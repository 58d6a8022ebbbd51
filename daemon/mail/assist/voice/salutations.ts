const greetings =
  'hi there|hi all|hi everyone|hi team|hi|hello everyone|hello all|hello|hey there|hey all|hey|dear all|dear|good morning|good afternoon|good evening|greetings|' +
  'sehr geehrte damen und herren|sehr geehrte[rs]?|liebe[rs]?|hallo zusammen|hallo|guten tag|guten morgen|guten abend|moin|servus|' +
  'bonjour|bonsoir|salut|chère?s?|madame|monsieur|buenos días|buenas tardes|hola|estimad[oa]s?|querid[oa]s?|bom dia|boa tarde|olá|oi|prezad[oa]s?|car[oaie]|' +
  'buongiorno|buonasera|ciao|gentile|beste|geachte|hoi|hej|hei|ahoj|cześć|привет|здравствуйте|уважаем\\p{L}*';
const greetingPattern = new RegExp(`^(?:${greetings})(?![\\p{L}\\p{N}])`, 'iu');
const closings =
  'kind regards|best regards|warm regards|with regards|regards|best wishes|all the best|many thanks|thanks so much|thanks a lot|thank you|thanks again|thanks|best|cheers|' +
  'sincerely yours|yours sincerely|yours faithfully|yours truly|sincerely|respectfully|take care|see you|talk soon|love|xx?|' +
  'mit freundlichen grüßen|mit freundlichem gruß|freundliche grüße|beste grüße|viele grüße|liebe grüße|herzliche grüße|schöne grüße|grüße|gruß|vielen dank|danke|lg|vg|mfg|' +
  'cordialement|bien cordialement|bien à vous|amicalement|bises|merci|un saludo|saludos cordiales|saludos|un abrazo|atentamente|gracias|atenciosamente|abraços|abraço|obrigad[oa]|' +
  'cordiali saluti|distinti saluti|un caro saluto|saluti|grazie|met vriendelijke groeten?|groeten|groetjes|med vänlig hälsning|med venlig hilsen|с уважением';
const closingPattern = new RegExp(
  `^(?:${closings})(?=[\\s,.!–—-]*$|[\\s,.!–—-]+\\p{L}+(?:\\s\\p{L}+)?[\\s,.!]*$)`,
  'iu',
);

const maxLineLength = 60;
/** A closing is followed by a name, and perhaps a line below it. */
const closingLines = 4;

/** The words of the greeting in the first line, without the name. */
export function greetingIn(text: string): string | null {
  const [first = ''] = text.trimStart().split('\n', 1);
  const words = first.length > 200 ? undefined : greetingPattern.exec(first)?.[0];
  return words === undefined ? null : inSentenceCase(words);
}

/** The words of the closing near the end. */
export function closingIn(text: string): string | null {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines.slice(-closingLines).toReversed()) {
    const words = line.length > maxLineLength ? undefined : closingPattern.exec(line.trim())?.[0];
    if (words !== undefined && lines.length > 1) return inSentenceCase(words);
  }
  return null;
}

function inSentenceCase(words: string): string {
  const lower = words.toLowerCase();
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
}
