/** The words of a language that to-dos are recognized by. Lists are alternatives of a regular expression. */
type Language = {
  /** Months from January on, each with its short forms, separated by `|`. */
  months: readonly string[];
  /** Days of the week from Monday on. */
  weekdays: readonly string[];
  today: string;
  tomorrow: string;
  afterTomorrow: string;
  /** The last day of the month. */
  monthEnd: string;
  /** A word before a date that means the coming one: `this Friday`. */
  coming: string;
  /** A word before a day of the week with which it is not certain which week is meant: `next Friday`. */
  unclear: string;
  /** What precedes a date until which something is possible, and a date before which it is. */
  by: string;
  before: string;
  /** A number of days is captured. */
  within: string;
  /** Whether `3/4` is the 3rd of April. Undefined where it depends on the country. */
  isDayFirst: boolean | undefined;
  /** The reader is asked to do something. */
  request: string;
  /** What a sentence begins with that tells the reader to do something: `call me`. */
  imperative: string;
  /** Something has to be done, which together with a date makes a deadline. */
  duty: string;
  /** A phrase of politeness that expects no answer. */
  pleasantry: string;
  /** An invoice, what has been paid already, the date by which it is due, and the sum. */
  invoice: string;
  paid: string;
  dueLabel: string;
  totalLabel: string;
};

export type LanguageName = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar';

// prettier-ignore
export const languages: Record<LanguageName, Language> = {
  en: {
    months: ['january|jan', 'february|feb', 'march|mar', 'april|apr', 'may', 'june|jun', 'july|jul', 'august|aug',
      'september|sept|sep', 'october|oct', 'november|nov', 'december|dec'],
    weekdays: ['monday|mon', 'tuesday|tues|tue', 'wednesday|wed', 'thursday|thurs|thu', 'friday|fri', 'saturday|sat', 'sunday|sun'],
    today: 'today|tonight|this evening|this afternoon|(?:the )?end of (?:the |business )?day|eod|cob|close of business',
    tomorrow: 'tomorrow(?: morning| evening| noon)?',
    afterTomorrow: '(?:the )?day after tomorrow',
    monthEnd: '(?:the )?end of (?:the|this) month|month-end|month end',
    coming: 'this|on',
    unclear: 'next',
    by: 'by|until|till|no later than|not later than|due(?: date)?(?: is)?(?: on| by)?:?|deadline(?: is|:)?|on or before|latest by',
    before: 'before|prior to',
    within: 'within (?:the next )?(\\d{1,3}|two|three|four|five|seven|ten) (?:business |working )?days',
    isDayFirst: undefined,
    request: `(?<!(?:sure|hard|eager|prices|tries|trying) to )please|pls|kindly|could you|can you|would you|will you|do you mind|rsvp|r\\.s\\.v\\.p|let me know|let us know|get back to (?:me|us)|i was wondering if you|may i (?:please )?have|can i have|could i have|send (?:me|us) (?:the|your|a)|call me|give (?:me|us|him|her|them) a (?:call|ring|buzz)|keep (?:me|us) (?:posted|informed|updated)|(?:i|we)(?:'d| would) (?:also )?(?:like|love|want|need|prefer|hope)(?: for)? you(?: guys| all)? to|(?:i|we) (?:also )?(?:need|want|expect|asked?|urge|invite|encourage)(?: for)? you(?: guys| all)? to|you(?: also| all| guys)? (?:need to|have to|must)|(?:i|we)(?:'d| would) (?:like|love) to (?:talk|meet|discuss|schedule|set up|arrange|get together|speak|get (?:your|you|together|a|the|access)|have (?:you|your|a|the)|invite|know|see if|hear|ask|visit|review)|(?:i|we)(?:'d| would)? (?:really |greatly |very much )?appreciate (?:it if|if|your (?:help|feedback|thoughts|comments|input|response|assistance)|any)|appreciated if|(?:be|am) (?:most |very |really )?grateful (?:if|for)|(?:i|we) (?:really )?hope you (?:can|could|will|would)|if you (?:could|would|can) (?:please |also |just )?(?:send|give|let|get|provide|call|forward|check|take|make|tell|ask|review|look|confirm|respond|reply|help|come|share|bring|put|set|fax|email|sign)|(?:i|i'd|i would|we) (?:also )?(?:suggest|recommend|propose)|(?:wants?|wanted|would like) (?:to know if you|you to|us to)|why don't (?:you|we)|join (?:me|us)|are you (?:available|free)|your (?:thoughts|comments|input|feedback)\\s*[?.]?$|i need (?:your|a|the|an|copies|to get|to know|to have|someone)|(?:it is|it's) imperative that|(?:it (?:would|might) be|would be) (?:nice|great|good|helpful|useful|best|better|wonderful) (?:if|for) you|you (?:may|might) want to|you (?:ought to|had better|should feel free to)|(?:i was|i'm|i am|just) wondering (?:if|whether) (?:we|it|there|you)|(?:i'm|i am) interested in (?:talking|meeting|hearing|your)|any (?:help|information|data|advice|suggestions?) you (?:can|could) (?:give|provide|offer|send)|when you (?:get|have) a (?:minute|moment|second|chance)|(?:we|you and i) (?:probably |definitely |also )?(?:should|need to|could) (?:talk|meet|discuss|get together|have lunch)|(?:it's|it is) important that you|(?:i|we) (?:just )?want(?:ed)? to (?:know|ask|check)|would you guys|wd you|could someone|can someone|can we|could we|shall we`,
    imperative: "(?:call|talk|tell|let's|lets|let (?!me|us know that)\\p{L}+|keep (?:me|us|an|in mind|the|your|this|him|her|them)|do not (?!hesitate|worry|reply)\\p{L}+|don't (?!hesitate|worry|you|know|think|get me|mind|want|have|see|reply)\\p{L}+|remember|check|give|grab|meet|send|make|ask|add|review|get|put|use|include|forward|fax|email|e-mail|print|fill|read|contact|bring|come|stop by|drop|sign|confirm|verify|schedule|arrange|set up|prepare|write|update|change|move|remove|delete|copy|attach|complete|submit|return|respond|reply|notify|follow up|follow|call|work with|coordinate|discuss|speak|mention|advise|provide|find out|look (?:at|into|over|for)|take (?!care)\\p{L}+|try|wait|go|run|note|join|consider|plan|hold|pass|circulate|draft|revise|revisit|focus|start|stop|help|show|pick up|plug|be sure|be ready|be prepared|make sure|ensure|feel free to (?:send|forward|edit|change|call|add))",
    duty: 'need(?: you)? to|need you|we need|i need|must|have to|has to|required|requested|deadline|due|submit|confirm|complete|sign|respond|return|your (?:answer|reply|feedback|approval)',
    pleasantry: "how are you|how's it going|how is it going|how have you been|how was your|hope you|isn't it great|what's up|how do you do|who knows|what a|guess what|can you believe|if you have (?:any|further|additional)?\\s?(?:other )?(?:questions?|problems?|concerns?|comments?)|any questions,? (?:please|let|feel)|have any questions|please (?:find|note|see (?:below|attached)|be advised|be aware|join me in|accept my|disregard|ignore|excuse|forgive|respond to)|feel free|don't hesitate|do not hesitate|don't you think|you know\\?|unsubscribe|click (?:here|below|on|the)|(?:to|into) your (?:address book|contacts?(?: list)?|safe)|no longer (?:wish|want|like)|(?:do not|don't) (?:wish|want) to receive|prefer not to receive|opt[ -]out|did you (?:know|hear)|bear with (?:us|me)|have you heard",
    invoice: 'invoice|bill for|payment request|amount due|balance due|payment due|statement of account',
    paid: 'has been paid|was paid|paid in full|payment received|received your payment|thank you for your payment|already paid|receipt|no payment is (?:due|required|necessary)|charged automatically|automatically charged|will be charged|will be debited|direct debit|autopay|was charged|has been charged|refund|balance: ?0',
    dueLabel: 'due date|payment due|due on|due by|due|payable by|pay by|please pay by|payment deadline',
    totalLabel: 'amount due|total due|balance due|total amount|grand total|amount payable|invoice total|total to pay|to pay|total',
  },
  de: {
    months: ['januar|jänner|jan', 'februar|feb', 'märz|mär|mrz', 'april|apr', 'mai', 'juni|jun', 'juli|jul', 'august|aug',
      'september|sept|sep', 'oktober|okt', 'november|nov', 'dezember|dez'],
    weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend', 'sonntag'],
    today: 'heute(?: abend| mittag| nachmittag)?|zum tagesende|ende des tages',
    tomorrow: 'morgen(?: früh| abend| mittag)?',
    afterTomorrow: 'übermorgen',
    monthEnd: '(?:zum )?(?:monatsende|ende (?:des|dieses) monats)',
    coming: 'diesen|diesem|kommenden|am|den|dem|zum',
    unclear: 'nächsten|nächster|nächste',
    by: 'bis(?: spätestens)?(?: zum| am)?|spätestens(?: bis)?(?: am| zum)?|frist:?|fällig (?:am|zum|bis)|abgabetermin:?|deadline(?: ist)?:?|stichtag:?',
    before: 'vor dem|vor|noch vor',
    within: '(?:innerhalb|binnen)(?: von)? (\\d{1,3}|zwei|drei|vier|fünf|sieben|zehn) (?:werk|arbeits)?tagen',
    isDayFirst: true,
    request: 'bitte|kannst|könntest|könnt ihr|können sie|könnten sie|würdest|würden sie|magst du|melde dich|melden sie|gib mir|geben sie|schick(?:e|st)? (?:mir|uns)|bestätig\\p{L}*|um antwort|um rückmeldung|sag bescheid|bescheid',
    imperative: 'ruf|rufen sie|lass uns|lassen sie uns|lasst uns|vergiss nicht|vergessen sie nicht|denk(?:e|t)? (?:bitte )?(?:an|daran)|denken sie (?:an|daran)|sprich|frag|fragen sie|prüf(?:e|en sie)?|schau(?:en sie)?|komm|kommen sie|nimm|nehmen sie|mach(?:e|en sie)?|sag(?:en sie)?|leite|leiten sie|halt(?:e|en sie)? mich|ich (?:möchte|hätte gern|wünsche mir|brauche),? (?:dass (?:du|ihr|sie)|deine|ihre|eure)|wir (?:müssen|sollten)|du (?:musst|solltest)|sie (?:müssen|sollten)',
    duty: 'musst|müsst|müssen|muss|brauche|brauchen|benötige|benötigen|frist|fällig|abgabe|rückmeldung|einreichen|soll|sollst|sollten',
    pleasantry: "wie geht'?s|wie geht es|geht es (?:dir|ihnen|euch) gut|alles gut|alles klar bei|was macht|na,? wie|bei (?:rück)?fragen|falls (?:du|sie|ihr) (?:noch )?fragen|anbei finden|im anhang finden|beachten sie|bitte beachte|wie ist es dir",
    invoice: 'rechnung|zahlungsaufforderung|zahlungserinnerung|mahnung|rechnungsbetrag',
    paid: 'bereits bezahlt|wurde bezahlt|zahlungseingang|zahlung erhalten|vielen dank für ihre zahlung|quittung|wird (?:von ihrem konto )?abgebucht|werden wir (?:von|per)|lastschrift|buchen wir|eingezogen|gutschrift|erstattung|keine zahlung',
    dueLabel: 'fällig(?: am| bis| zum)?|zahlbar bis(?: zum)?|zahlungsziel|fälligkeitsdatum|fälligkeit|bitte (?:zahlen|überweisen) sie[^.\\n]{0,60}bis(?: zum)?|zu zahlen bis(?: zum)?',
    totalLabel: 'gesamtbetrag|rechnungsbetrag|zahlbetrag|zu zahlender betrag|zu zahlen|gesamtsumme|endbetrag|summe|offener betrag|betrag',
  },
  fr: {
    months: ['janvier|janv', 'février|fevrier|févr|fev', 'mars', 'avril|avr', 'mai', 'juin', 'juillet|juil', 'août|aout',
      'septembre|sept', 'octobre|oct', 'novembre|nov', 'décembre|decembre|déc'],
    weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
    today: "aujourd'hui|ce soir|cet après-midi|(?:la )?fin de (?:la )?journée",
    tomorrow: 'demain(?: matin| soir| midi)?',
    afterTomorrow: 'après-demain',
    monthEnd: '(?:la )?fin du mois',
    coming: 'ce|le',
    unclear: 'prochain',
    by: "d'ici(?: au| le| à)?|jusqu'(?:au|à)|au plus tard(?: le)?|pour le|pour|date limite ?:?(?: le)?|échéance ?:?(?: le| au)?|avant la fin (?:du|de la)",
    before: 'avant le|avant',
    within: '(?:sous|dans les|dans un délai de) (\\d{1,3}|deux|trois|quatre|cinq|sept|huit|dix|quinze) jours',
    isDayFirst: true,
    request: "merci de|veuillez|svp|s'il (?:te|vous) pla[iî]t|peux-tu|pouvez-vous|pourriez-vous|pourrais-tu|tu peux|vous pouvez|confirme|confirmer|réponds|envoie-moi|envoyez-(?:moi|nous)|dis-moi|dites-(?:moi|nous)|tiens-moi",
    imperative: "appelle|appelez|n'oublie|n'oubliez|parle|parlez|rappelle|rappelez|transmets|transmettez|vérifie|vérifiez|regarde|regardez|viens|venez|prends|prenez|préviens|prévenez|donne|donnez|j'aimerais (?:que tu|que vous|ton|votre)|je voudrais (?:que tu|que vous)|il faudrait (?:que|qu')|on (?:devrait|doit)|nous (?:devons|devrions)",
    duty: 'il faut|tu dois|vous devez|besoin|échéance|date limite|au plus tard|répondre',
    pleasantry: "comment vas-tu|comment allez-vous|comment ça va|ça va|tu vas bien|vous allez bien|quoi de neuf|n'hésite|n'hésitez|si vous avez des questions|si tu as des questions|veuillez trouver|veuillez noter|veuillez agréer|merci de votre",
    invoice: "facture|avis d'échéance|rappel de paiement|montant dû|solde dû",
    paid: 'payée|acquittée|réglée|paiement (?:reçu|effectué|accepté)|nous avons bien reçu votre (?:paiement|règlement)|reçu de paiement|prélèvement|prélevé|sera débité|remboursement|avoir',
    dueLabel: "date d'échéance|échéance|à payer avant(?: le)?|à régler avant(?: le)?|payable (?:avant|jusqu'au)(?: le)?|date limite de paiement|à régler (?:pour|le)",
    totalLabel: 'montant total|total à payer|montant à payer|montant dû|net à payer|total ttc|solde dû|montant|total',
  },
  es: {
    months: ['enero|ene', 'febrero|feb', 'marzo|mar', 'abril|abr', 'mayo|may', 'junio|jun', 'julio|jul', 'agosto|ago',
      'septiembre|setiembre|sept|sep', 'octubre|oct', 'noviembre|nov', 'diciembre|dic'],
    weekdays: ['lunes', 'martes', 'miércoles|miercoles', 'jueves', 'viernes', 'sábado|sabado', 'domingo'],
    today: 'hoy|esta (?:tarde|noche)|(?:el )?final del día',
    tomorrow: 'mañana(?: por la (?:mañana|tarde|noche))?',
    afterTomorrow: 'pasado mañana',
    monthEnd: '(?:el )?(?:fin|final|finales) (?:de|del) (?:este )?mes',
    coming: 'este|el',
    unclear: 'próximo|proximo',
    by: 'hasta(?: el)?|a más tardar(?: el)?|como (?:máximo|tarde)(?: el)?|para el|para|fecha límite:?(?: es)?(?: el)?|plazo:?(?: hasta)?(?: el)?|vence(?: el)?',
    before: 'antes del?|antes de',
    within: '(?:en|dentro de|en un plazo de|en el plazo de) (\\d{1,3}|dos|tres|cuatro|cinco|siete|diez|quince) días',
    isDayFirst: true,
    request: 'por favor|puedes|podrías|puede|podría|podéis|pueden|confirma|confírm\\p{L}*|env[ií]a(?:me|nos)|dime|dinos|avísa\\p{L}*|responde|contesta|haz(?:me|nos)? saber|rogamos|favor de',
    imperative: 'llám\\p{L}*|no olvid\\p{L}*|recuerda|recuerde|habla con|hable con|pregunta|pregunte|revisa|revise|mira|ven|venga|trae|traiga|manda|mande|vamos a|me gustaría que|quisiera que|necesito que|tenemos que|tienes que|tiene que|deberíamos',
    duty: 'necesito|necesitamos|necesita|debes|debe|hay que|fecha límite|plazo|a más tardar',
    pleasantry: 'cómo estás|como estas|cómo está|qué tal|que tal|todo bien|cómo te va|cómo va todo|no dude|no dudes|cualquier duda|adjunto encontrará|tenga en cuenta|si tienes (?:alguna )?(?:duda|pregunta)',
    invoice: 'factura|importe pendiente|recordatorio de pago|aviso de pago|saldo pendiente',
    paid: 'pagada|pagado|pago (?:recibido|realizado|confirmado|aceptado)|hemos recibido (?:su|tu) pago|gracias por (?:su|tu) pago|recibo de pago|domicilia|será cargado|se cargará|cargo automático|reembolso',
    dueLabel: 'fecha de vencimiento|fecha límite de pago|vencimiento|vence(?: el)?|pagar antes del?|a pagar antes del?|pague antes del?',
    totalLabel: 'importe total|total a pagar|importe a pagar|importe pendiente|monto total|total factura|importe|total',
  },
  pt: {
    months: ['janeiro|jan', 'fevereiro|fev', 'março|marco|mar', 'abril|abr', 'maio|mai', 'junho|jun', 'julho|jul', 'agosto|ago',
      'setembro|set', 'outubro|out', 'novembro|nov', 'dezembro|dez'],
    weekdays: ['segunda-feira|segunda', 'terça-feira|terça', 'quarta-feira|quarta', 'quinta-feira|quinta', 'sexta-feira|sexta', 'sábado', 'domingo'],
    today: 'hoje(?: à (?:noite|tarde))?|(?:o )?(?:fim|final) do dia',
    tomorrow: 'amanhã(?: de manhã| à (?:tarde|noite))?',
    afterTomorrow: 'depois de amanhã',
    monthEnd: '(?:o )?(?:fim|final) do mês',
    coming: 'esta|este|nesta|neste|na|no|o|a',
    unclear: 'próxima|próximo',
    by: 'até(?: ao| o| à| a)?(?: dia)?|no máximo(?: até)?|o mais tardar(?: até)?|prazo:?(?: até)?(?: o)?(?: dia)?|data limite:?|para(?: o)? dia|vence(?: em| no dia)?',
    before: 'antes (?:de|do|da)(?: dia)?',
    within: '(?:em até|dentro de|no prazo de|em) (\\d{1,3}|dois|três|quatro|cinco|sete|dez|quinze) dias',
    isDayFirst: true,
    request: 'por favor|pode|poderia|podes|podem|você consegue|consegue|confirme|confirma|envi[ea](?:-me|-nos)|me envi[ea]|diga-me|me avise|avise|responda|favor',
    imperative: 'me lig\\p{L}*|ligue|liga|não esqueç\\p{L}*|lembre|lembra|fale com|fala com|pergunte|verifique|verifica|veja|venha|traga|mande|manda|vamos|gostaria que|preciso que|temos que|você (?:tem|precisa)|deveríamos',
    duty: 'preciso|precisamos|precisa|deve|tem que|têm de|prazo|data limite|o mais tardar',
    pleasantry: 'tudo bem|como vai|como está|como estás|como vão|tudo certo|beleza|qualquer dúvida|não hesite|fique à vontade|segue em anexo|se tiver (?:alguma )?dúvida',
    invoice: 'fatura|factura|boleto|valor em aberto|lembrete de pagamento|cobrança',
    paid: 'paga com sucesso|foi paga?|pagamento (?:recebido|confirmado|aprovado|efetuado|realizado)|recebemos (?:o )?seu pagamento|obrigado pelo pagamento|comprovante|recibo|débito automático|será debitad|reembolso|estorno',
    dueLabel: 'data de vencimento|vencimento|vence(?: em| no dia)?|pagar até(?: o dia)?|pagável até|data limite de pagamento|prazo de pagamento',
    totalLabel: 'valor total|total a pagar|valor a pagar|valor da fatura|montante|valor em aberto|valor|total',
  },
  ja: {
    months: [], weekdays: ['月曜日|月曜', '火曜日|火曜', '水曜日|水曜', '木曜日|木曜', '金曜日|金曜', '土曜日|土曜', '日曜日|日曜'],
    today: '本日中?|今日中?|今夜', tomorrow: '明日中?|あした', afterTomorrow: '明後日|あさって', monthEnd: '今月末|月末', coming: '今週の?', unclear: '来週の?|次の',
    by: 'まで', before: 'より前', within: '(\\d{1,3})日以内', isDayFirst: undefined,
    request: 'ください|下さい|お願い|いただけます|いただけない|頂けます|もらえます|くれます|ご返信|ご回答|ご連絡を|ご確認を',
    imperative: 'てほしい|て欲しい|てくれますか|教えて|忘れないで|忘れずに|知らせて',
    duty: '締切|締め切り|〆切|期限|必要',
    pleasantry: 'お元気|元気ですか|いかがお過ごし|お気軽に|ご不明な?点|ご了承|よろしくお願い(?:し|いたし|致し)ます',
    invoice: '請求書|ご請求|お支払いのお願い',
    paid: '領収書|お支払い済|支払済|入金を確認|ご入金(?:いただき|を確認)|お支払いが完了|自動引き落とし|口座振替|引き落とされ|返金',
    dueLabel: 'お?支払い?期限|お?支払い?期日|振込期限|納期限', totalLabel: 'ご?請求(?:金額|額)|合計(?:金額)?|お支払い?(?:金額|額)|総額',
  },
  ar: {
    months: ['يناير|كانون الثاني', 'فبراير|شباط', 'مارس|آذار', 'أبريل|ابريل|نيسان', 'مايو|أيار', 'يونيو|حزيران', 'يوليو|تموز', 'أغسطس|اغسطس|آب',
      'سبتمبر|أيلول', 'أكتوبر|اكتوبر|تشرين الأول', 'نوفمبر|تشرين الثاني', 'ديسمبر|كانون الأول'],
    weekdays: ['(?:يوم )?الاثنين', '(?:يوم )?الثلاثاء', '(?:يوم )?الأربعاء', '(?:يوم )?الخميس', '(?:يوم )?الجمعة', '(?:يوم )?السبت', '(?:يوم )?الأحد'],
    today: 'اليوم|الليلة|نهاية اليوم', tomorrow: 'غدا|غداً|الغد', afterTomorrow: 'بعد غد', monthEnd: 'نهاية الشهر', coming: 'هذا|يوم', unclear: 'القادم|المقبل',
    by: 'بحلول|حتى|في موعد أقصاه|الموعد النهائي:?(?: هو)?|آخر موعد:?(?: هو)?|موعد التسليم:?', before: 'قبل',
    within: '(?:خلال|في غضون) (\\d{1,3}) (?:أيام|يوما|يوماً|يوم)', isDayFirst: true,
    request: 'يرجى|الرجاء|رجاء|من فضلك|هل يمكن|هل تستطيع|هل بإمكان|أرجو|نرجو|أرسل لي|أخبرني|أكد',
    imperative: 'اتصل|لا تنس|تذكر|أخبر|تحدث مع|راجع|تحقق|أحضر|تعال|ابعث|أريد منك|أود منك|علينا أن|عليك أن',
    duty: 'يجب|الموعد النهائي|آخر موعد',
    pleasantry: 'كيف حال|كيف الحال|كيفك|هل أنت بخير|لا تتردد|إذا كان لديك أي|إذا كانت لديك أي',
    invoice: 'فاتورة|المبلغ المستحق|تذكير بالدفع', paid: 'تم الدفع|تم استلام الدفع|مدفوعة|شكرا على الدفع|إيصال|خصم تلقائي|سيتم خصم|استرداد',
    dueLabel: 'تاريخ الاستحقاق|آخر موعد للدفع|يستحق(?: في)?|موعد السداد', totalLabel: 'المبلغ المستحق|المبلغ الإجمالي|الإجمالي|إجمالي المبلغ|المبلغ',
  },
};

export const languageNames = Object.keys(languages) as LanguageName[];

/** Languages without spaces between words, in which a phrase has no boundaries. */
export const unspaced: ReadonlySet<LanguageName> = new Set(['ja']);

/** Alternatives with either apostrophe, and with any space, such as a line break, between words. */
export function inAnySpelling(alternatives: string): string {
  return alternatives.replaceAll("'", "['’]").replaceAll(' ', '\\s+');
}

/** An address, a joining word, or the mark of an item, which may precede the first word of a sentence. */
const opening =
  '^(?:[-*•–\\d.)\\s]+)?(?:(?:[\\p{L}\\p{M}’]+\\s+){0,2}[\\p{L}\\p{M}’]+\\s*(?:[,:;،]|-+|–|—)\\s*|(?:so|also|then|and|but|just|now)\\s+)?';

/** A pattern of whole words, or of characters in a language without spaces. */
function phrasePattern(language: LanguageName, phrase: Phrase): RegExp {
  const source = inAnySpelling(languages[language][phrase]);
  if (unspaced.has(language)) return new RegExp(`(?:${source})`, 'iu');
  const before = phrase === 'imperative' ? opening : '(?<![\\p{L}\\p{N}])';
  return new RegExp(`${before}(?:${source})(?![\\p{L}\\p{N}])`, 'iu');
}

type Phrase = 'request' | 'imperative' | 'duty' | 'pleasantry' | 'invoice' | 'paid' | 'dueLabel' | 'totalLabel';

const patterns = new Map<string, RegExp>();

/** Finds a phrase of any language in a text. */
export function findPhrase(
  text: string,
  phrase: Phrase,
): { language: LanguageName; index: number; end: number } | undefined {
  let first: { language: LanguageName; index: number; end: number } | undefined;
  for (const language of languageNames) {
    const key = `${language} ${phrase}`;
    const pattern = patterns.get(key) ?? phrasePattern(language, phrase);
    patterns.set(key, pattern);
    const match = pattern.exec(text);
    if (match && (first === undefined || match.index < first.index))
      first = { language, index: match.index, end: match.index + match[0].length };
  }
  return first;
}
