/**
 * A subject that phrases speak about. `leaving` is how a mailing is left, `automatic` that replies are not read, `pitch` what a
 * company does for its customers.
 */
type Topic =
  'person' | 'leaving' | 'automatic' | 'newsletter' | 'transaction' | 'notification' | 'bulk' | 'pitch' | 'fraud';

/**
 * Phrases in English, German, French, Spanish, Portuguese and some neighbours, separated by commas. They are compared word
 * by word, in lower case.
 */
const phrases: Record<Topic, string> = {
  person: `thanks, thank you, regards, best wishes, cheers, sincerely, let me know, see you, talk soon, look forward, looking
    forward, please call me, give me a call, i am, i'm, i've, i'll, i'd, i have, i will, i would, i was, i think, i hope, i
    spoke, i wanted, we met, my office, fyi, could you, would you, can you, what do you think, sorry,
    take care, love, danke, vielen dank, grüße, grüssen, gruß, gruss, viele grüße, liebe grüße, mit freundlichen grüßen, ich
    habe, ich bin, ich werde, kannst du, könntest du, könnten sie, melde dich, bis bald, merci, cordialement, bises, amitiés,
    à bientôt, je suis, j'ai, je vous, peux-tu, pourriez-vous, gracias, saludos, un abrazo, abrazos, quedo, estoy, tengo,
    puedes, podrías, nos vemos, obrigado, obrigada, abraço, abraços, atenciosamente, estou, tenho, você pode, poderia, até
    logo`,
  leaving: `unsubscribe, opt-out, opt out, to be removed, remove yourself, removed from, remove me, mailing list, manage your
    preferences, email preferences, no longer wish to receive, do not wish to receive, subscriber options, manage my
    subscriptions, to subscribe, abbestellen, abmelden, austragen, newsletter abmelden, vom newsletter, keine weiteren
    e-mails, désabonner, désabonnement, désinscrire, désinscription, ne plus recevoir, vous désabonner, darse de baja, darte
    de baja, cancelar suscripción, cancelar la suscripción, dejar de recibir, descadastrar, descadastre-se, cancelar
    inscrição, não deseja receber, disiscriverti, annulla iscrizione, afmelden, uitschrijven`,
  automatic: `do not reply, don't reply, not reply to this, cannot receive emails, can't receive emails, cannot accept
    incoming, can't accept incoming, notification-only, automatically generated, automated message, automated email, this is
    an automated, auto-generated, generated automatically, automatisch generiert, automatisch erstellt, automatisch erzeugt,
    antworten sie nicht, nicht auf diese, ne pas répondre, ne répondez pas, message automatique, no responda, no responder,
    mensaje automático, correo automático, não responda, não responder, mensagem automática, e-mail automático, wygenerowana
    automatycznie, wygenerowane automatycznie, prosimy nie odpowiadać, nie odpowiadać`,
  newsletter: `newsletter, newsletters, enews, in this issue, this issue, today's headlines, headlines, read online, view in
    browser, view in your browser, view online, as a webpage, executive summary, weekly report, public report, management
    report, daily report, peer group report, daily news, weekly review, daily newsletter, this week in, vol, issn, all rights
    reserved, editor's, editors' choice, top news, latest commentary, new commentary, market call, im browser ansehen,
    webversion, ausgabe, wochenrückblick, nachrichten der woche, infolettre, lettre d'information, voir dans le navigateur,
    boletín, ver en el navegador, edición, boletim, ver no navegador, edição`,
  transaction: `your order, order number, order confirmation, your package, your parcel, your shipment, has shipped, been
    dispatched, out for delivery, been delivered, expected delivery, scheduled delivery, tracking number, track package, track
    parcel, packages, your delivery, delivery date, invoice, receipt, payment received, payment of, your payment, refund,
    booking, reservation, itinerary, e-ticket, bestellung, bestellnummer, rechnung, sendung, sendungsnummer, paket, zugestellt,
    lieferung, zahlungseingang, zahlung, buchung, buchungsbestätigung, commande, votre commande, facture, colis, livraison,
    paiement, réservation, su pedido, tu pedido, pedido, factura, envío, paquete, entrega, su pago, reserva, encomenda, seu
    pedido, fatura, nota fiscal, pagamento, sua transferência, recibo, comprovante, ordine, pacco, spedizione, consegna,
    fattura, paczka, przesyłkę, przesyłka, bestelling, factuur, pakket, verzending`,
  notification: `password, verification code, security code, security alert, sign-in, logged in, new login, new device,
    commented on, mentioned you, invited you, reminder, new message, is now available, available for viewing, action
    requested, action required, this invite, invite page, outage, outage report, system availability, scheduled system, has been published, your account, your
    subscription, user id, workflow, notification, survey, passwort, anmeldung, bestätigungscode, sicherheitswarnung,
    erinnerung, benachrichtigung, ihr konto, mot de passe, connexion, code de vérification, alerte, rappel, votre compte,
    contraseña, inicio de sesión, código de verificación, recordatorio, su cuenta, senha, alerta, lembrete, sua conta`,
  bulk: `free, special offer, limited time, limited offer, discount, sale, save up, save money, winner, congratulations, bonus, act now, click here, click below, order now, buy now, sign up, guaranteed, casino, mortgage, loan, loans, viagra, prize, sweepstakes, coupon, giveaway, lowest, deal, deals, great deals, now available, visit our website, visit our web, offers, gutschein, angebot, angebote, rabatt, gewinn, gewinnen, gewinnspiel, kostenlos, kostenlosen, sparen, glückwunsch, freispiele, belohnung, offre, offres, gratuit, gratuitement, remise, félicitations, soldes, cadeau, gagner, profitez, oferta, ofertas, gratis, descuento, felicidades, promoción, ganador, premio, aproveche, promoção, desconto, grátis, parabéns, prêmio, pontos, aproveite, resgate, resgatar, we are pleased to announce, pleased to announce, earn extra, extra income, work from home, no obligation, no investment, lowest price, low price, refinance, xxx, pills, click here now, apply now, free trial, casino bonus, free access`,
  pitch: `leading provider, leading, our company, our companies, our solution, our solutions, our services, our clients, our
    customers, our products, our platform, our team of, solution, solutions, fortune, cost-effective, best practices, white
    paper, whitepaper, case study, case studies, roi, your organization, your company, your business, your team, your
    competitors, your industry, better serve, increase your, reduce your, improve your, quick call, brief call, 15 minutes,
    15-minute, demo, free trial, help you, helps you, helps companies, schedule a, cutting-edge, scalable, state-of-the-art,
    unser unternehmen, unsere lösung, unsere kunden, ihr unternehmen, ihrem unternehmen, termin vereinbaren, führender
    anbieter, notre entreprise, notre solution, nos clients, votre entreprise, vos équipes, nuestra empresa, nuestra solución,
    nuestros clientes, su empresa, tu empresa, nossa empresa, nossa solução, nossos clientes, sua empresa`,
  fraud: `million, millions, beneficiary, next of kin, barrister, funds, fund manager, inheritance, late husband, god, donate, donation, donating, usd, lottery, jackpot, compensation, consignment, verify your account, verify your wallet, wallet, bitcoin, suspended, suspension, erben, erbschaft, millionen, héritage, millones, herencia, milhões, herança, urgent assistance, dear friend, dear sir, dear beneficiary, dear user, dear customer, foreign account, foreign partner, sum of, deceased, bank account, business proposal, mutual benefit, bar association, of zimbabwe, of nigeria, my late, the late, your wallet, processo, intimação, convocação, blacklist, lista negra, demanda, receita federal, tribunal`,
};

/** Phrases of languages that do not separate words, and of those with other letters. */
const unspacedPhrases: Record<Topic, readonly string[]> = {
  person: [
    'よろしくお願い',
    'ありがとうございま',
    'お世話になって',
    'お疲れ様',
    'شكرا',
    'تحياتي',
    'مع التحية',
    'السلام عليكم',
    'أود أن',
  ],
  leaving: ['配信停止', '配信解除', '登録解除', '購読解除', 'メルマガ解除', 'إلغاء الاشتراك', 'الغاء الاشتراك'],
  automatic: [
    '自動送信',
    '自動配信',
    '返信できません',
    '送信専用',
    '返信いただいても',
    'لا ترد',
    'الرد على هذه',
    'رسالة آلية',
    'رسالة تلقائية',
  ],
  newsletter: ['メールマガジン', 'メルマガ', 'ニュースレター', '今週の', 'النشرة', 'العدد', 'عرض في المتصفح'],
  transaction: [
    'ご注文',
    '注文番号',
    '発送',
    'お届け',
    '請求書',
    '領収書',
    'ご予約',
    'お支払い',
    'طلبك',
    'رقم الطلب',
    'فاتورة',
    'شحنة',
    'التوصيل',
    'إيصال',
    'حجزك',
  ],
  notification: [
    'パスワード',
    '認証コード',
    '確認コード',
    'ログイン',
    'お知らせ',
    '通知',
    'كلمة المرور',
    'رمز التحقق',
    'تنبيه',
    'تسجيل الدخول',
    'إشعار',
  ],
  bulk: [
    '無料',
    'セール',
    'キャンペーン',
    '割引',
    'お得',
    '当選',
    'プレゼント',
    'عرض خاص',
    'خصم',
    'مجانا',
    'تخفيض',
    'مبروك',
    'اشترك الآن',
  ],
  pitch: ['御社', '貴社', '弊社サービス', 'ご提案', 'شركتنا', 'خدماتنا', 'شركتكم'],
  fraud: ['相続', '億円', 'مليون', 'ميراث', 'المستفيد'],
};

type Rest = { rest: readonly string[]; topic: Topic };

const byFirstWord = phrasesByFirstWord();
const unspaced = Object.entries(unspacedPhrases) as [Topic, readonly string[]][];
const hasOtherScript = /[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff]/;

function phrasesByFirstWord(): Map<string, Rest[]> {
  const found = new Map<string, Rest[]>();
  for (const [topic, text] of Object.entries(phrases) as [Topic, string][])
    for (const phrase of text.split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/);
      const entry = { rest, topic };
      const known = found.get(first);
      if (known) known.push(entry);
      else found.set(first, [entry]);
    }
  return found;
}

/** How many different phrases of each topic a text has, how many words, and whether one of the names that were looked for. */
export type WordingCounts = Record<Topic, number> & { wordCount: number; hasName: boolean };

const noNames: readonly string[] = [];

function emptyCounts(): WordingCounts {
  const topics = { person: 0, leaving: 0, automatic: 0, newsletter: 0, transaction: 0, notification: 0, bulk: 0 };
  return { ...topics, pitch: 0, fraud: 0, wordCount: 0, hasName: false };
}

/** Counts the phrases of a text, and looks for names in it, in lower case. */
export function countWording(text: string, names: readonly string[] = noNames): WordingCounts {
  const lower = text.toLowerCase().replaceAll('’', "'");
  const counts = emptyCounts();
  const textWords = wordsOf(lower);
  counts.wordCount = textWords.length;
  let seen: Rest[] | undefined;
  for (let at = 0; at < textWords.length; at++) {
    const word = textWords[at] as string;
    const entries = byFirstWord.get(word);
    if (entries === undefined) continue;
    for (const entry of entries) {
      if (!followsAt(textWords, at + 1, entry.rest) || seen?.includes(entry)) continue;
      (seen ??= []).push(entry);
      counts[entry.topic] += 1;
    }
  }
  counts.hasName = names.some((name) => textWords.includes(name));
  if (hasOtherScript.test(lower))
    for (const [topic, list] of unspaced) for (const phrase of list) if (lower.includes(phrase)) counts[topic] += 1;
  return counts;
}

function followsAt(textWords: readonly string[], from: number, rest: readonly string[]): boolean {
  for (let index = 0; index < rest.length; index++) if (textWords[from + index] !== rest[index]) return false;
  return true;
}

/** Words with their inner punctuation: `e-mail`, `don't`. Faster than a regular expression, which matters here. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (isWordCode(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      found.push(text.slice(start, trimmedEnd(text, start, at)));
      start = -1;
    }
  }
  return found;
}

/** Letters and digits of any script, and the punctuation that words contain. At the end of the text the code is NaN. */
function isWordCode(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 39 || code === 45 || code === 46;
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x3004);
}

/** Without dots, dashes and apostrophes at the end. */
function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isPunctuation(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

function isPunctuation(code: number): boolean {
  return code === 39 || code === 45 || code === 46;
}
