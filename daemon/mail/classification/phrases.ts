/**
 * A subject that phrases speak about. `self` is the writer in the first person, `introduction` how strangers begin, `leaving` how a
 * mailing is left, `automatic` that replies are not read, `form` what programs fill in, `trial` how people try out their mail, `pitch` what a company does for its customers.
 */
export type Topic =
  | 'person'
  | 'self'
  | 'introduction'
  | 'leaving'
  | 'automatic'
  | 'form'
  | 'trial'
  | 'newsletter'
  | 'transaction'
  | 'notification'
  | 'bulk'
  | 'pitch'
  | 'fraud';

/**
 * Phrases in English, German, French, Spanish, Portuguese and some neighbours, separated by commas. They are compared word
 * by word, in lower case.
 */
export const phrases: Record<Topic, string> = {
  person: `thanks, thank you, congratulations on, congrats, you are welcome, you're welcome, wish you, let's, sounds good, no problem, proud of you, happy birthday, glückwunsch zu, glückwunsch zum, alles gute zum, félicitations pour, felicidades por, parabéns pelo, parabéns pela, regards, best wishes, cheers, sincerely, let me know, see you, talk soon, look forward, looking
    forward, please call me, give me a call, i am, i'm, i've, i'll, i'd, i have, i will, i would, i was, i think, i hope, i
    spoke, i wanted, we met, my office, fyi, could you, would you, can you, what do you think, sorry,
    take care, love, danke, vielen dank, grüße, grüssen, gruß, gruss, viele grüße, liebe grüße, mit freundlichen grüßen, ich
    habe, ich bin, ich werde, kannst du, könntest du, könnten sie, melde dich, bis bald, merci, cordialement, bises, amitiés,
    à bientôt, je suis, j'ai, je vous, peux-tu, pourriez-vous, gracias, saludos, un abrazo, abrazos, quedo, estoy, tengo,
    puedes, podrías, nos vemos, obrigado, obrigada, abraço, abraços, atenciosamente, estou, tenho, você pode, poderia, até
    logo`,
  self: `i, i'm, i've, i'll, i'd, me, my, mine, myself, ich, mir, mich, mein, meine, meinen, meiner, je, j'ai, moi, mon, ma,
    mes, yo, mi, conmigo, quiero, quisiera, puedo, creo, espero, soy, estoy, tengo, eu, meu, minha, comigo, quero, posso,
    acho, preciso, gostaria, sou, estou, tenho, ik, mij, mijn, io, mio, mia`,
  introduction: `contact you, contacting you, write to you, writing to you, introduce myself, introduce our, like to introduce,
    came across your, got your name, got your contact, found your, your contact, your profile, visited your, reaching out, reach out to you, 
    my name is, we are a company, we are a leading, stelle mich vor, vorstellen, mein name ist, bin auf sie, bin auf ihre,
    ihre webseite, ihr profil, wende mich an sie, me présenter, vous présenter, mon nom est, je m'appelle, votre profil,
    votre site, je vous contacte, permettez-moi, me presento, presentarle, presentarme, mi nombre es, me llamo, su perfil, su
    sitio web, le contacto, me dirijo a usted, permítame, me apresentar, apresentar-lhe, apresento, meu nome é, me chamo, seu
    perfil, seu site, entro em contato, permita-me`,
  form: `has completed, our records, your records, has been processed, been processed, has been charged, been approved for
    you, log into, log in to, log on to, logon information, login information, your request, your registration, your
    submission, your application, your user name, your username, per our records, system generated, hat abgeschlossen, laut unseren unterlagen,
    unseren aufzeichnungen, wurde bearbeitet, wurde belastet, wurde abgebucht, ihre anfrage wurde, ihr antrag wurde, ihre
    registrierung, ihr benutzername, loggen sie sich, melden sie sich an, a terminé, selon nos dossiers, nos registres, a été traitée,
    a été traité, a été débité, a été débitée, votre demande a, votre inscription a, connectez-vous, votre identifiant, ha completado, según nuestros registros, nuestros registros, ha sido procesada, ha sido procesado, se ha cargado, se ha procesado, su solicitud
    ha, su registro ha, inicie sesión, su nombre de usuario, concluiu, segundo nossos registros, nossos registros, foi processado, foi
    processada, foi debitado, foi cobrado, sua solicitação foi, seu pedido foi, seu cadastro foi, acesse sua conta, seu nome
    de usuário`,
  trial: `test, tests, testing, testmail, test-mail, testnachricht, essai, prueba, pruebas, teste, prova`,
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
    15-minute, demo, free trial, helps companies, schedule a, cutting-edge, scalable, state-of-the-art,
    unser unternehmen, unsere lösung, unsere kunden, ihr unternehmen, ihrem unternehmen, termin vereinbaren, führender
    anbieter, notre entreprise, notre solution, nos clients, votre entreprise, vos équipes, nuestra empresa, nuestra solución,
    nuestros clientes, su empresa, tu empresa, nossa empresa, nossa solução, nossos clientes, sua empresa`,
  fraud: `million, millions, beneficiary, next of kin, barrister, funds, fund manager, inheritance, late husband, god, donate, donation, donating, usd, lottery, jackpot, compensation, consignment, verify your account, verify your wallet, wallet, bitcoin, suspended, suspension, erben, erbschaft, millionen, héritage, millones, herencia, milhões, herança, urgent assistance, dear friend, dear sir, dear beneficiary, dear user, dear customer, foreign account, foreign partner, sum of, deceased, bank account, business proposal, mutual benefit, bar association, of zimbabwe, of nigeria, my late, the late, your wallet, processo, intimação, convocação, blacklist, lista negra, demanda, receita federal, tribunal`,
};

/** Phrases of languages that do not separate words, and of those with other letters. */
export const unspacedPhrases: Record<Topic, readonly string[]> = {
  person: [
    'よろしくお願い',
    'ありがとうございま',
    'お世話になって',
    'お疲れ様',
    'おめでとう',
    'شكرا',
    'تحياتي',
    'مع التحية',
    'السلام عليكم',
    'أود أن',
    'مبروك على',
  ],
  self: ['私', '僕', '俺', 'أنا', 'عندي', 'لدي'],
  introduction: [
    'と申します',
    '突然のメール',
    '突然のご連絡',
    '初めてご連絡',
    'ご紹介',
    'اسمي',
    'أقدم نفسي',
    'أكتب إليكم',
    'أتواصل معكم',
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
  form: [
    '当社の記録',
    'が完了しました',
    '手続きが完了',
    '処理が完了',
    '受け付けました',
    'ログインして',
    '請求されました',
    'أكمل',
    'وفقا لسجلاتنا',
    'سجلاتنا',
    'تمت معالجة',
    'تم خصم',
    'تم استلام طلب',
    'سجل الدخول',
  ],
  trial: ['テスト', '試験送信', 'اختبار', 'تجربة'],
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
