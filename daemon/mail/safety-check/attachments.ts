import type { DraftSafetyIssue } from '../../contract/draft.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { excerpt, wholeWords } from './text-helpers.ts';

const attachmentPattern = wholeWords(
  `attached|attaching|attachments?|(?:i|we|i['’]ll|i will|i have|i['’]ve|let me) attach|enclosed|encl
  |anbei|angehängt\\p{L}*|anhängend\\p{L}*|(?:im|als|der) anhang|(?:in der|als) anlage|beigefügt\\p{L}*|füge? .{0,30}(?:bei|an)
  |ci-joints?|ci-jointes?|pi[èe]ces? jointes?|en pj|en pièce|adjunt[oa]s?|adjuntamos|anexo|anexos|anexad[oa]s?|em anexo
  |allegat[oaie]|allego|in allegato|bijgevoegd\\p{L}*|bijlagen?|bijgaande?|bifog\\p{L}*|bilag\\p{L}*|vedhæft\\p{L}*|vedlagt\\p{L}*|vedlegg\\p{L}*
  |liitteenä|liitteet|ohessa|w załączniku|w załączeniu|załącz\\p{L}*|v příloze|přiklád\\p{L}*|přílo\\p{L}*|v prílohe|priklad\\p{L}*
  |csatol\\p{L}*|mellékel\\p{L}*|ataşat|atașat|anexat|во вложении|вложени\\p{L}*|прилагаю|прикреп\\p{L}*|у вкладенні|додаю
  |συνημμ\\p{L}*|επισυνάπτ\\p{L}*|ekteki|ilişikte|ekliyorum|מצורף|מצורפת|מצורפים|مرفق|المرفق|đính kèm|terlampir|แนบ`,
);
/** Words in scripts without spaces between words. */
const attachmentPatternWithoutSpaces = /添付|附件|附上|随附|隨附|첨부/u;

/** Phrases about the file of another message, about no file, or about other meanings of "attached". */
const othersAttachmentPattern = wholeWords(
  `(?:no|not|without|n['’]t|missing|forgot|kein\\p{L}*|nicht|ohne|pas|sans|sin|senza|sem|geen|niet|zonder) (?:\\S+ ){0,2}
  (?:attach\\p{L}*|enclos\\p{L}*|anhang|anlage|angehängt|beigefügt|pi[èe]ces? jointes?|adjunt\\p{L}*|allegat\\p{L}*|anex\\p{L}*|bijlagen?)
  |\\p{L}+n['’]t (?:\\S+ ){0,2}(?:attach\\p{L}*|enclos\\p{L}*)|your (?:\\S+ )?(?:attachments?|enclosures?)|you (?:have )?(?:sent|attached|enclosed)
  |(?:thanks|thank you) for (?:the|your|sending)|(?:got|received) (?:the|your)|emotionally|(?:feel|is|are|was|were) (?:\\S+ )?attached to
  |(?:dein|ihr|euer|eur)\\p{L}* (?:\\S+ )?(?:anhang|anlage|anhänge)|(?:dank\\p{L}*|merci|gracias|grazie|obrigad[oa]|bedankt) (?:\\S+ )?(?:für|pour|por|per|pel[oa]|voor)
  |(?:votre|ta|vos|tes) pi[èe]ces? jointes?|(?:tu|su) (?:\\S+ )?adjunto|(?:tuo|suo) allegato|(?:seu|teu) anexo|(?:jouw|uw|je) bijlage`,
);
/** Phrases about something attached here, even if another person is named too. */
const ownAttachmentPattern = wholeWords(
  `(?:please )?(?:find|see) (?:the )?(?:\\S+ ){0,3}(?:attached|enclosed)|(?:i|we)(?:['’]ve| have|['’]m| am)? (?:\\S+ )?attach(?:ed|ing)?|(?<=^\\s*)attached (?:please|is|are|you)
  |(?:anbei|im anhang|als anhang) (?:finde\\p{L}*|sende\\p{L}*|schicke?\\p{L}*|übersende\\p{L}*)|veuillez trouver|(?:je|nous) joins|segue em anexo|in allegato`,
);

/** The text mentions an attachment, and nothing is attached. Quoted text and attachments of others do not count. */
export function attachmentIssues({ ownText, files }: CheckedDraft): DraftSafetyIssue[] {
  if (files.length > 0) return [];
  for (const { segment, index } of sentencesOf(ownText)) {
    const found = attachmentPattern.exec(segment) ?? attachmentPatternWithoutSpaces.exec(segment);
    if (!found || (othersAttachmentPattern.test(segment) && !ownAttachmentPattern.test(segment))) continue;
    const detail = excerpt(ownText, index + found.index, found[0].length);
    const message = 'You mention an attachment, but nothing is attached.';
    return [{ code: 'missing_attachment', severity: 'warning', message, detail }];
  }
  return [];
}

/** Maximum number of characters searched. */
const maxTextLength = 50_000;

function sentencesOf(text: string): { segment: string; index: number }[] {
  return [...text.slice(0, maxTextLength).matchAll(/[^.!?。！？\n]+[.!?。！？]*/gu)].map((found) => ({
    segment: found[0],
    index: found.index,
  }));
}
