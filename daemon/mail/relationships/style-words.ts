/**
 * Signs of formal and of familiar writing in English, German, French, Spanish, Portuguese, Japanese and Arabic: greetings, closings and
 * forms of address. All are alternatives of a regular expression; a space is any white space.
 */
export const formalSigns: readonly string[] = [
  'dear (?:mr|mrs|ms|miss|dr|prof(?:essor)?|sir|madam)|to whom it may concern|yours (?:sincerely|faithfully|truly)|sincerely yours|respectfully',
  '(?:best|kind|warm) regards|please (?:find|be advised)|i am writing to|would you (?:kindly|please)|i would (?:be grateful|appreciate)|at your (?:earliest )?convenience|please do not hesitate',
  'sehr geehrte[rn]?|mit freundlichen grüßen|hochachtungsvoll',
  'madame|monsieur|cordialement|veuillez|je vous prie|salutations distinguées|bien à vous|vous',
  'estimad[oa]s?|atentamente|un cordial saludo|cordialmente|usted(?:es)?',
  'prezad[oa]s?|atenciosamente|cordialmente|(?:o senhor|a senhora)',
  'السيد|السيدة|تحية طيبة|مع خالص التحية|وتفضلوا|المحترم|حضرتك',
];
/** The polite forms of German, which only their capitals tell from others. */
export const politeGerman = '(?<=[\\p{L},] )(?:Sie|Ihnen|Ihre[rmns]?)';
/** Without spaces between words. */
export const formalSignsUnspaced =
  'お世話になって|拝啓|敬具|ございます|いたします|致します|様(?:\\s|$|、)|何卒|申し上げます|幸いです';

export const familiarSigns: readonly string[] = [
  'hey|hiya|hi|cheers|thx|lol|haha\\p{L}*|hugs|xo+|yeah|yep|nope|gonna|wanna|btw|love ya|take care|talk soon|see (?:ya|you)',
  "(?:i|you|we|they|he|she|it)'(?:m|ll|ve|re|d)|don't|can't|won't|didn't|isn't",
  'hallo|hi|lieber|liebe (?=\\p{Lu})|lg|vg|bis dann|tschüss|ciao|(?:hast|kannst|bist|willst|magst|könntest|wirst) du|du (?:hast|kannst|bist|willst|magst|wirst)|dir|dich|dein\\p{L}*|euch',
  "salut|coucou|bises|bisous|à plus|t'\\p{L}+|tu|toi",
  'hola|besos|abrazos?|un abrazo|tú|te|contigo|nos vemos',
  'oi|olá|beijos?|abraços?|valeu|tu|contigo|até mais',
  'هلا|أهلين|حبيبي|حبيبتي|يا صديقي',
];
export const familiarSignsUnspaced =
  'だよ|だね|よろしくね|またね|ありがとう[!！]|[^い]ね[。！!]|（笑）|[!！]{2}|\\p{Emoji_Presentation}';
