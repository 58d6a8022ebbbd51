type PhraseRule = { category: string; pattern: RegExp; suggestion: string };

const words = (alternatives: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu');

/** Phrases that models use far more often than people do, and what to write instead. */
export const phraseRules: readonly PhraseRule[] = [
  {
    category: 'filler',
    pattern: words(
      `i hope this (?:e-?mail|message|note) finds you(?: well)?|i hope you(?:['’]re| are) doing well|i trust this (?:e-?mail|message) finds you|` +
        `i am writing to (?:inform|let) you|please do not hesitate to (?:contact|reach out)|ich hoffe, (?:diese|meine) (?:e-?mail|nachricht) (?:erreicht|trifft) (?:sie|dich|euch)|` +
        `j['’]espère que (?:ce message|vous allez bien)|espero que (?:este (?:correo|mensaje)|se encuentre)`,
    ),
    suggestion: 'Leave it out and begin with what you want to say.',
  },
  {
    category: 'cliche',
    pattern: words(
      `delv(?:e|es|ing) into|in today['’]s (?:fast-paced|digital|ever-changing) \\p{L}+|a testament to|navigat(?:e|ing) the (?:complexities|landscape)|rich tapestry|` +
        `at the end of the day|game[- ]changer|unlock(?:ing)? the (?:power|potential)|seamless(?:ly)?|leverag(?:e|ing)|foster(?:ing)? (?:a|collaboration|an)|holistic|` +
        `cutting-edge|elevate your|ever-evolving|robust and scalable|synerg(?:y|ies)`,
    ),
    suggestion: 'Say it in plain words.',
  },
  {
    category: 'praise',
    pattern: words(
      `great question|what a (?:great|fantastic|wonderful) (?:question|idea|point)|absolutely!|i(?:['’]d| would) be (?:more than )?(?:happy|delighted) to (?:help|assist)|certainly!|of course!`,
    ),
    suggestion: 'Answer without praise.',
  },
  {
    category: 'hedging',
    pattern: words(
      `it(?:['’]s| is) (?:important|worth|crucial|essential) (?:to note|noting|to remember|mentioning)(?: that)?|it should be noted that|needless to say|generally speaking`,
    ),
    suggestion: 'State it directly.',
  },
  {
    category: 'signposting',
    pattern: words(
      `in conclusion|in summary|to summarize|furthermore|moreover|additionally,|firstly|secondly|thirdly|last but not least|that being said|with that in mind|zusammenfassend lässt sich sagen|darüber hinaus`,
    ),
    suggestion: 'Leave the word out.',
  },
  {
    category: 'contrast',
    pattern:
      /\b(?:it|this|that)(?:['’]s| is) not (?:just|only|merely) [^.!?\n]{1,60}(?:[,;—–-]| but) ?(?:it|this|that)?(?:['’]s| is)? ?/giu,
    suggestion: 'Say what it is, without what it is not.',
  },
  {
    category: 'placeholder',
    pattern: /\[(?:your|my|recipient|insert|company|date|name)[^\]\n]{0,40}\]|\bas an ai\b[^.\n]{0,60}/giu,
    suggestion: 'Fill it in, or delete it.',
  },
];
