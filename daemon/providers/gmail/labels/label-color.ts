/** The background colors that Gmail allows for labels (Gmail API, "Resource: Label"). */
const backgrounds = (
  '000000 434343 666666 999999 cccccc efefef f3f3f3 ffffff fb4c2f ffad47 fad165 16a766 43d692 4a86e8 a479e2 f691b3 f6c5be ' +
  'ffe6c7 fef1d1 b9e4d0 c6f3de c9daf8 e4d7f5 fcdee8 efa093 ffd6a2 fce8b3 89d3b2 a0eac9 a4c2f4 d0bcf1 fbc8d9 e66550 ffbc6b ' +
  'fcda83 44b984 68dfa9 6d9eeb b694e8 f7a7c0 cc3a21 eaa041 f2c960 149e60 3dc789 3c78d8 8e63ce e07798 ac2b16 cf8933 d5ae49 ' +
  '0b804b 2a9c68 285bac 653e9b b65775 822111 a46a21 aa8831 076239 1a764d 1c4587 41236d 83334c 464646 e7e7e7 0d3472 b6cff5 ' +
  '0d3b44 98d7e4 3d188e e3d7ff 711a36 fbd3e0 8a1c0a f2b2a8 7a2e0b ffc8af 7a4706 ffdeb5 594c05 fbe983 684e07 fdedc1 0b4f30 ' +
  'b3efd3 04502e a2dcc1 c2c2c2 4986e7 2da2bb b99aff 994a64 f691b2 ff7537 ffad46 662e37 ebdbde cca6ac 094228 42d692'
).split(' ');

type LabelColor = { backgroundColor: string; textColor: string };

/** The color of Gmail that is nearest to `color` (`#rgb` or `#rrggbb`), with a text color that is readable on it. */
export function nearestLabelColor(color: string): LabelColor {
  const wanted = channelsOf(color);
  const nearest = backgrounds.reduce((best, each) => (distance(each, wanted) < distance(best, wanted) ? each : best));
  const [red, green, blue] = channelsOf(nearest);
  const isLight = 0.299 * red + 0.587 * green + 0.114 * blue > 140;
  return { backgroundColor: `#${nearest}`, textColor: isLight ? '#000000' : '#ffffff' };
}

type Channels = [red: number, green: number, blue: number];

/** Weighted by how well people see differences of the channels. */
function distance(color: string, [red, green, blue]: Channels): number {
  const [r, g, b] = channelsOf(color);
  return 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
}

function channelsOf(color: string): Channels {
  const digits = color.replace('#', '');
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
}
