import type { DemoCorrespondent } from './correspondents.ts';

type LanguageSample = {
  writers: readonly DemoCorrespondent[];
  subjects: readonly string[];
  greeting: string;
  lines: readonly string[];
  closing: string;
};

/** Messages in other languages, made of complete sentences: they are selected, never inflected. */
export const languageSamples: readonly LanguageSample[] = [
  {
    writers: [
      { name: 'Jürgen Schäfer', email: 'juergen@schaefer.example', offset: 60 },
      { name: 'Käthe Böhm', email: 'kaethe.boehm@gartenfreunde.example', offset: 60 },
    ],
    subjects: [
      'Grüße aus der Werkstatt',
      'Führung durch die Druckerei',
      'Äpfel zu verschenken',
      'Schlüsselübergabe am Samstag',
      'Nächstes Treffen: Gemütlich bei Böhms',
    ],
    greeting: 'Ihr Lieben!',
    lines: [
      'Die Bleilettern sind gestern angekommen, und der ganze Tisch riecht nach Öl und Papier.',
      'Am Samstag führen wir eine Schulklasse durch die Druckerei; zwei helfende Hände wären schön.',
      'Die Äpfel fallen schneller, als wir sie pflücken können, also bringt Körbe mit.',
      'Für das Frühstück sorgt meine Schwester, für das Wetter leider niemand.',
      'Der Zug hat wie üblich zwölf Minuten Verspätung, das ist fast pünktlich.',
      'Ich habe den alten Setzkasten geölt, er lässt sich wieder öffnen.',
      'Bitte klingelt zweimal, sonst denkt der Hund, es sei die Post.',
      'Über die Rechnung reden wir, wenn der Kuchen gegessen ist.',
      'Das Plakat ist schön geworden, nur das Grün dürfte etwas wärmer sein.',
    ],
    closing: 'Mit herzlichen Grüßen',
  },
  {
    writers: [
      { name: 'Hélène Lefèvre', email: 'helene@papeterie-lenoir.example', offset: 60 },
      { name: 'François Noël', email: 'francois.noel@atelier.example', offset: 60 },
    ],
    subjects: [
      'Échantillons de papier',
      'Un thé jeudi ?',
      'Photos de l’été',
      'La réunion est déplacée',
      'Réponse à votre commande',
    ],
    greeting: 'Bonjour,',
    lines: [
      'Les échantillons sont partis ce matin, avec un petit mot glissé entre deux feuilles.',
      'Le papier crème est épuisé, mais le vergé est encore plus beau à la lumière.',
      'Nous passons à table vers midi et demi, venez quand vous voulez.',
      'J’ai retrouvé les photos de l’été ; on y voit surtout le chien.',
      'La réunion est déplacée à jeudi, même heure, même gâteau.',
      'Merci pour la carte, elle est épinglée au-dessus de l’établi.',
      'Le facteur prétend que le colis était trop grand pour la boîte, ce qui est vrai.',
      'Dites-moi si la couleur vous convient avant que je ne coupe le reste.',
    ],
    closing: 'Bien amicalement',
  },
  {
    writers: [
      { name: '田中 愛子', email: 'aiko@tanaka-paper.example', offset: 540 },
      { name: '佐藤 浩', email: 'hiroshi.sato@clockhouse.example', offset: 540 },
    ],
    subjects: ['和紙の見本について', '来週の打ち合わせ', '展覧会のお知らせ', 'お礼とご報告', '金沢の桜'],
    greeting: 'いつもお世話になっております。',
    lines: [
      '和紙の見本を本日お送りしました。届きましたらお知らせください。',
      '来週の打ち合わせは木曜日の午後三時でいかがでしょうか。',
      '先日はお忙しい中、工房までお越しいただきありがとうございました。',
      '三枚目の紙は少し厚いですが、印刷の発色がとても良いです。',
      '展覧会は今月末まで開催しています。お時間があればぜひお立ち寄りください。',
      '庭の桜がようやく咲き始めました。写真を添付します。',
      '時計の修理は無事に終わり、今朝から正しい時刻を告げています。',
      '郵便博物館の皆さまにもどうぞよろしくお伝えください。',
    ],
    closing: 'どうぞよろしくお願いいたします。',
  },
  {
    writers: [
      { name: 'Νίκος Παπαδάκης', email: 'nikos@limani.example', offset: 120 },
      { name: 'Ιωάννα Γεωργίου', email: 'ioanna@harbourmuseum.example', offset: 120 },
    ],
    subjects: ['Το πλοίο της Παρασκευής', 'Η έκθεση στο λιμάνι', 'Λάδι από το χωριό', 'Καλημέρα από το Ναύπλιο'],
    greeting: 'Καλημέρα!',
    lines: [
      'Το πλοίο φεύγει την Παρασκευή στις οκτώ, αν το επιτρέψει ο άνεμος.',
      'Η έκθεση ανοίγει το Σάββατο και έχουμε κρατήσει τρεις θέσεις για εσάς.',
      'Σας στέλνω λίγο λάδι από το χωριό, φέτος βγήκε εξαιρετικό.',
      'Οι επιγραφές διαβάζονται ωραία ακόμη και από μακριά.',
      'Το παλιό γραμματοκιβώτιο το βάψαμε κόκκινο, όπως ήταν κάποτε.',
      'Η θάλασσα είναι ήσυχη και ο καφές δυνατός, ελάτε γρήγορα.',
      'Θα σας περιμένω στο μώλο με το μπλε κασκόλ.',
    ],
    closing: 'Με εκτίμηση',
  },
  {
    writers: [
      { name: 'ليلى حداد', email: 'leila.haddad@cedar.example', offset: 120 },
      { name: 'عمر بن علي', email: 'omar@benali.example', offset: 60 },
    ],
    subjects: ['موعد يوم الخميس', 'صور من الحديقة', 'دعوة إلى العشاء', 'شكرًا على الكتاب'],
    greeting: 'مرحبًا وأسعد الله أوقاتك،',
    lines: [
      'وصل الكتاب بالأمس وقرأت نصفه قبل أن يبرد الشاي.',
      'هل يناسبك يوم الخميس بعد الظهر؟ المكتبة هادئة في ذلك الوقت.',
      'أرسلت لك صور الحديقة، والياسمين فيها أجمل مما في الصورة.',
      'والدتي تسأل عنك وتقول إن الباب مفتوح دائمًا.',
      'الخبز من الفرن الجديد ممتاز، سأحضر معي رغيفين.',
      'راجعت الترجمة مرتين، وبقيت كلمة واحدة نختلف عليها.',
      'القطار يصل في السابعة مساءً، وسأنتظرك عند الساعة الكبيرة.',
    ],
    closing: 'مع أطيب التحيات',
  },
  {
    writers: [
      { name: 'Lucía Fernández', email: 'lucia@imprenta-sol.example', offset: 60 },
      { name: 'Mateo Álvarez', email: 'mateo@alvarez.example', offset: -180 },
    ],
    subjects: ['¿Quedamos el sábado?', 'La receta de la abuela', 'Pruebas de impresión', 'Fotos de la excursión ⛰️'],
    greeting: '¡Hola!',
    lines: [
      'Las pruebas de impresión han quedado preciosas, sobre todo el verde.',
      'El sábado abrimos el taller a los vecinos y habrá limonada.',
      'Mi abuela dice que la receta no lleva azúcar, pero yo la he visto.',
      'Te mando las fotos de la excursión; en la tercera se ve el zorro.',
      'El tren de las nueve va lleno, así que he reservado el siguiente.',
      'Si llueve, comemos dentro y contamos historias.',
      'Gracias por los sellos, los niños están encantados 🎉.',
    ],
    closing: 'Un abrazo',
  },
];
