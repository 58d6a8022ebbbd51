/**
 * The phrases by which mail programs introduce quotes and forwarded messages, and phone signatures, in lower case.
 * Taken from the programs' own translations: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish,
 * Danish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Bulgarian, Russian, Ukrainian,
 * Greek, Turkish, Hebrew, Arabic, Vietnamese, Indonesian, Thai, Japanese, Korean, Chinese.
 */

/** "wrote", as in `On Tuesday Ada wrote:`, inside or at the end. */
export const attributionVerbs = `wrote|writes|schrieb|a écrit|écrivait|escribió|ha escrit|va escriure|ha scritto|scrisse|escreveu
  |schreef|geschreven|skrev|kirjoitti|napisał|napisała|napisał\\(a\\)|pisze|napsal|napsala|napsal\\(a\\)|napísal
  |napísal\\(a\\)|írta|a scris|je napisao|je napisala|је написао|написа|написал|написала|написал\\(а\\)|писал|писал\\(а\\)
  |пишет|написав|написала|пише|έγραψε|yazdı|şunu yazdı|şunları yazdı|כתב|כתבה|כתב/ה|كتب|نوشت|đã viết|menulis
  |เขียนว่า|เขียน|書きました|のメッセージ|님이 작성|님이 씀|작성|写道|寫道|撰写|撰寫|rašė|rakstīja|kirjutas`;

/** The beginnings of such a line, needed if a program wraps it. */
export const attributionOpenings = `on|at|am|le|el|il|il giorno|in data|op|em|no dia|den|d\\.|på|kl\\.|dnia|w dniu|dne|dňa|dana|în data|în|la data
  |в|у|на|στις|tarihinde|ב|בתאריך|في|vào|pada|เมื่อ|w|在|於|于`;

/** Words in names that are not capitalized. */
export const nameParticles = `via|von|van|der|den|de|da|di|del|della|du|la|le|bin|ibn|al|el|y|e|and|und|et|of|at|zu|zur|dos|das|ter|ten`;

/** Field labels of the block that Outlook and others put above an answered message. */
export const headerLabels = {
  from: `from|von|de|da|van|från|fra|lähettäjä|od|odesílatel|odosielateľ|feladó|de la|šalje|от|від|από|kimden|gönderen|מאת
    |من|từ|dari|จาก|差出人|送信元|보낸 사람|보낸사람|发件人|寄件者|message du|message de`,
  sent: `sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|fecha|data|inviato|verzonden
    |skickat|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|odoslané|dátum|küldve|elküldve|trimis|trimis la|poslano
    |изпратено|отправлено|дата|надіслано|ημερομηνία|στάλθηκε|tarih|gönderildi|gönderilen|נשלח|תאריך|تاريخ الإرسال|التاريخ|ngày|đã gửi|dikirim
    |tanggal|ส่ง|วันที่|送信日時|日付|日時|보낸 날짜|날짜|发送时间|日期|寄件日期|傳送時間`,
  to: `to|an|à|a|para|naar|aan|till|til|vastaanottaja|do|komu|címzett|către|prima|za|до|кому|към|προς|kime|alıcı|אל|إلى|đến|kepada|ถึง|宛先
    |받는 사람|받는사람|收件人|收件者`,
  copy: `cc|kopie|copie|copie à|copia|kopia|kopi|kopio|dw|másolat|копия|копія|κοιν|bilgi|עותק|نسخة|抄送|副本|참조|bcc|reply-to|reply to|répondre à`,
  subject: `subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|subiect|тема|относно|θέμα
    |konu|נושא|الموضوع|chủ đề|subjek|perihal|เรื่อง|件名|제목|主题|主旨`,
};

/** Between dashes, above an answered message. */
export const originalMessage = `original message|ursprüngliche nachricht|originalnachricht|message d'origine|message original|mensaje original
  |messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|originalmeddelande|oprindelig besked
  |oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva
  |pôvodná správa|eredeti üzenet|mesaj original|izvorna poruka|исходное сообщение|пересылаемое сообщение|оригінальне повідомлення
  |αρχικό μήνυμα|orijinal mesaj|özgün ileti|הודעה מקורית|الرسالة الأصلية|tin nhắn gốc|pesan asli|元のメッセージ|원본 메시지|원본 메일
  |原始邮件|原始郵件|原邮件|reply message|reply above this line`;

/** Between dashes, above a forwarded message. */
export const forwardedMessage = `forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato
  |mensagem encaminhada|mensagem reencaminhada|doorgestuurd bericht|vidarebefordrat meddelande|videresendt meddelelse
  |videresendt melding|videresendt besked|välitetty viesti|edelleenlähetetty viesti|wiadomość przekazana|przekazana wiadomość
  |přeposlaná zpráva|preposlaná správa|továbbított üzenet|mesaj redirecționat|proslijeđena poruka|препратено съобщение
  |пересланное сообщение|переслане повідомлення|προωθημένο μήνυμα|iletilen mesaj|iletilmiş ileti|הודעה שהועברה|رسالة مُعاد توجيهها
  |رسالة معاد توجيهها|thư được chuyển tiếp|pesan terusan|ข้อความที่ส่งต่อ|転送メッセージ|転送されたメッセージ|전달된 메시지|转发邮件|轉寄郵件
  |轉寄的郵件|已转发邮件`;

/** On a separate line, with a colon, above a forwarded message. */
export const beginForwarded = `begin forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail
  |début du message transféré|début du message réexpédié|inicio del mensaje reenviado|inizio messaggio inoltrato
  |início da mensagem encaminhada|início da mensagem reencaminhada|begin doorgestuurd bericht|vidarebefordrat brev
  |start på videresendt besked|videresendt melding|välitetty viesti alkaa|początek przekazanej wiadomości
  |начало переадресованного сообщения|转发的邮件|转发邮件|以下是轉寄的郵件|転送されたメッセージ|전달된 메시지`;

/** The beginning of the line that a phone or a program adds below a message. */
export const sentFrom = `sent from|sent via|sent with|sent using|get outlook for|von meinem|gesendet von|gesendet mit|gesendet über
  |diese nachricht wurde von meinem|envoyé de|envoyé depuis|envoyé à partir|envoyé avec|télécharger outlook|obtenir outlook|obtenez outlook
  |enviado desde|enviado do|enviado de|enviado a partir|enviado con|obtener outlook|obter o outlook|enviat des|inviato da|inviato dal|inviato con
  |ottieni outlook|verzonden vanaf|verzonden via|verzonden met|verstuurd vanaf|outlook voor|skickat från|skickades från|sendt fra|hent outlook
  |lähetetty|wysłano z|wysłane z|pobierz outlook|odesláno z|odoslané z|küldve|trimis de pe|poslano s|poslano z|изпратено от|отправлено с|отправлено из
  |надіслано з|στάλθηκε από|απεστάλη από|נשלח מ|أرسلت من|تم الإرسال من|مرسل من|gửi từ|dikirim dari|ส่งจาก|发自|從我的|传送自|傳送自|寄自`;

/** The end of such a line, in languages that put the verb last. */
export const sentFromAtEnd = `gesendet|から送信|에서 보냄|gönderildi|傳送|发送|herunterladen`;

/** The words of such a list as alternatives of a pattern. */
export function alternatives(words: string): string {
  return `(?:${words.replace(/\s*\n\s*/g, '')})`;
}
