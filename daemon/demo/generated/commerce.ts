import type { DemoMessage, Person } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { isoDate } from '../writing-context.ts';
import { fillInMonth, renderSentence, parseSentences } from '../prose.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { threadHeadersOf } from './correspondence.ts';
import { htmlPage, plainPage } from './html-page.ts';
import type { Block, PageStyle } from './html-page.ts';

type Shop = { name: string; host: string; colour: string; goods: readonly string[] };

const shops: readonly Shop[] = [
  {
    name: 'Papeterie Lenoir',
    host: 'papeterie-lenoir.example',
    colour: '#3b5a78',
    goods: ['Laid paper, 50 sheets', 'Envelopes, cream', 'Sealing wax, brass', 'Ink, walnut', 'Notebook, stitched'],
  },
  {
    name: 'Harrow & Tine',
    host: 'harrowandtine.example',
    colour: '#22614a',
    goods: ['Seed drill', 'Twine, 200 m', 'Copper labels', 'Pruning knife', 'Watering can, 9 l'],
  },
  {
    name: 'Mulino Ferrari',
    host: 'mulino.example',
    colour: '#b4692b',
    goods: ['Rye flour, 5 kg', 'Semolina', 'Proving basket', 'Starter, dried', 'Linen cloth'],
  },
  {
    name: 'Spoke Lane Cycles',
    host: 'spokelane.example',
    colour: '#a63d2f',
    goods: ['Front wheel, 28"', 'Brass bell', 'Brake cable', 'Saddle bag', 'Lamp, dynamo'],
  },
  {
    name: 'Lamp & Ledger Books',
    host: 'lampandledger.example',
    colour: '#6b4a6e',
    goods: [
      'The Lisbon letters',
      'A history of paper',
      'Bees, an introduction',
      'Mountain diary',
      'Atlas of small islands',
    ],
  },
  {
    name: 'Nightjar Radio',
    host: 'nightjar.example',
    colour: '#1d2327',
    goods: ['Aerial, folding', 'Headphones, felt', 'Record sleeve, 12"', 'Valve set', 'Dial glass'],
  },
];

const promotionSubjects = parseSentences([
  'A quieter kind of sale',
  '@month in the shop',
  'Back on the shelf: what you asked for',
  'Free postage until {weekday}',
  'For the {part}s indoors',
  'New {colour}, same paper',
  'Ten minutes and a cup of tea',
  'Last {number} of the old stock',
  'Made in {town}, carried by train',
  '☀️ @month things',
]);

const promotionTexts = parseSentences([
  'We found {number} boxes in the back room, still in their {colour} wrappers.',
  'Everything is packed by {name} and posted the same {part}.',
  'If it does not please you, send it back with a line saying why; we read those.',
  'The {colour} one is our favourite, and we are not neutral.',
  'Until {weekday} the postage is on us.',
  'It is made in {town} by two sisters and a very old machine.',
  'You bought the smaller one in {month}; this is its elder brother.',
]);

function pageStyleOf(shop: Shop, footer: string): PageStyle {
  return { colour: shop.colour, brand: shop.name, footer };
}

export function promotion(context: WritingContext): DemoMessage {
  const { at, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const shop = draw.pick(shops);
  const title = fillInMonth(renderSentence(draw, draw.pick(promotionSubjects)), at);
  const token = draw.below(1_000_000_000).toString(36);
  const unsubscribe = `https://${shop.host}/preferences/${token}`;
  const look = {
    ...pageStyleOf(shop, `${shop.name}, 4 Mill Lane. You are a customer of ours.`),
    unsubscribe,
    pixel: `https://click.adpost.example/p/${token}.png`,
  };
  const blocks: Block[] = [
    {
      kind: 'image',
      url: `https://cdn.${shop.host}/season/${token}.jpg`,
      alt: `${shop.name}: ${title}`,
      width: 600,
      height: 320,
    },
    { kind: 'heading', text: title },
    {
      kind: 'text',
      text: [renderSentence(draw, draw.pick(promotionTexts)), renderSentence(draw, draw.pick(promotionTexts))].join(
        ' ',
      ),
    },
  ];
  for (const item of basket(draw, shop))
    blocks.push(
      {
        kind: 'image',
        url: `https://cdn.${shop.host}/goods/${draw.below(900)}.jpg`,
        alt: item[0],
        width: 280,
        height: 200,
      },
      { kind: 'text', text: `${item[0]}, ${item[1]}` },
    );
  blocks.push({ kind: 'button', text: 'Have a look', url: `https://click.adpost.example/c/${token}?to=${shop.host}` });
  return {
    ...threadHeadersOf(context),
    from: { name: shop.name, email: `shop@${shop.host}` },
    to: [context.owner],
    subject: title,
    offset: 60,
    headers: [
      ['List-Unsubscribe', `<${unsubscribe}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['Precedence', 'bulk'],
    ],
    text: plainPage(look, blocks),
    html: htmlPage(look, blocks),
  };
}

export function receipt(context: WritingContext): DemoMessage {
  const { at, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const shop = draw.pick(shops);
  const order = `${1000 + draw.below(9000)}-${draw.between(100, 999)}`;
  const items = basket(draw, shop);
  const total = items.reduce((sum, [, price]) => sum + Number(price.slice(4)), 0).toFixed(2);
  const look = pageStyleOf(shop, 'Keep this for your papers. Questions? Simply reply.');
  const blocks: Block[] = [
    { kind: 'heading', text: `Thank you, your receipt ${order}` },
    { kind: 'rows', rows: [...items, ['Total, tax included', `EUR ${total}`]] },
    { kind: 'text', text: `Paid by card on ${isoDate(at)}. Invoice number ${order}.` },
  ];
  const isAttached = draw.chance(0.4);
  return {
    ...threadHeadersOf(context),
    from: { name: shop.name, email: `orders@${shop.host}` },
    to: [context.owner],
    subject: draw.pick([`Receipt ${order}`, `Your order ${order}`, `Invoice ${order} from ${shop.name}`]),
    offset: 60,
    text: plainPage(look, blocks),
    html: htmlPage(look, blocks),
    attachments: isAttached
      ? [
          context.attachments.document(`Invoice ${order}`, [
            shop.name,
            isoDate(at),
            ...items.map(([name, price]) => `${name}  ${price}`),
            `Total  EUR ${total}`,
          ]),
        ]
      : undefined,
  };
}

type Carrier = { from: Person; track: string; number: (draw: Random) => string };

const digits = (draw: Random, length: number) => Array.from({ length }, () => draw.below(10)).join('');

/** Tracking numbers of invented carriers, in the formats of real carriers. */
const carriers: readonly Carrier[] = [
  {
    from: { name: 'Parcel service', email: 'parcel@parcelservice.example' },
    track: 'https://parcelservice.example/t/',
    number: (draw) => `JD0${digits(draw, 17)}`,
  },
  {
    from: { name: 'Swift & Dove', email: 'tracking@swiftanddove.example' },
    track: 'https://swiftanddove.example/track?id=',
    number: (draw) => `1Z${digits(draw, 6)}${digits(draw, 10)}`,
  },
  {
    from: { name: 'Royal Horn Post', email: 'noreply@hornpost.example' },
    track: 'https://hornpost.example/find/',
    number: (draw) => `RH${digits(draw, 9)}DE`,
  },
];

const deliveryStages = [
  ['On its way: parcel from {shop}', 'has left the depot and travels through the night'],
  ['Out for delivery today', 'is on the van and should be with you between 12:00 and 14:00'],
  ['Delivered: parcel from {shop}', 'was handed over at the door. Thank you for the wave'],
  ['Held at the post office', 'waits for you behind the counter for ten days; bring a signed card'],
] as const;

export function shipment(context: WritingContext): DemoMessage {
  const { at, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const carrier = draw.pick(carriers);
  const shop = draw.pick(shops);
  const number = carrier.number(draw);
  const [subject, news] = draw.pick(deliveryStages);
  const look: PageStyle = {
    colour: '#8a5a10',
    brand: carrier.from.name,
    footer: 'This message was sent by a machine that cannot read answers.',
  };
  const blocks: Block[] = [
    { kind: 'heading', text: subject.replace('{shop}', shop.name) },
    { kind: 'text', text: `Your parcel from ${shop.name} ${news}.` },
    {
      kind: 'rows',
      rows: [
        ['Tracking number', number],
        ['Weight', `${draw.between(2, 60) / 10} kg`],
        ['Expected', isoDate(at + 86_400)],
      ],
    },
    { kind: 'button', text: 'Follow the parcel', url: `${carrier.track}${number}` },
  ];
  return {
    ...threadHeadersOf(context),
    from: carrier.from,
    to: [context.owner],
    subject: subject.replace('{shop}', shop.name),
    offset: 60,
    headers: [['Auto-Submitted', 'auto-generated']],
    text: plainPage(look, blocks),
    html: htmlPage(look, blocks),
  };
}

function basket(draw: Random, { goods }: Shop): [string, string][] {
  const first = draw.below(goods.length);
  return Array.from({ length: draw.between(1, 3) }, (_, index) => [
    goods[(first + index) % goods.length] ?? '',
    `EUR ${(draw.between(35, 900) / 10).toFixed(2)}`,
  ]);
}
