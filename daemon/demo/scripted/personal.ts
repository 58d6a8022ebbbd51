import { person } from './scripted-message.ts';
import type { ScriptedMessage } from './scripted-message.ts';

const ines = person('Ines Aubert', 'ines@aubert.example');
const paul = person('Paul Okafor', 'paul.okafor@riverside.example');
const marta = person('Marta Nowak', 'marta@druckerei-nowak.example');
const jonas = person('Jonas Weber', 'jonas.weber@lindenhof.example');
const anders = person('Anders Møller', 'anders@moller.example');
const garden = { tag: 'garden', name: 'Garden club', host: 'lists.gardenclub.example' };
const choir = { tag: 'choir', name: 'Harbour Choir', host: 'lists.harbourchoir.example' };

/** The newest two days of the demo's personal mailbox. */
export const personalMessages: readonly ScriptedMessage[] = [
  {
    minutesAgo: 5,
    from: marta,
    cc: [jonas],
    subject: 'Re: Proofs for the spring catalogue',
    thread: 'proofs',
    unread: true,
    text: `Good day both,

shall we say Tuesday at ten? I put the two covers side by side so that you can see how the green behaves on the uncoated paper. It drinks more ink than I would like, but the warmth is worth it.

Page twelve still has the old price for the large sheet. If you send me the corrected line today it makes the plate.

Marta`,
    page: {
      colour: '#22614a',
      pixel: 'https://open.mailtrack.example/o/nowak-cover.gif',
      blocks: [
        {
          kind: 'image',
          url: 'https://bilder.druckerei-nowak.example/cover-a-b.jpg',
          alt: 'Two covers, side by side',
          width: 600,
          height: 300,
        },
      ],
    },
    attachments: [{ kind: 'scan', title: 'Cover A and B', kilobytes: 120 }],
  },
  {
    minutesAgo: 14,
    from: person('Parcel service', 'parcel@parcelservice.example'),
    subject: 'Out for delivery today, 12:00 to 14:00',
    automatic: true,
    unread: true,
    text: `Parcel 4 of 4 from Papeterie Lenoir is on its way. Leave a note on the door if a neighbour may take it.

Tracking number: JD014600003842617705`,
    page: {
      colour: '#8a5a10',
      blocks: [
        { kind: 'button', text: 'Follow the parcel', url: 'https://parcelservice.example/t/JD014600003842617705' },
      ],
    },
  },
  {
    minutesAgo: 31,
    from: ines,
    cc: [paul],
    subject: 'Re: Boat on the 14th',
    thread: 'boat',
    unread: true,
    text: `Then it is settled: ten o'clock at the jetty, Paul brings the rope he keeps promising, and I do sandwiches. Two kinds, because of the pickle question.

If the wind turns we go as far as the island and read.`,
  },
  {
    minutesAgo: 52,
    from: person('Postal Museum', 'visits@postalmuseum.example'),
    subject: 'Your visit on Saturday: tickets inside',
    automatic: true,
    unread: true,
    text: `Two adults, one child. The horn room opens at eleven, and yes, you may blow it.

Come to the side door in Mount Row if you bring a pushchair. The tickets are attached and also wait for you at the desk under your name.`,
    page: {
      colour: '#a63d2f',
      blocks: [
        {
          kind: 'image',
          url: 'https://images.postalmuseum.example/horn-room.jpg',
          alt: 'The horn room in the morning',
          width: 600,
          height: 240,
        },
      ],
    },
    attachments: [
      {
        kind: 'paper',
        title: 'Tickets PM-20417',
        lines: ['Two adults, one child', 'Saturday, from 11:00', 'Horn room included'],
      },
    ],
  },
  {
    minutesAgo: 76,
    from: jonas,
    subject: 'Re: Boiler inspection',
    thread: 'boiler',
    unread: true,
    text: `The fitter can come on the 3rd between eight and twelve. Somebody has to be there, since the meter is behind your coats.

I asked whether the noise is dangerous. He said no, only lonely.`,
  },
  {
    minutesAgo: 118,
    from: person('Riverside Bank', 'notice@riversidebank.example'),
    subject: 'Card payment of 36.40',
    automatic: true,
    text: `A payment of EUR 36.40 to Mulino Ferrari was made with the card ending in 4417.

If this was not you, call the number on the back of your card. We never ask for your PIN, and we never send links.`,
  },
  {
    minutesAgo: 147,
    from: person('Leila Haddad', 'leila.haddad@cedar.example'),
    subject: 'Supper on Friday',
    offset: 120,
    unread: true,
    text: `Come at seven, bring nobody you would have to be polite to. There will be lentils, the good bread and my aunt's opinions.`,
    invite: {
      days: 3,
      hour: 18,
      minutes: 180,
      place: 'Cedar Street 9, second floor, the door with the bell that sticks',
    },
  },
  {
    minutesAgo: 171,
    from: person('Tomasz Zieliński', 'tomasz@zielinski.example'),
    subject: 'Your front wheel',
    starred: true,
    text: `It is not the bearing. Somebody has put a hair clip through the hub, and it has been turning in there for about a year, judging by the polish.

I have straightened everything and kept the clip for you, as a relic. It rides like a letter through a slot now. Nothing to pay; I enjoyed it too much.`,
    attachments: [{ kind: 'picture', number: 3, inline: true }],
  },
  {
    minutesAgo: 204,
    from: person('Kwame Mensah', 'kwame@harbourchoir.example'),
    subject: '[choir] Bar 84, and coats',
    list: choir,
    text: `Dear all,

please mark a breath before bar 84, everybody ran out of air there on Tuesday, including me, and I was only waving.

Somebody went home in the wrong coat again. It has a pencil and a tram ticket to the zoo in the left pocket.

The chapel is ours until nine.
Kwame`,
  },
  {
    minutesAgo: 236,
    from: person('田中 愛子', 'aiko@tanaka-paper.example'),
    subject: '和紙の見本をお送りしました',
    offset: 540,
    unread: true,
    format: 'base64',
    text: `いつもお世話になっております。

和紙の見本を三種類、本日の便でお送りしました。二枚目は楮だけで漉いたもので、光に透かすと繊維がよく見えます。

木曜日の資料には、ご希望の三ページ目を加えました。お気づきの点があればお知らせください。

田中愛子
Tanaka Paper、金沢`,
  },
  {
    minutesAgo: 281,
    from: person('Grandmother', 'greta.vale@vale.example'),
    subject: 'It rattles',
    answered: true,
    thread: 'rattles',
    text: `Dear child,

the parcel has come and it rattles. I have put it on the piano and everybody who visits has to guess. So far: marbles (the postman), a clock in pieces (your uncle), and peas (the doctor, who is a serious man).

I shall open it on Sunday, with witnesses.

Your Grandmother`,
  },
  {
    minutesAgo: 262,
    from: 'me',
    to: [person('Grandmother', 'greta.vale@vale.example')],
    subject: 'Re: It rattles',
    thread: 'rattles',
    folder: 'sent',
    text: `The doctor is closest. Do not let anybody shake it near a candle.

I ring on Sunday at four, and want to hear it opened.`,
  },
  {
    minutesAgo: 325,
    from: person('Home Weather', 'watch@homeweather.example'),
    subject: 'Frost on Thursday night',
    automatic: true,
    text: `Minus two expected between three and six in the morning, in the hollows minus four.

Bring in the fig, cover the early potatoes, and drain the hose.`,
  },
  {
    minutesAgo: 372,
    from: person('Paul Okafor', 'paul.okafor@riverside.example'),
    cc: [ines],
    subject: 'Re: Boat on the 14th',
    thread: 'boat',
    text: `Fine with me, as long as we are back before the last ferry. I have found the rope. It was holding up the tomatoes.`,
  },
  {
    minutesAgo: 418,
    from: person('Freya Halvorsen', 'freya@fjordhus.example'),
    subject: 'The hut is yours from the 9th',
    format: 'flowed',
    text: `The hut is yours from the 9th to the 13th. The stove draws best if you open the small window first and apologise to it.

Water comes from the tap by the woodpile until the frost, afterwards from the lake. The ferry man is called Sverre and likes to be asked about his knee.

The key is where it was.
Freya`,
  },
  {
    minutesAgo: 466,
    from: person('Mill Lane School', 'office@milllaneschool.example'),
    subject: 'Class trip to the Harbour Museum: form by Friday',
    unread: true,
    automatic: true,
    text: `Dear parents,

class 3b travels to the Harbour Museum next Wednesday. Please send back the form with one signature, and pack something to eat that does not leak.

We need two grown-ups to come along. Last year's two have asked to be excused.`,
    attachments: [
      {
        kind: 'paper',
        title: 'Form 3b',
        lines: ['My child may come along:  yes / no', 'May eat fish:  yes / no', 'Signature'],
      },
    ],
  },
  {
    minutesAgo: 521,
    from: person('Jürgen Schäfer', 'juergen@schaefer.example'),
    subject: 'Führung am Samstag: wer übernimmt die Kinder?',
    format: 'latin1',
    text: `Liebe Leute,

am Samstag führen wir zwei Gruppen durch die Druckerei. Ich übernehme die Großen, für die Kleinen suche ich jemanden mit Geduld und dunkler Kleidung, denn es wird gedruckt.

Der Kaffee ist gesichert, der Kuchen noch nicht.

Schöne Grüße
Jürgen`,
  },
  {
    minutesAgo: 585,
    from: person('The Slow Letter', 'editor@slowletter.example'),
    subject: 'What a village post office knew',
    automatic: true,
    text: `Issue 41. Before the telephone there was a man with a bicycle who knew which letters to carry slowly.

In Sankt Veit the counter opened at six, and by seven it was known who had written to whom, who had not, and who was pretending not to wait. We found the ledger. In the margin of each page the postmistress kept a second account, in pencil, of the weather and of people's faces.

"Good news for the baker," it says on a Tuesday in March. "He does not know it yet."

Also in this issue: how to fold a letter so that it opens by itself, and a reader's reply that took eleven years.`,
    page: {
      colour: '#8a5a10',
      unsubscribe: 'https://slowletter.example/leave/41',
      pixel: 'https://px.lettermetrics.example/o/41.gif',
      blocks: [
        {
          kind: 'image',
          url: 'https://images.slowletter.example/41/counter.jpg',
          alt: 'The counter in Sankt Veit',
          width: 600,
          height: 280,
        },
        { kind: 'button', text: 'Read the ledger', url: 'https://slowletter.example/read/41?utm_source=letter' },
      ],
    },
  },
  {
    minutesAgo: 648,
    from: anders,
    subject: 'Re: Our game',
    thread: 'chess',
    unread: true,
    text: `17. Nf3. I have looked at it for nine days and it is either very good or the end of me.

The snow is up to the letterbox, so take your time.`,
    offset: 60,
  },
  {
    minutesAgo: 702,
    from: person('Town Library', 'loans@townlibrary.example'),
    subject: 'Your reservation has come in',
    automatic: true,
    text: `"The Lisbon Letters" is waiting for you at the desk until next Tuesday. The reader before you left a pressed flower at page 118 and asks that it stay there.`,
  },
  {
    minutesAgo: 760,
    from: person('Priya Raman', 'priya.raman@monsoon.example'),
    subject: 'Kochi, in the rain 🌧️',
    offset: 330,
    text: `It rained for three days and then, for one hour, the whole harbour turned gold. I ran out in my slippers.

Here is the picture. Print it small; it is louder than you think. 🛶✨`,
    attachments: [
      { kind: 'picture', number: 4, inline: true },
      { kind: 'photograph', kilobytes: 96 },
    ],
  },
  {
    minutesAgo: 829,
    from: person('Ayo Adeyemi, second floor', 'ayo@milllane4.example'),
    subject: 'A parcel of yours is with us',
    text: `It is the size of a sewing machine and my son has been told not to sit on it. Ring any time before nine.

PS: was that you, singing? More of that, please.`,
  },
  {
    minutesAgo: 911,
    from: person('Soil & Season', 'hello@soilandseason.example'),
    subject: 'What to sow this week',
    automatic: true,
    text: `Broad beans, if the ground lets the fork in. Sweet peas on the windowsill. Nothing else, whatever the packets say.

This week: why the compost sulks, a wall for a fig, and a letter from a reader who has grown the same leek for thirty years.`,
    page: {
      colour: '#22614a',
      unsubscribe: 'https://soilandseason.example/leave/77',
      pixel: 'https://open.mailtrack.example/o/77.gif',
    },
  },
  {
    minutesAgo: 985,
    from: person('Νίκος Παπαδάκης', 'nikos@limani.example'),
    subject: 'Λάδι από το χωριό',
    offset: 120,
    text: `Καλημέρα,

σας έστειλα δύο μπουκάλια λάδι με τον ξάδελφο που έρχεται την Παρασκευή. Θα τον γνωρίσετε από το μπλε κασκόλ και από το ότι μιλάει σε όλους.

Φέτος βγήκε πικρό και όμορφο. Θέλει μόνο ψωμί.

Νίκος`,
  },
  {
    minutesAgo: 1040,
    from: person('Brandt & Partner', 'brandt@steuer-brandt.example'),
    subject: 'Receipts for March, and one question',
    unread: true,
    text: `Thank you, all of it is here and in envelopes, which has not happened to us since 2009.

One question: the entry of 118.00 on the 12th says "goose". Was that a meal with a client, a purchase for the museum, or private? Each is possible, but they go into different columns.

The summary is attached. If it is right, a yes is enough.

Oliver Brandt`,
    attachments: [
      {
        kind: 'table',
        name: 'march.csv',
        rows: [
          ['date', 'what', 'amount'],
          ['2026-03-04', 'paper', '84.20'],
          ['2026-03-12', 'goose', '118.00'],
          ['2026-03-27', 'postage', '24.00'],
        ],
      },
    ],
  },
  {
    minutesAgo: 1096,
    from: 'me',
    to: [ines],
    cc: [paul],
    subject: 'Boat on the 14th',
    thread: 'boat',
    folder: 'sent',
    text: `Shall we take the boat out once more on the 14th, before it goes into the shed? I can have it at the jetty by ten.

We need a rope, sandwiches, and somebody who remembers how the pump works.`,
  },
  {
    minutesAgo: 1121,
    from: person('Elena Rossi', 'elena.rossi@bottega.example'),
    subject: 'The lemon tart, at last',
    text: `You asked three times, so here it is, and you must promise to rest the dough overnight.

200 g flour, 100 g butter, 80 g sugar, one egg. For the top: four lemons, four eggs, and as much sugar as you can bear. Bake it until it trembles and no longer.

My mother says the secret is to be alone in the kitchen.`,
  },
  {
    minutesAgo: 1179,
    from: person('Ines Aubert', 'ines@aubert.example'),
    subject: '[garden] Seed swap: who brings what',
    list: garden,
    unread: true,
    text: `So far: beans (me), three kinds of tomato (Paul), dahlia tubers the size of a fist (Zofia), and a box marked "probably leeks".

Still wanted: labels, a second table, and somebody who can tell parsley from hemlock.

Saturday at two, by the water butt. If it rains, in the shed, closer together.`,
  },
  {
    minutesAgo: 1243,
    from: person('Papeterie Lenoir', 'orders@papeterie-lenoir.example'),
    subject: 'Receipt 4410-207',
    automatic: true,
    text: `Merci, and thank you. Four parcels, because the laid paper does not like to be folded.

Laid paper, 50 sheets: EUR 48.00
Sealing wax, brass: EUR 12.50
Total, tax included: EUR 60.50

Hélène packed it and has put in a sheet of the vergé, for you to hold up to the light.`,
    page: { colour: '#3b5a78' },
    attachments: [
      {
        kind: 'paper',
        title: 'Invoice 4410-207',
        lines: ['Laid paper, 50 sheets   48.00', 'Sealing wax, brass   12.50', 'Total EUR 60.50'],
      },
    ],
  },
  {
    minutesAgo: 1310,
    from: person('Sofia Lindqvist', 'sofia@lindqvist.example'),
    subject: 'The photograph of Mother',
    starred: true,
    text: `I had it scanned at the library, in the highest quality they have, so mind the size.

Look at her left hand. I had always thought she was waving. She is holding a letter out of the wind.`,
    attachments: [{ kind: 'photograph', kilobytes: 400 }],
  },
  {
    minutesAgo: 1377,
    from: person('Zahnarztpraxis Dr. Lorenz', 'termine@praxis-lorenz.example'),
    subject: 'Ihr Termin am Donnerstag, 8:30 Uhr',
    automatic: true,
    format: 'quoted',
    text: `Guten Tag,

wir erinnern an Ihren Termin am Donnerstag um 8:30 Uhr. Sollten Sie verhindert sein, genügt ein Anruf bis zum Vortag.

Bitte früh losfahren: Die Brücke ist gesperrt, und der Umweg ist länger, als man glaubt.`,
  },
  {
    minutesAgo: 1432,
    from: person('Noor Visser', 'noor@visser.example'),
    subject: 'Would you read this before I send it?',
    unread: true,
    text: `It is the application for the bindery. One page, I counted the words, and took out "passionate" wherever it stood.

I am afraid the second paragraph boasts. My sister says it finally does not grovel. You know both of us.

Thank you, thank you.
Noor`,
    attachments: [
      {
        kind: 'paper',
        title: 'Application, Noor Visser',
        lines: ['To the Bindery at the Canal', '', 'I repair books, and I should like to learn to make them.'],
      },
    ],
  },
  {
    minutesAgo: 1498,
    from: 'me',
    to: [marta],
    cc: [jonas],
    subject: 'Re: Proofs for the spring catalogue',
    thread: 'proofs',
    folder: 'sent',
    text: `The green, please, if the paper lets us. I am in on Tuesday and on Thursday, mornings are best.

I will look for the old price on page twelve.`,
  },
  {
    minutesAgo: 1533,
    from: person('Night Trains Weekly', 'post@nighttrains.example'),
    subject: 'To Ghent, asleep',
    automatic: true,
    text: `The dining car is back between Lindau and Ghent, with tablecloths, and with soup that stays in the bowl.

Also: which berth is quietest (the middle one, car 23), and a timetable worth reading aloud.`,
    page: {
      colour: '#3b5a78',
      unsubscribe: 'https://nighttrains.example/leave/9',
      pixel: 'https://px.lettermetrics.example/o/nt9.gif',
    },
  },
  {
    minutesAgo: 1598,
    from: person('ليلى حداد', 'leila.haddad@cedar.example'),
    subject: 'شكرًا على الكتاب',
    offset: 120,
    text: `مساء الخير،

وصل الكتاب بالأمس وقرأت نصفه قبل أن يبرد الشاي. المترجمة تستحق تمثالًا، أو على الأقل عشاءً.

أمي تسأل إن كنت ستأتي يوم الجمعة، وتقول إن العدس لا ينتظر أحدًا.

ليلى`,
  },
  {
    minutesAgo: 1660,
    from: marta,
    cc: [jonas],
    subject: 'Proofs for the spring catalogue',
    thread: 'proofs',
    answered: true,
    text: `Hello both,

the first sheets are dry. Do you want the green or the grey for the cover? On the screen they are sisters, on paper they are not even cousins.

Tell me which days you are in this week.

Marta`,
  },
  {
    minutesAgo: 1722,
    from: person('Hugo Vermeulen', 'hugo@grachtwerk.example'),
    subject: 'Roof: what we found',
    offset: 60,
    text: `Good news and a nest. The tiles on the north side are sound, the gutter has come away over the kitchen, and behind the chimney live jackdaws, who were not pleased.

The gutter is a morning's work, 225.00 with material. The jackdaws we leave until they have finished.

Hugo`,
    attachments: [
      {
        kind: 'paper',
        title: 'Offer, gutter north side',
        lines: ['One morning, two people', 'Material included', 'EUR 225.00'],
      },
    ],
  },
  {
    minutesAgo: 1790,
    from: person('Lamp & Ledger Books', 'shop@lampandledger.example'),
    subject: 'We kept the last one for you',
    automatic: true,
    text: `"A History of Paper", second hand, with somebody's railway ticket at page 60. It is behind the counter under your name.

No hurry. We like having it here.`,
    page: { colour: '#6b4a6e', unsubscribe: 'https://lampandledger.example/preferences/r' },
  },
  {
    minutesAgo: 1855,
    from: person('Omar Benali', 'omar@benali.example'),
    subject: 'Returned with thanks, and a stain',
    text: `I finished it at two in the morning and then simply sat there. The stain on page 91 is coffee and entirely the author's fault: nobody warned me about the aunt.

I have put a new jacket on it to make up for it. Same time on Wednesday?`,
  },
  {
    minutesAgo: 1921,
    from: person('Jonas Weber', 'jonas.weber@lindenhof.example'),
    subject: 'Boiler inspection',
    thread: 'boiler',
    text: `It makes the noise again, the one like somebody moving chairs in a church. I have written to the fitter.

Do you remember when it was last opened? There is a sticker, but the sun has read it.`,
  },
  {
    minutesAgo: 1984,
    from: person('Mateo Álvarez', 'mateo@alvarez.example'),
    subject: '¿Y si vamos en tren? 🚂',
    offset: -180,
    text: `He mirado los horarios: hay uno que sale a las nueve y llega a tiempo para comer. Pasa junto al mar durante cuarenta minutos, siempre a la izquierda.

Reservo dos asientos si me dices que sí antes del jueves.`,
  },
  {
    minutesAgo: 2046,
    from: person('Spoke Lane Cycles', 'shop@spokelane.example'),
    subject: 'Brass bells are back on the shelf',
    automatic: true,
    text: `Forty of them, made in Porto by two brothers who disagree about the tone. Ours is the lower one.

Until Saturday we fit it while you wait, and the waiting comes with tea.`,
    page: {
      colour: '#a63d2f',
      unsubscribe: 'https://spokelane.example/leave/bells',
      pixel: 'https://click.adpost.example/p/bells.png',
      blocks: [
        { kind: 'image', url: 'https://cdn.spokelane.example/bell.jpg', alt: 'A brass bell', width: 280, height: 200 },
      ],
    },
  },
  {
    minutesAgo: 2103,
    from: person('Zofia Wójcik', 'zofia@wojcik.example'),
    subject: 'Sixty, apparently',
    text: `They tell me it is a round number and must be celebrated. I have agreed on the following terms: no speeches, no surprise, one accordion at most.

The 21st, from three, in the orchard. Bring a chair you trust.`,
  },
  {
    minutesAgo: 2171,
    from: person('Kitchen Table', 'cook@kitchentable.example'),
    subject: 'A pot of white beans',
    automatic: true,
    text: `Soak them tonight and you have supper for three days. Sage if you have it, the end of a cheese if you do not.

And a reader's question: may one put carrots in? One may.`,
    page: { colour: '#b4692b', unsubscribe: 'https://kitchentable.example/leave/3' },
  },
  {
    minutesAgo: 2235,
    from: person('Luca Ferrari', 'luca@mulino.example'),
    subject: 'Rye, milled yesterday',
    text: `Your five kilos are milled and resting. Let it stand open for a day; it is still warm and full of itself.

The millstone has been dressed, so it is finer than the last. Use a little more water than you think.`,
  },
  {
    minutesAgo: 2301,
    from: person('Lindenhof Energy', 'meter@lindenhof-energy.example'),
    subject: 'Reading received, thank you',
    automatic: true,
    text: `We have noted 4,817 for your meter. That is a little less than at this time last year. Nothing needs to be done.`,
  },
  {
    minutesAgo: 2360,
    from: 'me',
    to: [anders],
    subject: 'Our game',
    thread: 'chess',
    folder: 'sent',
    text: `16. ... Bd6. I know. But you left the window open and I could not resist looking in.

How deep is the snow?`,
  },
  {
    minutesAgo: 2412,
    from: person('Amara Diallo', 'amara@diallo.example'),
    subject: 'The quilt is finished',
    starred: true,
    text: `Four hundred and twelve pieces, and the last one is from your old blue shirt, the one you said you had thrown away. I had it out of the bag before the bag was out of the door.

It hangs in the library until the end of the month. Go and find your square.`,
  },
];
