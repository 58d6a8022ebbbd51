/**
 * The words of closings and contact blocks, and of the notes below them, in lower case. English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Hungarian, Romanian, Russian, Ukrainian,
 * Turkish, Greek, Hebrew, Japanese, Korean, Chinese.
 */

/** Closings: a line that consists of one, or of one and a name, ends a message. */
export const closings = `thanks|many thanks|thanks a lot|thanks again|thanks in advance|thanks so much|thank you|thank you very much
  |thank you so much|thx|best|all the best|best wishes|best regards|kind regards|kindest regards|warm regards|warmest regards
  |regards|with regards|with best regards|with kind regards|many regards|rgds|cheers|sincerely|sincerely yours|yours sincerely
  |yours truly|yours faithfully|yours|very truly yours|respectfully|respectfully yours|cordially|warmly|take care|love
  |mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|mit freundlichem gruss|freundliche grüße
  |freundliche grüsse|mit besten grüßen|beste grüße|beste grüsse|viele grüße|viele grüsse|liebe grüße|liebe grüsse
  |herzliche grüße|herzliche grüsse|schöne grüße|schöne grüsse|hochachtungsvoll|grüße|grüsse|gruß|gruss|mfg|lg|vg|danke
  |vielen dank|besten dank|cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|sincères salutations
  |meilleures salutations|salutations distinguées|respectueusement|amicalement|à bientôt|merci|merci d'avance|merci beaucoup
  |saludos|un saludo|saludos cordiales|un cordial saludo|cordialmente|atentamente|atte|gracias|muchas gracias|un abrazo
  |cordiali saluti|distinti saluti|cari saluti|saluti|un saluto|grazie|grazie mille|a presto
  |atenciosamente|att|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|obrigado|obrigada|abraços|abraço
  |met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hartelijke groet|groeten|groet|mvg
  |bedankt|alvast bedankt|med vänliga hälsningar|med vänlig hälsning|vänliga hälsningar|vänligen|hälsningar|mvh|tack
  |med venlig hilsen|venlig hilsen|venlige hilsner|hilsen|mange hilsner|tak|på forhånd tak|med vennlig hilsen|vennlig hilsen
  |hilsen|takk|ystävällisin terveisin|terveisin|parhain terveisin|kiitos
  |pozdrawiam|z poważaniem|z wyrazami szacunku|serdecznie pozdrawiam|dziękuję|s pozdravem|děkuji|s přátelským pozdravem
  |üdvözlettel|tisztelettel|köszönettel|cu stimă|cu respect|mulțumesc
  |с уважением|с наилучшими пожеланиями|спасибо|заранее спасибо|з повагою|дякую|saygılarımla|saygılarımızla|iyi çalışmalar
  |teşekkürler|με εκτίμηση|ευχαριστώ|בברכה|תודה|よろしくお願いします|よろしくお願いいたします|宜しくお願い致します|以上|敬具
  |감사합니다|此致|此致敬礼|祝好|谢谢|謝謝|顺颂商祺`;

/** Words between two closings: `Thanks and best regards,`. */
export const closingJoiners = `and|und|et|y|e|en|och|og|ja|i|a|и|ve|&|,|\\+|/`;

/** Words of a job title, or of a department. */
export const jobTitles = `ceo|cto|cfo|coo|cio|cmo|vp|svp|evp|president|chairman|chairwoman|chair|director|manager|head of|lead|engineer
  |developer|architect|analyst|consultant|founder|co-founder|cofounder|partner|owner|officer|assistant|secretary|specialist
  |coordinator|administrator|researcher|scientist|professor|lecturer|dr\\.|ph\\.?d\\.?|attorney|lawyer|editor|designer|accountant
  |representative|supervisor|department|dept\\.?|geschäftsführer|geschäftsführerin|geschäftsführung|vorstand|leiter|leiterin
  |abteilung|entwickler|entwicklerin|ingenieur|berater|beraterin|vertrieb|rechtsanwalt|rechtsanwältin|directeur|directrice
  |responsable|ingénieur|développeur|gérant|gérante|chef de projet|avocat|avocate|gerente|ingeniero|ingeniera|desarrollador
  |abogado|abogada|jefe de|direttore|direttrice|responsabile|ingegnere|avvocato|diretor|diretora|engenheiro|engenheira
  |desenvolvedor|advogado|directeur|ontwikkelaar|hoofd|chef|utvecklare|ingenjör|direktør|udvikler|ingeniør|leder|toimitusjohtaja
  |dyrektor|kierownik|inżynier|programista|ředitel|jednatel|vedoucí|igazgató|директор|менеджер|инженер|руководитель|начальник
  |інженер|керівник|müdür|müdürü|mühendis|διευθυντής|מנכ"ל|代表取締役|部長|課長|エンジニア|대표|부장|과장|经理|總經理|总经理|工程师|工程師`;

/** The legal forms of companies. */
export const companyForms = `inc\\.?|ltd\\.?|limited|llc|llp|plc|corp\\.?|corporation|gmbh|gmbh & co\\. kg|ag|kg|ug|e\\.v\\.|s\\.a\\.|s\\.a\\.s\\.?|sarl|s\\.r\\.l\\.?|srl|s\\.p\\.a\\.?
  |s\\.l\\.|b\\.v\\.|bv|n\\.v\\.|nv|oy|oyj|asa|a/s|aps|sp\\. z o\\.\\s?o\\.|s\\.r\\.o\\.|a\\.s\\.|kft\\.?|zrt\\.?|ооо|зао|оао|тов|a\\.ş\\.|株式会社|有限公司|university|universität
  |université|universidad|università|universidade|universiteit|universitet|institute|institut|ministry|hospital`;

/** The labels before a number or an address. */
export const contactLabels = `tel|tel\\.|telephone|phone|ph|mobile|mob|mob\\.|cell|cell phone|cellphone|office|direct|direct line|desk|fax|e-?mail|mail|web
  |website|web site|www|url|skype|linkedin|twitter|facebook|instagram|github|whatsapp|telegram|signal|xing|p|t|m|f|e|w|o|d|c|a|h|address
  |telefon|handy|mobil|mobiltelefon|telefax|durchwahl|anschrift|adresse|internet|tél|tél\\.|téléphone|portable|mobile|fixe|télécopie|courriel
  |site|site web|teléfono|tfno|tlf|móvil|celular|correo|correo electrónico|dirección|cellulare|cell\\.|telefono|sito|indirizzo|telefone
  |telemóvel|endereço|telefoon|mobiel|adres|tfn|adress|mob\\.tlf|puh|puh\\.|puhelin|gsm|tel\\./fax|kom|komórka|adresa|тел|тел\\.|моб|моб\\.|факс
  |телефон|почта|эл\\. почта|сайт|адрес|電話|携帯|住所|メール|전화|휴대폰|이메일|주소|电话|電話|手机|手機|邮箱|邮件|地址|传真|傳真`;

/** The beginnings of the notes that companies add below a message about its confidentiality, or about printing it. */
export const noticeOpenings = `confidentiality|legal|disclaimer|important notice|privileged|notice|this e-?mail|this message|this communication
  |this transmission|this electronic|the information|the contents? of this|any information|information in this|if you (?:are|have received|received)
  |please consider the environment|think before you print|diese e-?mail|diese nachricht|der inhalt dieser|vertraulichkeit|haftungsausschluss
  |ce message|ce courriel|cet? e-?mail|les informations contenues|confidentialité|avis de confidentialité
  |este mensaje|este correo|la información contenida|aviso legal|aviso de confidencialidad|este e-?mail|esta mensagem|aviso de confidencialidade
  |questo messaggio|questa e-?mail|le informazioni contenute|il presente messaggio|dit bericht|deze e-?mail|de informatie in|detta meddelande
  |denne e-?mail|denne e-?post|denne meddelelse|niniejsza wiadomość|ta wiadomość|tato zpráva|это сообщение|данное сообщение|настоящее сообщение`;

/** The words of such notes. */
export const noticeWords = `confidential|privileged|intended|recipients?|addressee|unauthori[sz]ed|disclos|dissemin|distribut|delete|destroy|notify|liab|virus
  |property of|prohibited|copying|printing|vertraulich|empfänger|adressat|unbefugt|unzulässig|vernichten|löschen|informieren|weitergabe|confidentiel
  |destinataire|destiné|détruire|erreur|divulg|interdit|confidencial|destinatari|divulgación|prohibid|eliminar|borrar|proibid|divulgação|riservat
  |vertrouwelijk|geadresseerde|ontvanger|verwijderen|konfidentiell|mottagare|fortrolig|modtager|mottaker|poufn|adresat|důvěrn|příjemc|конфиденциальн
  |получател|уведом`;

/** An excuse that follows the name of a phone on the same line. */
export const excuses = `typo|brevity|brief|concise|terse|autocorrect|auto-correct|errors|mistakes|misspell|fat finger|thumbs|tippfehler|kürze|fautes|brièveté
  |errores|erratas|brevedad|brevidade|errori|brevità|typfouten|опечатк`;
