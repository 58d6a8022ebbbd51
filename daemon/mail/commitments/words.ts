import type { LanguageName } from '../todos/rules/languages.ts';

/** How a language says that the writer will do something. All are alternatives of a regular expression; a space is any white space. */
type CommitmentWords = {
  /** The writer undertakes something: the subject, the verb, and what tells a promise from a mere statement. */
  promise: string;
  /** What makes it no promise where it directly precedes: `how`, `if`, `not sure`. Empty where nothing does. */
  notAfter: string;
  /** What says anywhere in the sentence that it is done with this message, or no promise. Empty where nothing does. */
  notWith: string;
};

const englishVerbs = [
  'send|sent|e-?mail|mail|fax|forward|share|pass (?:on|this|it|them|along)|submit|upload|deliver|circulate|distribute|post|publish|re-?send|b?cc',
  'provide|give(?! up)|return (?:it|this|them|the|your)|release',
  'reply|respond|answer|write|call|phone|ring|text|ping|contact|reach out|follow up|do the follow[- ]up|get back|be (?:back )?in touch|be back with|be back [^.,;]{1,30} with|come back (?:to|with)',
  'let (?:you|them|him|her|everyone|everybody|all) know|notify|inform|advise|update|keep (?:you|everyone|everybody|all|looking)|communicate|tell you(?! that)|report|announce',
  'talk to(?! (?:you|ya) (?:soon|later|then|tomorrow))|speak (?:to|with)|discuss (?:this|it|that|these) with|ask|invite|introduce|consult|remind',
  'check(?! (?:my )?(?:e-?|voice ?|phone ?)mail)|look (?:into|at|up|for (?:it|them|that|the))|(?:have|take) a look|review|evaluate|test|try(?! to\\b)|investigate|find(?! myself)|figure out|see (?:if|whether|how|what (?:i|we) can)|confirm|verify|make sure|ensure|research|examine|go (?:over|through|into)',
  'take (?:care|it|them|him|her|this|these|over|on|the)|arrange|schedule|set (?:up|this|it)|organi[sz]e|book|reserve|order|buy|pick (?:up|you|him|her|it|them|\\p{L}+ up)|bring|pay|transfer|sign|fill (?:in|out)',
  'add|put|include|change|amend|fix|correct|rebuild|merge|queue|apply|drop (?:this|it|them|off (?:the|your))|move|remove|revise|edit|rewrite|rework|clean up|check in|push|open|establish|install',
  'prepare|draft|finish|complete|do (?:it|this|that|the|what)|get (?:you|it|this|that|these|those|them|an?|the|him|her|back|to (?:it|this|that)|started)|hold (?:it|this|that|your|on to)|save|file|handle|work (?:on|it|this|that|something|with)|create|make (?:it|the|a|an|your|some|these|this|those|reservations|arrangements|copies)|replace|help|assist',
  '(?:have|get) (?:it|them|him|her|this|that|my|our|some(?:one|body)|one of)|have (?!to )\\p{L}+ (?:call|send|contact|schedule|check|fax|forward|e-?mail|get|set|prepare)|have [^.,;]{1,50} (?:for you|to you|ready|done|tomorrow|today|tonight|by (?:the end|noon|\\p{L}+day|\\d))',
  'come by|stop by|drop by|meet (?:with )?you|(?:start|begin) (?:on|with|the|this|it)|print|copy|request|initiate|wait|continue (?:with|to communicate)|act accordingly|represent you|cover (?:it|this|that|for)',
].join('|');

const englishAdverbs =
  'also|then|just|gladly|certainly|definitely|personally|simply|soon|shortly|still|again|now|obviously|happily|further|only|quickly|immediately|therefore|of course|go ahead and|plan to|(?:try|attempt|endeavou?r) (?:to|and)|do (?:my|our) best to|be sure to|be (?:very |more than )?(?:glad|happy|pleased) to';

/** Verbs after `I will be`. */
const englishGerunds =
  'sending|e-?mailing|mailing|faxing|forwarding|sharing|passing|submitting|providing|giving|calling|contacting|following up|getting|updating|notifying|inviting|adding|putting|arranging|scheduling|reviewing|preparing|drafting|bringing|posting|circulating|distributing|checking on|looking into|working (?:on|with)|talking to|asking';

const germanInfinitives =
  'schicken|senden|zuschicken|zusenden|nachreichen|mailen|melden|kümmern|anrufen|zurückrufen|prüfen|überprüfen|geben|durchgeben|erledigen|liefern|bringen|mitbringen|vorbereiten|überweisen|bezahlen|bestellen|buchen|klären|abklären|nachfragen|fragen|nachsehen|nachschauen|anschauen|ansehen|schreiben|einreichen|weiterleiten|informieren|mitteilen|sagen|antworten|organisieren|reservieren|aktualisieren|ergänzen|hinzufügen|korrigieren|ändern|bestätigen|hochladen|vereinbaren|besprechen|übernehmen|abholen|veranlassen|versuchen';
const germanPresent =
  'schicke|sende|maile|melde (?:mich|uns)|kümmere? mich|rufe (?:dich|sie|ihn|euch|dort|morgen|heute|nochmal)|prüfe|gebe (?:dir|ihnen|euch|das|es|ihm|ihr|bescheid)|erledige|liefere|bringe|bereite|überweise|bestelle|buche|kläre|frage (?!mich)\\p{L}+|schaue? (?:mir|es|das|nach|mal)|schreibe (?:dir|ihnen|euch) (?!,|heute|weil|wegen|um|mit)\\p{L}+|reiche|leite|übernehme|informiere|bestätige|reserviere|organisiere|hole';

const frenchFuture =
  '(?:en)?ver(?:rai|rons)|ferai|ferons|reviendr(?:ai|ons)|rappeller(?:ai|ons)|transmettr(?:ai|ons)|tiendr(?:ai|ons)|préparer(?:ai|ons)|confirmer(?:ai|ons)|réserver(?:ai|ons)|paier(?:ai|ons)|appeller(?:ai|ons)|répondr(?:ai|ons)|vérifier(?:ai|ons)|regarder(?:ai|ons)|occuper(?:ai|ons)|informer(?:ai|ons)|contacter(?:ai|ons)|donner(?:ai|ons)|apporter(?:ai|ons)|demander(?:ai|ons)|essaier(?:ai|ons)|mettr(?:ai|ons)|ajouter(?:ai|ons)|corriger(?:ai|ons)|dir(?:ai|ons)|communiquer(?:ai|ons)';
const frenchPresent =
  'envoie|reviens|rappelle|transmets|tiens|occupe|confirme|appelle|vérifie|regarde|réponds|apporte|prépare|fais';
const frenchInfinitives =
  'envoyer|faire|préparer|appeler|rappeler|transmettre|vérifier|occuper|confirmer|répondre|réserver|regarder|informer|contacter|demander|essayer|apporter|donner|payer|corriger|ajouter|mettre|revenir|voir';
const frenchObjects =
  "(?:vous (?:le |la |les |en )?|t'|te (?:le |la |les |l')?|lui |leur |les? |la |l'|m'en |m'|nous en |y )?";

const spanishInfinitives =
  'enviar|mandar|llamar|hacer|preparar|revisar|confirmar|responder|contestar|pagar|reservar|mirar|preguntar|avisar|informar|pasar|escribir|ver(?:ificar)?|comprobar|arreglar|corregir|añadir|traer|consultar|intentar|ponerme|encargar';
const spanishFuture =
  '(?:enviar|mandar|llamar|confirmar|responder|contestar|preparar|revisar|pagar|reservar|avisar|informar|pasar|escribir|verificar|comprobar|mantendr|dir|traer|llevar|consultar|intentar|corregir|añadir|entregar)(?:é|emos)|haré|haremos';

const portugueseInfinitives =
  'enviar|mandar|ligar|fazer|preparar|verificar|confirmar|responder|pagar|reservar|avisar|passar|encaminhar|ver|checar|perguntar|retornar|informar|entrar em conta[ct]t?o|revisar|rever|corrigir|trazer|levar|cuidar|tentar|resolver|providenciar|atualizar|compartilhar';
const portugueseFuture =
  '(?:enviar|mandar|ligar|confirmar|responder|far|preparar|verificar|pagar|avisar|informar|retornar|encaminhar|entrar|passar|revisar|corrigir|trar|tentar|providenciar|dar)(?:ei|emos)';

const arabicVerbs =
  'رسل|تصل|بعث|عود|راجع|كتب|رد|حضر|تابع|ؤكد|قوم|دفع|خبر|بلغ|وافي|تحقق|تواصل|جهز|عد|هتم|ناقش|سأل|حجز|رتب|حاول|عمل على|نجز|كمل|علم';

export const commitmentWords: Record<LanguageName, CommitmentWords> = {
  en: {
    promise: [
      `(?:i|we)(?:'ll| will| shall|'m going to| am going to| are going to|'re going to| promise to)(?:,? (?:${englishAdverbs}),?)*(?: (?:${englishVerbs})| be (?:${englishGerunds}))`,
      'let me (?:check|look into|find out|see (?:if|what|whether)|get back|confirm|talk to|ask)',
    ].join('|'),
    notAfter:
      'how|what|when|where|whether|why|who|whom|which|if|doubt|sure|think|thought|know|hope|hopefully|guess|says|said|suspect|believe|maybe|perhaps|(?<!(?:assure|promise|guarantee|assured)(?: you)?\\s)that',
    notWith: '',
  },
  de: {
    promise: [
      `(?:ich werde|wir werden|werde ich|werden wir)(?! (?:nicht|nie|wohl|wahrscheinlich|vielleicht))[^.!?]{1,120}?\\s(?:${germanInfinitives})`,
      `ich (?:${germanPresent})`,
      '(?:schicke|sende|melde|kümmere|rufe|gebe|erledige|überweise|kläre|bringe|prüfe|schaue|frage|mache) ich (?!mich,)(?:dir|ihnen|euch|mich|das|es|sie|ihn|die|den|dann|morgen|heute|noch|gleich|bis|am)',
      'wir (?:schicken|senden|melden uns|prüfen|kümmern uns|geben (?:ihnen|dir|euch)|informieren (?:sie|dich|euch)|erledigen|klären|leiten|bestätigen)',
    ].join('|'),
    notAfter: 'ob|wie|wann|wenn|falls|dass|vielleicht',
    notWith:
      'anbei|im anhang|angehängt|beigefügt|hiermit|nicht|nie|wahrscheinlich|vielleicht|eventuell|(?:schreibe|melde)[^.!?]{0,40},? (?:weil|da|um|wegen)',
  },
  fr: {
    promise: [
      `(?:je|nous) ${frenchObjects}(?:${frenchFuture})`,
      `je ${frenchObjects}(?:vais|va) ${frenchObjects}(?:${frenchInfinitives})`,
      `nous allons ${frenchObjects}(?:${frenchInfinitives})`,
      `je (?:vous (?:le |la |les |en )?|t'|te (?:le |la |les |l')?|l'|m'en |m')(?:${frenchPresent})`,
    ].join('|'),
    notAfter: "si|comment|quand|où|pourquoi|que|qu'|peut-être que|espère que",
    notWith:
      'ci-joint\\p{L}*|en pièce jointe|en annexe|par la présente|ce (?:mail|message|courriel)|peut-être|(?:rai|rons|envoie|tiens|appelle|vais|allons)(?: (?:vous|te|lui))? (?:pas|jamais)|tiens à',
  },
  es: {
    promise: [
      `(?:(?:yo|nosotros) )?(?:(?:te|le|les|os|se|lo|la|me|nos)(?: lo| la| los| las)? )?(?:${spanishFuture})`,
      `(?:(?:te|le|les|os|lo|la|me|nos) )?(?:voy|vamos) a (?:${spanishInfinitives})(?:lo|la|los|las|te|le|les|me|nos)*`,
      '(?:te|le|les|os|se)(?: lo| la| los| las)? (?:mando|envío|llamo|confirmo|aviso|paso|escribo|digo|cuento)|me encargo|(?:lo|la|los|las) (?:reviso|miro|hago|confirmo|preparo|consulto|compruebo) (?:hoy|mañana|esta|el|y|en)',
    ].join('|'),
    notAfter: 'no|nunca|si|cuando|cuándo|cómo|que|qué|dónde|quizás|quizá|tal vez',
    notWith:
      'adjunto|adjunta|en adjunto|(?:le|te|les|os) escribo (?:para|porque|por|con)|no (?:te|le|les|os)|quizás?|tal vez',
  },
  pt: {
    promise: [
      `(?:eu |nós )?(?:te |lhe |me |nos )?(?:vou|irei|vamos|iremos) (?:te |lhe |me |lhes )?(?:${portugueseInfinitives})(?:-lhe|-te|-lo|-la|-los|-las)?`,
      `(?:eu |nós )?(?:te |lhe |lhes |vos )?(?:${portugueseFuture})(?:-lhe|-te)?`,
      '(?:te|lhe|lhes|vos) (?:envio|mando|aviso|ligo|confirmo|respondo|retorno|passo|encaminho)|(?:envio|mando|aviso|ligo|confirmo|respondo|retorno|encaminho)(?:-te|-lhe|-vos| (?:para|a) você| amanhã| hoje| até)|(?:eu )?(?:cuido|me encarrego) d(?:isso|isto|a|o)',
    ].join('|'),
    notAfter: 'não|nunca|se|quando|como|que|onde|talvez',
    notWith: 'em anexo|segue anexo|anexad[oa]|talvez|não (?:te|lhe|lhes|vou|vamos|irei)|escrevo (?:para|porque)',
  },
  ja: {
    promise:
      '(?:お送り|送付|ご?連絡|ご?確認|対応|お返事|ご?返信|ご?用意|ご?準備|ご?手配|ご?共有|ご?提出|ご?報告|お知らせ|お伝え|ご?相談|お調べ|検討|転送|修正|ご?回答|お支払い|作成|予約)(?:し|いたし|致し|させていただき|させて頂き)ます(?!か|よう|と幸い)|(?:送り|調べ|支払い|振り込み|伺い|持参し|届け|伝え)ます(?!か|よう|と幸い)|折り返(?:し|しご連絡し)ます',
    notAfter: '',
    notWith: '添付|ください|下さい|お願い|かもしれ|でしょうか|幸いです|これまで|いつも|毎[日週月]',
  },
  ar: {
    promise: `(?:وس|فس|س)[أن](?:${arabicVerbs})\\p{L}*|(?:و|ف)?سوف [أن](?:${arabicVerbs})\\p{L}*`,
    notAfter: 'لن|إذا|كيف|متى|هل|ربما|أن',
    notWith: 'مرفق|مرفقة|ربما|طيه',
  },
};
