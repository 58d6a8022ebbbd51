import type { FolderRole } from './provider.ts';

/** The roles that a folder can have by its name alone. */
type NamedRole = Extract<FolderRole, 'inbox' | 'sent' | 'drafts' | 'trash' | 'spam' | 'archive'>;

/**
 * The role of a folder by its name, from the names that mail programs and providers use in many languages. Upper and lower
 * case, surrounding spaces and Unicode compatibility forms (NFKC) are ignored.
 */
export function roleByName(name: string): NamedRole | undefined {
  return rolesByName.get(normalizedName(name));
}

/** Each line is one language: its usual names, separated by commas. */
const namesByRole: Record<NamedRole, string> = {
  inbox: `
    Inbox
    Posteingang
    Boîte de réception, Courrier entrant
    Bandeja de entrada, Recibidos
    Posta in arrivo
    Caixa de entrada
    Postvak IN, Postvak-IN
    Inkorgen, Inkorg
    Indbakke
    Innboks
    Saapuneet
    Skrzynka odbiorcza, Odebrane
    Входящие
    Вхідні
    Doručená pošta, Doručené
    Beérkezett üzenetek
    Mesaje primite
    Εισερχόμενα
    Gelen Kutusu
    דואר נכנס, תיבת דואר נכנס
    البريد الوارد, صندوق الوارد, الوارد
    受信トレイ, 受信箱, 受信ボックス
    收件箱
    收件匣
    받은 편지함, 받은편지함, 받은메일함`,
  sent: `
    Sent, Sent Items, Sent Messages, Sent Mail, Sent-Mail, Sent_Mail, Sent Email
    Gesendet, Gesendete Objekte, Gesendete Elemente, Gesendete Nachrichten, Gesendete E-Mails, Gesendete Mails
    Envoyés, Envoyé, Éléments envoyés, Messages envoyés, Courrier envoyé, Courriers envoyés, Mails envoyés
    Enviados, Elementos enviados, Mensajes enviados, Correo enviado, Correos enviados
    Inviati, Inviata, Posta inviata, Elementi inviati, Messaggi inviati
    Enviadas, Itens enviados, Mensagens enviadas, E-mails enviados, Correio enviado
    Verzonden, Verzonden items, Verzonden berichten, Verzonden e-mail
    Skickat, Skickade, Skickade objekt, Skickade meddelanden
    Sendt, Sendt post, Sendte, Sendte elementer, Sendte beskeder
    Sendte meldinger, Sendt e-post
    Lähetetyt, Lähetetyt viestit, Lähetetyt kohteet
    Wysłane, Elementy wysłane, Wysłane elementy, Wiadomości wysłane, Wysłane wiadomości, Poczta wysłana
    Отправленные, Отправленные письма, Отправленные сообщения, Отправленные элементы
    Надіслані, Відправлені, Надіслані листи, Надіслані елементи
    Odeslané, Odeslaná pošta, Odeslané zprávy
    Odoslané, Odoslaná pošta, Odoslané správy
    Elküldött, Elküldött elemek, Elküldött üzenetek, Elküldött levelek
    Trimise, Mesaje trimise, Elemente trimise
    Απεσταλμένα, Σταλμένα, Απεσταλμένα στοιχεία
    Gönderilmiş, Gönderilen, Gönderilenler, Gönderilmiş Öğeler, Gönderilmiş Postalar
    נשלח, פריטים שנשלחו, דואר שנשלח
    المرسلة, المرسل, العناصر المرسلة, البريد المرسل, الرسائل المرسلة
    送信済み, 送信済, 送信済みアイテム, 送信済みメール, 送信済みメッセージ, 送信済みトレイ
    已发送, 已发送邮件, 已发送的邮件, 已发邮件, 已发送项目
    寄件備份, 已傳送, 已傳送的郵件
    보낸 편지함, 보낸편지함, 보낸메일함, 보낸 메일함`,
  drafts: `
    Drafts, Draft
    Entwürfe, Entwurf
    Brouillons, Brouillon
    Borradores, Borrador
    Bozze
    Rascunhos, Rascunho
    Concepten
    Utkast
    Kladder, Udkast
    Kladd
    Luonnokset
    Szkice, Kopie robocze, Wersje robocze, Robocze
    Черновики
    Чернетки
    Koncepty, Rozepsané
    Rozpísané
    Piszkozatok
    Ciorne, Schițe
    Πρόχειρα
    Taslaklar
    טיוטות
    المسودات, مسودات
    下書き
    草稿, 草稿箱, 草稿夹
    草稿匣
    임시 보관함, 임시보관함`,
  trash: `
    Trash, Deleted Items, Deleted Messages, Deleted, Bin
    Papierkorb, Gelöschte Objekte, Gelöschte Elemente, Gelöschte Nachrichten, Gelöscht
    Corbeille, Éléments supprimés, Messages supprimés, Supprimés, Poubelle
    Papelera, Elementos eliminados, Mensajes eliminados, Eliminados
    Cestino, Posta eliminata, Elementi eliminati, Messaggi eliminati
    Lixeira, Lixo, Itens excluídos, Itens eliminados, Mensagens excluídas, Mensagens eliminadas
    Prullenbak, Prullenmand, Verwijderde items, Verwijderde berichten, Verwijderd
    Papperskorgen, Papperskorg, Borttaget, Borttagna objekt, Raderat, Raderade meddelanden
    Papirkurv, Slettet post, Slettede elementer, Slettede beskeder
    Slettede meldinger, Slettet e-post
    Roskakori, Poistetut, Poistetut viestit, Poistetut kohteet
    Kosz, Elementy usunięte, Usunięte elementy, Usunięte, Usunięte wiadomości
    Корзина, Удаленные, Удалённые, Удаленные элементы, Удалённые элементы, Удаленные сообщения
    Кошик, Смітник, Видалені, Видалені елементи
    Koš, Odstraněná pošta, Odstraněné, Smazané
    Kôš, Odstránené, Odstránená pošta
    Kuka, Lomtár, Törölt elemek, Törölt üzenetek, Törölt
    Coș de gunoi, Coşul de gunoi, Coșul de gunoi, Gunoi, Elemente șterse, Mesaje șterse
    Κάδος απορριμμάτων, Απορρίμματα, Κάδος, Διαγραμμένα, Διαγραμμένα στοιχεία
    Çöp Kutusu, Çöp, Silinmiş Öğeler, Silinmiş Postalar, Silinmiş
    אשפה, פריטים שנמחקו
    المهملات, سلة المهملات, المحذوفات, العناصر المحذوفة
    ゴミ箱, ごみ箱, 削除済み, 削除済みアイテム, 削除済みメッセージ
    已删除, 已删除邮件, 已删除的邮件, 废纸篓, 回收站
    垃圾桶, 刪除的郵件, 已刪除, 已刪除的郵件
    휴지통, 지운 편지함, 지운편지함, 삭제된 항목`,
  spam: `
    Spam, Junk, Junk Mail, Junk E-mail, Junk Email, Bulk Mail
    Spamverdacht, Spam-Verdacht, Junk-E-Mail, Unerwünscht, Unerwünschte Werbung
    Indésirables, Courrier indésirable, Courriers indésirables, Messages indésirables, Pourriel, Pourriels
    Correo no deseado, No deseado, Correo basura
    Posta indesiderata, Indesiderata, Posta spazzatura
    Lixo eletrônico, Lixo eletrónico, Lixo electrónico
    Ongewenste e-mail, Ongewenste mail, Ongewenste berichten, Ongewenst
    Skräppost, Skräp
    Uønsket mail, Uønsket e-mail, Uønsket post
    Søppelpost, Uønsket e-post
    Roskaposti
    Wiadomości-śmieci, Wiadomości śmieci, Niechciane, Niechciana poczta
    Спам, Нежелательная почта
    Небажана пошта
    Nevyžádaná pošta, Nevyžádané
    Nevyžiadaná pošta
    Levélszemét
    Mesaje nedorite
    Ανεπιθύμητα, Ανεπιθύμητη αλληλογραφία
    Önemsiz, Önemsiz E-posta, Gereksiz, Gereksiz E-posta, İstenmeyen
    דואר זבל, ספאם
    البريد المزعج, بريد مزعج, الرسائل غير المرغوب فيها
    迷惑メール, スパム
    垃圾邮件
    垃圾郵件, 垃圾信件
    스팸, 스팸메일함, 스팸 메일함, 정크 메일, 정크메일`,
  archive: `
    Archive, Archives, Archived
    Archiv
    Archivo, Archivados
    Archivio, Archiviati
    Arquivo, Arquivados, Arquivo Morto
    Archief
    Arkiv, Arkiverat
    Arkiver
    Arkivert
    Arkisto
    Archiwum
    Архив, Архивы
    Архів, Архіви
    Archív
    Archívum
    Arhivă, Arhiva
    Αρχείο, Αρχειοθήκη
    Arşiv
    ארכיון
    الأرشيف, أرشيف
    アーカイブ
    归档, 存档
    封存, 歸檔
    보관함, 아카이브`,
};

const rolesByName = new Map(
  Object.entries(namesByRole).flatMap(([role, lines]) =>
    lines
      .split(/[\n,]/)
      .map(normalizedName)
      .filter((name) => name !== '')
      .map((name) => [name, role as NamedRole] as const),
  ),
);

function normalizedName(name: string): string {
  // NFKC first, because its result may contain capital letters.
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}
