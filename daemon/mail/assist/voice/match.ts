import { registerOf, type Register, type VoiceProfile } from './profile.ts';
import { sentencesIn, writingFeatures } from './writing-features.ts';

/** How much a text is like what the user writes, from 0 to 1, and in what it differs. */
type VoiceMatch = { score: number; confidence: 'low' | 'medium' | 'high'; notable_deltas: string[] };

/** Compares a text with the profile, in the register it is written in. */
export function voiceMatch(text: string, profile: VoiceProfile): VoiceMatch {
  const features = writingFeatures(text);
  const usual = profile.register_modes.find(({ register }) => register === registerOf(features.formality)) ?? profile;
  const sentenceGap = ratioGap(features.sentenceLength, usual.avg_sentence_len);
  const formalityGap = Math.abs(features.formality - usual.formality_score);
  const hasOtherGreeting =
    usual.greeting !== null && features.greeting !== null && features.greeting !== usual.greeting;
  const hasOtherClosing = usual.closing !== null && features.closing !== null && features.closing !== usual.closing;
  const score =
    1 - Math.min(1, sentenceGap * 0.4 + formalityGap + (hasOtherGreeting ? 0.1 : 0) + (hasOtherClosing ? 0.1 : 0));
  const notable_deltas = [
    ...(sentenceGap > 0.5
      ? [
          `Sentences are ${features.sentenceLength > usual.avg_sentence_len ? 'longer' : 'shorter'} than yours usually are.`,
        ]
      : []),
    ...(formalityGap > 0.2
      ? [`It is ${features.formality > usual.formality_score ? 'more' : 'less'} formal than you usually write.`]
      : []),
    ...(hasOtherGreeting ? [`You usually begin with “${usual.greeting}”.`] : []),
    ...(hasOtherClosing ? [`You usually end with “${usual.closing}”.`] : []),
  ];
  return { score: Math.round(score * 100) / 100, confidence: confidenceOf(text, profile), notable_deltas };
}

/** 0 for equal lengths, 1 where one is twice the other. */
function ratioGap(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : Math.min(2, Math.abs(Math.log2(one / other)));
}

function confidenceOf(text: string, { msg_count_used }: VoiceProfile): VoiceMatch['confidence'] {
  if (msg_count_used < 30 || sentencesIn(text).length < 3) return 'low';
  return msg_count_used < 100 ? 'medium' : 'high';
}

/** How the user writes, as instructions for a model. It contains no text of their mail. */
export function voiceInstructions(profile: VoiceProfile | undefined, register: Register | undefined): string {
  const wanted = register === undefined ? '' : `Write in a ${register} tone. `;
  if (!profile) return wanted;
  const usual = profile.register_modes.find((mode) => mode.register === register) ?? profile;
  const tone = register ?? registerOf(usual.formality_score);
  return (
    `${wanted}Write as the owner does: a ${tone} tone, about ${Math.max(3, Math.round(usual.avg_sentence_len))} words in a sentence` +
    (usual.greeting === null ? '' : `, beginning with “${usual.greeting}” and the name`) +
    `${usual.closing === null ? '' : `, ending with “${usual.closing}”`}. `
  );
}
