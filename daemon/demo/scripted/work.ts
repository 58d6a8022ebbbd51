import { person } from './scripted-message.ts';
import type { ScriptedMessage } from './scripted-message.ts';

const pager = person('Pager Relay', 'relay@pager.lanternworks.example');
const ravi = person('Ravi Subramanian', 'ravi@lanternworks.example');
const dana = person('Dana Whitfield', 'dana@lanternworks.example');
const adaeze = person('Adaeze Obi', 'adaeze@lanternworks.example');
const builds = person('Build Watch', 'builds@ci.lanternworks.example');
const team = person('Everybody', 'team@lanternworks.example');
const museumTech = { tag: 'museum-tech', name: 'Museum Technology', host: 'lists.museumtech.example' };

/** The newest two days of the demo's work mailbox: Lantern Works, which makes tickets for small museums. */
export const workMessages: readonly ScriptedMessage[] = [
  {
    minutesAgo: 9,
    from: dana,
    subject: 'Quiet hour at the Clock House',
    unread: true,
    text: `Hiroshi has asked for a quiet hour on Wednesday mornings: no audio guides, the big clock stopped, ten visitors at a time. I think it is a lovely idea and also a new kind of ticket.

Could you look whether the ticket desk can already count to ten?

Dana`,
  },
  {
    minutesAgo: 22,
    from: pager,
    subject: 'Re: Canary rollout notes',
    thread: 'canary',
    automatic: true,
    unread: true,
    text: `Step 4 of 5: release 2.31 now serves 50% of sites.

Errors: 0.02% (before: 0.02%). Slowest answer at the 99th percentile: 214 ms (before: 231 ms).
One note from the front desk at the Glass Gallery: "It feels quicker." Attached to the record.

Next step in 60 minutes unless somebody holds it.`,
  },
  {
    minutesAgo: 41,
    from: person('Margaret Ellis', 'm.ellis@postalmuseum.example'),
    subject: 'Forty schoolchildren and one invoice',
    unread: true,
    text: `Dear Robin,

on Friday week we have forty children from Mill Lane School, four teachers and a driver who would like to see the horns. The school pays by invoice and has, as schools do, no card.

Can I book them in one go, or do I type "Child" forty times? I did it last year. I have not forgotten.

With kind regards
Margaret Ellis`,
  },
  {
    minutesAgo: 68,
    from: builds,
    subject: '[ticket-desk] main is green again',
    automatic: true,
    text: `branch: main
commit: "count to ten before closing the door" by Mei Lin Chua
tests: 1,284 passed, 2 skipped
duration: 4 minutes 12 seconds

The flaky test was not flaky. It was right about leap years.`,
  },
  {
    minutesAgo: 83,
    from: pager,
    subject: 'Re: Canary rollout notes',
    thread: 'canary',
    automatic: true,
    text: `Step 3 of 5: release 2.31 serves 25% of sites. Held for 20 minutes by Adaeze Obi ("lunch, and I want to watch it"), then released.

Errors: 0.02%. Queue at the label printer: 0.
Nothing needs to be done.`,
  },
  {
    minutesAgo: 105,
    from: ravi,
    subject: 'Re: The slow page is ours',
    thread: 'slow',
    unread: true,
    offset: 330,
    text: `Found it. We sort 40,000 bookings to show the first ten, on every page, for everybody. I am a little ashamed and very relieved.

With the right index it takes 0.3 ms. The change is nine lines, seven of which are a comment explaining why nobody should remove the other two.

Could you read it today?`,
    attachments: [
      {
        kind: 'table',
        name: 'before-after.csv',
        rows: [
          ['page', 'before ms', 'after ms'],
          ['bookings', '812', '3'],
          ['visitors', '640', '3'],
          ['refunds', '97', '5'],
        ],
      },
    ],
  },
  {
    minutesAgo: 133,
    from: person('Camille Fournier', 'camille@lanternworks.example'),
    subject: 'Déjeuner jeudi: who eats what',
    to: [team],
    text: `The little place by the canal can take us all on Thursday at half past twelve, if I say by tonight who eats fish.

Tobias, yes, there is the soup.`,
  },
  {
    minutesAgo: 158,
    from: person('Code Review', 'review@code.lanternworks.example'),
    subject: 'Tobias Krüger asked for your review: smaller queries',
    automatic: true,
    unread: true,
    text: `Files changed: 3. Checks: all green.

Tobias writes: I have named things after what they mean. If a name made you think, tell me, and I will find a plainer one.

https://code.lanternworks.example/changes/2214`,
  },
  {
    minutesAgo: 176,
    from: pager,
    subject: 'Re: Canary rollout notes',
    thread: 'canary',
    automatic: true,
    text: `Step 2 of 5: release 2.31 serves 10% of sites: the Paper Mill, the Toy Museum, and our own test desk.

Errors: 0.03%, all of them one browser from 2017 at the Paper Mill, which also failed before.`,
  },
  {
    minutesAgo: 219,
    from: person('Hiroshi Sato', 'hiroshi.sato@clockhouse.example'),
    subject: '静かな時間について',
    offset: 540,
    format: 'base64',
    text: `ベールさん

お世話になっております。水曜日の朝の「静かな時間」について、館長の了承をいただきました。大時計は十時に一度だけ止め、十一時に戻します。

定員は十名でお願いいたします。詳しくは木曜日の会議でご相談させてください。

佐藤 浩
時計館 来館者サービス`,
  },
  {
    minutesAgo: 258,
    from: person('Mei Lin Chua', 'meilin@lanternworks.example'),
    subject: 'I pulled the plug, on purpose',
    starred: true,
    offset: 480,
    text: `I tested the desk with the network cable out, the printer asleep and the clock an hour wrong, all at once, as it will be on a Saturday.

It sold eleven tickets, printed nine, remembered the other two, and said so in words. When I plugged everything back in, it printed them and apologised.

I have rarely been prouder of an error message.`,
    attachments: [{ kind: 'picture', number: 1, inline: true }],
  },
  {
    minutesAgo: 297,
    from: person('Riverside Bank Business', 'notice@riversidebank.example'),
    subject: 'Payment received: 1,240.00',
    automatic: true,
    text: `From: Harbour Museum
Reference: invoice 2026-118
Amount: EUR 1,240.00

The balance is shown in your banking page, never in a mail.`,
  },
  {
    minutesAgo: 344,
    from: adaeze,
    subject: 'Handover: a dull week, thank goodness',
    text: `You have the pager from tonight. The week in short:

Monday, the certificate renewed itself. Wednesday, an alert at four in the morning that was the clock change. I have taught it about clock changes. Otherwise nothing, and I slept.

Open: release 2.31 is on its way out by canary; it stops by itself if anything smells.

The charger is in the blue drawer.
Adaeze`,
  },
  {
    minutesAgo: 391,
    from: person('Ioanna Georgiou', 'ioanna@harbourmuseum.example'),
    subject: 'Οι ελληνικές επιγραφές / the Greek labels',
    offset: 120,
    unread: true,
    text: `Καλημέρα,

οι επιγραφές διαβάζονται ωραία. I read all forty aloud in the empty hall. Two are too long to be said in one breath, and in number seventeen the horn is "blown" in English but "sounds by itself" in Greek, which I would like to keep.

May we change the two and leave the ghost?

Ioanna`,
  },
  {
    minutesAgo: 437,
    from: person('Timed entry', 'calendar@lanternworks.example'),
    subject: 'Invitation: Review of timed entry',
    unread: true,
    text: 'Review of timed entry, with Dana, Mei Lin and the Clock House.',
    invite: { days: 2, hour: 9, minutes: 60, place: 'The back room, or https://meet.lanternworks.example/timed-entry' },
  },
  {
    minutesAgo: 492,
    from: person('Marta Nowak', 'marta@druckerei-nowak.example'),
    subject: 'Programme for the Glass Gallery: folds',
    text: `The fold now falls between two streets and not through the church. I moved the map four millimetres north, the vicar will not notice.

We can print 500 on Wednesday and the rest the week after. Say yes by tomorrow noon and I keep the machine inked.

Marta`,
    attachments: [{ kind: 'scan', title: 'Programme, folded', kilobytes: 82 }],
  },
  {
    minutesAgo: 548,
    from: 'me',
    to: [ravi],
    subject: 'The slow page is ours',
    thread: 'slow',
    folder: 'sent',
    text: `Margaret says the booking page "thinks before it speaks". I timed it at 812 ms with the Saturday data.

Do you have an hour this week to look at what it is thinking about?`,
  },
  {
    minutesAgo: 563,
    from: person('Changelog Courier', 'digest@changelogcourier.example'),
    subject: 'Boring storage, and why we like it',
    automatic: true,
    text: `This week: a team that deleted its cache and got faster, the index nobody used, and a runbook written as a letter to one's successor.

"If you are reading this at night," it begins, "put the kettle on first. It can wait three minutes, and you will need your hands."`,
    page: {
      colour: '#3b5a78',
      unsubscribe: 'https://changelogcourier.example/leave/88',
      pixel: 'https://px.lettermetrics.example/o/88.gif',
    },
  },
  {
    minutesAgo: 631,
    from: person('Yusuf Demir', 'yusuf@glassgallery.example'),
    subject: 'The poster at A2',
    offset: 180,
    text: `It hangs in the stairwell and people stop in front of it, which is inconvenient for the stairs and wonderful for us.

One wish from the director: could the opening hours be larger than our name? She says nobody comes to read our name.

Yusuf`,
  },
  {
    minutesAgo: 695,
    from: person('Fatima El Idrissi', 'fatima@papermill.example'),
    subject: 'Which button the teachers press',
    text: `I sat behind two teachers while they booked, and did not say a word, as you asked. Both looked for "Class". Both found "Group (10+)". One of them said "we are not a group, we are 3b".

Could it say "School class"?

Fatima`,
  },
  {
    minutesAgo: 770,
    from: person('Oliver Brandt', 'brandt@steuer-brandt.example'),
    subject: 'Figures for the quarter',
    unread: true,
    text: `The quarter is closed and friendly. You are 1,750 under budget, mostly because nothing broke.

Two invoices are open, both from museums, both polite. I would wait a week before writing.

The sheet is attached. The second page says what it does not include.`,
    attachments: [
      { kind: 'paper', title: 'Quarter one', lines: ['Income   48,220.00', 'Costs   41,070.00', 'Open   2,480.00'] },
      {
        kind: 'table',
        name: 'quarter-one.csv',
        rows: [
          ['month', 'income', 'costs'],
          ['January', '15,100', '13,890'],
          ['February', '14,870', '13,420'],
          ['March', '18,250', '13,760'],
        ].map((row) => row.map((cell) => cell.replace(',', ''))),
      },
    ],
  },
  {
    minutesAgo: 844,
    from: person('Siobhan Kelly', 'siobhan@toymuseum.example'),
    subject: 'The Saturday queue',
    answered: true,
    thread: 'queue',
    text: `It went round the corner, past the bakery and back to itself, so that the last family stood next to the first and they became friends.

And yet nobody waited longer than nine minutes; I measured. Your little screen with "about five minutes from here" did more for the mood than the balloons.

Siobhan`,
  },
  {
    minutesAgo: 812,
    from: 'me',
    to: [person('Siobhan Kelly', 'siobhan@toymuseum.example')],
    subject: 'Re: The Saturday queue',
    thread: 'queue',
    folder: 'sent',
    text: `A queue that meets itself is the best report we have had all year. May we put it on the wall, with your name?`,
  },
  {
    minutesAgo: 933,
    from: builds,
    subject: '[label-printer] Build 918 failed: 1 test',
    automatic: true,
    text: `branch: paper-that-is-nearly-out
commit: "say it before it runs out" by Chidi Eze
failed: warns when fewer than twenty labels are left

expected "about twenty labels left", got "about -1 labels left"`,
  },
  {
    minutesAgo: 1012,
    from: person('Lars Nygaard', 'lars@instrumentcollection.example'),
    subject: '[museum-tech] One stubborn arrow',
    list: museumTech,
    text: `We have turned our pages round for Arabic and Hebrew, and everything mirrors as it should, apart from one arrow, which insists on pointing at the cloakroom.

Has anybody met it? It is a picture and not a character, so it does not know which way it is facing.

Lars`,
  },
  {
    minutesAgo: 1105,
    from: person('Harbour Hosting', 'billing@harbourhosting.example'),
    subject: 'Invoice 2026-0418',
    automatic: true,
    text: `Two small machines, one backup, one month: EUR 59.00. It will be collected on the 5th.

It is 36.40 less than last month, because you deleted what nobody read. Well done.`,
    page: { colour: '#1d2327' },
    attachments: [
      { kind: 'paper', title: 'Invoice 2026-0418', lines: ['Two small machines', 'One backup', 'EUR 59.00'] },
    ],
  },
  {
    minutesAgo: 1208,
    from: person('Chidi Eze', 'chidi@lanternworks.example'),
    subject: 'About minus one labels',
    text: `I saw the build. The printer answers "255" when it has run out and we believed it. I have asked the manufacturer whether that is on purpose, and they said "historically".

It will say "no labels left, the box is under the stairs" by tonight.

Chidi`,
  },
  {
    minutesAgo: 1345,
    from: person('Swift & Dove', 'tracking@swiftanddove.example'),
    subject: 'Delivered: 20 rolls of ticket paper',
    automatic: true,
    text: `Handed over at the front desk and signed for by "the plant by the window".

Tracking number: 1Z8846120391046625`,
    page: {
      colour: '#8a5a10',
      blocks: [
        { kind: 'button', text: 'See the signature', url: 'https://swiftanddove.example/track?id=1Z8846120391046625' },
      ],
    },
  },
  {
    minutesAgo: 1466,
    from: pager,
    subject: 'Canary rollout notes',
    thread: 'canary',
    automatic: true,
    text: `Release 2.31 begins today. Step 1 of 5: our own test desk only.

What is in it: the index Ravi found, "School class" instead of "Group (10+)", and a printer that counts down to zero.
How to hold it: answer HOLD, or press the red key on the relay. It stops by itself above 0.5% errors.

On call: Adaeze Obi, from tonight Robin Vale.`,
  },
  {
    minutesAgo: 1570,
    from: person('Museum Practice', 'letter@museumpractice.example'),
    subject: 'Opening hours as hospitality',
    automatic: true,
    text: `Why the door that opens at ten should be unlocked at five to.

Also: labels that people read (they are shorter than you think), and a year of timed entry at three small houses.`,
    page: {
      colour: '#a63d2f',
      unsubscribe: 'https://museumpractice.example/leave/12',
      pixel: 'https://open.mailtrack.example/o/mp12.gif',
    },
  },
  {
    minutesAgo: 1688,
    from: person('Tobias Krüger', 'tobias@lanternworks.example'),
    subject: 'Wer hat die Leiter?',
    to: [team],
    format: 'latin1',
    text: `Die lange Leiter ist weg, und die Birne über dem Drucker ist durchgebrannt. Es könnte ein Zusammenhang bestehen.

Wer sie hat, möge sie bitte zurückstellen, bevor jemand auf den Stuhl mit den Rollen steigt. Schöne Grüße, Tobias`,
  },
  {
    minutesAgo: 1815,
    from: person('Uptime Lantern', 'eyes@uptimelantern.example'),
    subject: 'Weekly report: 100%',
    automatic: true,
    text: `Checked every minute from Tartu, Porto and Kanazawa. No outage in the last 31 days.

Slowest answer: 812 ms, on the booking page, on Saturday at eleven.`,
  },
  {
    minutesAgo: 1990,
    from: dana,
    subject: 'The apprentice, from September',
    starred: true,
    text: `I talked to Wanjiru again. She listened for twenty minutes and then asked who reads the error messages aloud before we ship them. I said nobody. She said she would.

I should like to offer her the place. Is there anything you want to ask her first?

Dana`,
  },
  {
    minutesAgo: 2210,
    from: person('Town Fire Watch', 'fire@townhall.example'),
    subject: 'Inspection of extinguishers, Mill Lane',
    automatic: true,
    text: `An inspector calls on Thursday between nine and eleven. Please see that the extinguisher by the kitchen can be reached; last year it held the coats.`,
  },
];
