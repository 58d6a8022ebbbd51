import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleByName } from './folder-names.ts';

test('folder roles are recognized from the names that mail programs use in many languages', () => {
  const called = {
    English: ['Inbox', 'Sent Items', 'Drafts', 'Deleted Messages', 'Junk E-mail', 'Archives'],
    German: ['Posteingang', 'Gesendete Objekte', 'Entwürfe', 'Papierkorb', 'Junk-E-Mail', 'Archiv'],
    French: ['Boîte de réception', 'Éléments envoyés', 'Brouillons', 'Corbeille', 'Indésirables', 'Archives'],
    Spanish: ['Bandeja de entrada', 'Elementos enviados', 'Borradores', 'Papelera', 'Correo no deseado', 'Archivo'],
    Italian: ['Posta in arrivo', 'Posta inviata', 'Bozze', 'Cestino', 'Posta indesiderata', 'Archivio'],
    Portuguese: ['Caixa de entrada', 'Itens enviados', 'Rascunhos', 'Lixeira', 'Lixo eletrônico', 'Arquivo'],
    Dutch: ['Postvak IN', 'Verzonden items', 'Concepten', 'Prullenbak', 'Ongewenste e-mail', 'Archief'],
    Swedish: ['Inkorgen', 'Skickat', 'Utkast', 'Papperskorgen', 'Skräppost', 'Arkiv'],
    Danish: ['Indbakke', 'Sendt post', 'Kladder', 'Slettet post', 'Uønsket mail', 'Arkiv'],
    Norwegian: ['Innboks', 'Sendte elementer', 'Utkast', 'Slettede elementer', 'Søppelpost', 'Arkiv'],
    Finnish: ['Saapuneet', 'Lähetetyt', 'Luonnokset', 'Roskakori', 'Roskaposti', 'Arkisto'],
    Polish: ['Odebrane', 'Elementy wysłane', 'Wersje robocze', 'Kosz', 'Wiadomości-śmieci', 'Archiwum'],
    Russian: ['Входящие', 'Отправленные', 'Черновики', 'Удалённые', 'Спам', 'Архив'],
    Ukrainian: ['Вхідні', 'Надіслані', 'Чернетки', 'Кошик', 'Спам', 'Архів'],
    Czech: ['Doručená pošta', 'Odeslaná pošta', 'Koncepty', 'Koš', 'Nevyžádaná pošta', 'Archiv'],
    Hungarian: ['Beérkezett üzenetek', 'Elküldött elemek', 'Piszkozatok', 'Törölt elemek', 'Levélszemét', 'Archívum'],
    Greek: ['Εισερχόμενα', 'Απεσταλμένα', 'Πρόχειρα', 'Κάδος απορριμμάτων', 'Ανεπιθύμητα', 'Αρχείο'],
    Turkish: ['Gelen Kutusu', 'Gönderilmiş Öğeler', 'Taslaklar', 'Çöp Kutusu', 'İstenmeyen', 'Arşiv'],
    Hebrew: ['דואר נכנס', 'פריטים שנשלחו', 'טיוטות', 'אשפה', 'דואר זבל', 'ארכיון'],
    Arabic: ['البريد الوارد', 'العناصر المرسلة', 'المسودات', 'المهملات', 'البريد المزعج', 'الأرشيف'],
    Japanese: ['受信トレイ', '送信済みアイテム', '下書き', 'ゴミ箱', '迷惑メール', 'アーカイブ'],
    'simplified Chinese': ['收件箱', '已发送邮件', '草稿箱', '已删除邮件', '垃圾邮件', '归档'],
    'traditional Chinese': ['收件匣', '寄件備份', '草稿匣', '刪除的郵件', '垃圾郵件', '封存'],
    Korean: ['받은 편지함', '보낸 편지함', '임시 보관함', '지운 편지함', '스팸', '보관함'],
  };
  for (const [language, names] of Object.entries(called))
    assert.deepEqual(names.map(roleByName), ['inbox', 'sent', 'drafts', 'trash', 'spam', 'archive'], language);
});

test('upper and lower case, Unicode compatibility forms and surrounding spaces are ignored', () => {
  for (const name of ['ENTWÜRFE', 'Entwürfe'.normalize('NFD'), ' entwürfe ', 'ＤＲＡＦＴＳ', 'ЧЕРНОВИКИ'])
    assert.equal(roleByName(name), 'drafts', name);
  assert.equal(roleByName('ﾓ'), undefined);
  assert.equal(roleByName('ｺﾞﾐ箱'), 'trash');
});

test("a user's own folder name has no role", () => {
  for (const name of ['', 'Sent to clients', 'Archivos', 'Werbung', 'constructor', 'Project drafts'])
    assert.equal(roleByName(name), undefined, name);
});
