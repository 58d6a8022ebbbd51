import { textStates } from '../text/styles.ts';
import type { Attributes } from '../text/tags.ts';
import { black, contrastOf, readColour, white, type Colour } from './colours.ts';
import { cascade, readDeclarations } from './declarations.ts';
import type { StyleSheet } from './style-sheet.ts';

/** How text in an element looks. An unknown background is a picture, or a colour that cannot be read. */
export type Look = { colour: Colour | undefined; background: Colour | undefined; pixels: number };

export const pageLook: Look = { colour: black, background: white, pixels: 16 };

/** Below this contrast nobody reads a text. */
const minContrast = 1.3;
/** Below this size, in pixels, neither. */
const minPixels = 4;
/** Further outside than this, in pixels, nothing is seen. */
const farPixels = 150;

type Box = Map<string, string>;

/** How an element looks within its parent, and the `textStates` that follow. */
export function lookWithin(
  parent: Look,
  sheet: StyleSheet,
  { name, attributes }: { name: string; attributes: Attributes },
): { look: Look; sets: number; clears: number } {
  const box = cascade([...sheet(name, attributes), ...readDeclarations(attributes.style ?? '')]);
  const look = {
    colour: colourOf(box, attributes) ?? parent.colour,
    background: backgroundOf(box, attributes, parent.background),
    pixels: pixelsOf(box, parent.pixels),
  };
  const faded = isFaded(look) ? textStates.faded : 0;
  const tiny = look.pixels < minPixels ? textStates.tiny : 0;
  const hidden = isRemoved(box) ? textStates.hidden : 0;
  // Colour and size are of the element itself, whatever its parents have.
  return { look, sets: faded | tiny | hidden, clears: textStates.faded | textStates.tiny };
}

function colourOf(box: Box, { color }: Attributes): Colour | undefined {
  const stated = box.get('-webkit-text-fill-color') ?? box.get('color') ?? color;
  return stated === undefined || stated === 'inherit' ? undefined : readColour(stated);
}

function backgroundOf(box: Box, { bgcolor }: Attributes, parent: Colour | undefined): Colour | undefined {
  const [shorthand, colour] = [box.get('background'), box.get('background-color')];
  const picture = box.get('background-image') ?? shorthand ?? '';
  if (/url\(|gradient/.test(picture)) return undefined;
  const stated = colour ?? shorthand ?? bgcolor;
  if (stated === undefined || stated === 'inherit' || stated === 'none') return parent;
  const read = readColour(stated) ?? stated.split(/\s+/).map(readColour).find(Boolean);
  return read && read.alpha < 0.1 ? parent : read;
}

function pixelsOf(box: Box, parent: number): number {
  const shorthand = /(?:^|\s)([\d.]+(?:px|pt|r?em|%)?)(?:\s*\/|\s)/.exec(box.get('font') ?? '')?.[1];
  const stated = box.get('font-size') ?? shorthand;
  const size = Number.parseFloat(stated ?? '');
  if (stated === undefined || !Number.isFinite(size)) return parent;
  if (stated.endsWith('rem')) return size * 16;
  if (stated.endsWith('em')) return size * parent;
  if (stated.endsWith('%')) return (size / 100) * parent;
  return stated.endsWith('pt') ? size * (4 / 3) : size;
}

function isFaded({ colour, background }: Look): boolean {
  if (!colour) return false;
  return colour.alpha < 0.1 || (background !== undefined && contrastOf(colour, background) < minContrast);
}

const lengthOf = (box: Box, property: string) => Number.parseFloat(box.get(property) ?? '');

/** Whether a box is not displayed, is outside the page, or has no room for its content. */
function isRemoved(box: Box): boolean {
  const states = ['display', 'visibility', 'content-visibility', 'mso-hide'].map((property) => box.get(property) ?? '');
  if (/^(none|hidden|collapse|all)$/m.test(states.join('\n'))) return true;
  if (lengthOf(box, 'opacity') < 0.1 || lengthOf(box, 'zoom') < 0.1) return true;
  if (/opacity\(\s*(0?\.0\d*|0)%?\s*\)/.test(box.get('filter') ?? '')) return true;
  return isOutside(box) || isClipped(box);
}

function isOutside(box: Box): boolean {
  const isPositioned = /^(absolute|fixed|relative)$/.test(box.get('position') ?? '');
  const places = isPositioned ? ['left', 'top', 'right', 'bottom'] : [];
  if ([...places, 'text-indent', 'margin-left', 'margin-top'].some((each) => lengthOf(box, each) < -farPixels))
    return true;
  const transform = box.get('transform') ?? '';
  const moved = /translate[xy3d]*\(([^()]*)\)/.exec(transform)?.[1]?.split(',') ?? [];
  return (
    /scale[xy]?\(\s*0?(\.0\d*)?\s*[,)]/.test(transform) || moved.some((part) => Number.parseFloat(part) < -farPixels)
  );
}

function isClipped(box: Box): boolean {
  if (/^rect\(\s*(0|1px)/.test(box.get('clip') ?? '')) return true;
  if (/^(inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0)/.test(box.get('clip-path') ?? '')) return true;
  const isTiny = ['height', 'max-height', 'width', 'max-width'].some((property) => lengthOf(box, property) <= 1);
  const isPercent = /%/.test(box.get('width') ?? '') && !isTiny;
  return isTiny && !isPercent && /^(hidden|clip)/.test(box.get('overflow') ?? '');
}
