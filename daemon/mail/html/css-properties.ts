/**
 * CSS properties that a message may use: text, boxes, tables, columns and colours. Excluded are properties that move
 * a box out of its position (offsets, z-index, transform), run forever (animation, transition), have unbounded cost
 * (filters, blending), override the order of letters, or load resources.
 */
export const allowedProperties = new Set(
  `
  align-content align-items align-self aspect-ratio background background-attachment background-clip background-color
  background-image background-origin background-position background-position-x background-position-y background-repeat
  background-size border border-collapse border-color border-radius border-spacing border-style border-width
  border-block border-block-end border-block-start border-inline border-inline-end border-inline-start
  border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-left border-left-color border-left-style border-left-width border-right border-right-color
  border-right-style border-right-width border-top border-top-color border-top-left-radius border-top-right-radius
  border-top-style border-top-width block-size box-shadow box-sizing break-after break-before break-inside caption-side
  clear color column-count column-fill column-gap column-rule column-rule-color column-rule-style column-rule-width
  column-span column-width columns cursor direction display empty-cells flex flex-basis flex-direction flex-flow
  flex-grow flex-shrink flex-wrap float font font-family font-feature-settings font-kerning font-size font-size-adjust
  font-stretch font-style font-variant font-variant-caps font-variant-numeric font-weight gap grid grid-area
  grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap
  grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns
  grid-template-rows height hyphens inline-size justify-content justify-items justify-self letter-spacing line-break
  line-height list-style list-style-image list-style-position list-style-type margin margin-block margin-block-end
  margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right
  margin-top max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size min-width
  object-fit object-position opacity order outline outline-color outline-offset outline-style outline-width overflow
  overflow-wrap overflow-x overflow-y padding padding-block padding-block-end padding-block-start padding-bottom
  padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top place-content
  place-items place-self position row-gap tab-size table-layout text-align text-align-last text-combine-upright
  text-decoration text-decoration-color text-decoration-line text-decoration-skip-ink text-decoration-style
  text-decoration-thickness text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-indent
  text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust text-transform
  text-underline-offset text-underline-position text-wrap vertical-align visibility white-space widows
  width word-break word-spacing word-wrap writing-mode -webkit-text-fill-color -webkit-text-size-adjust
  -ms-text-size-adjust -moz-text-size-adjust -webkit-box-sizing -moz-box-sizing -webkit-border-radius
  -moz-border-radius -webkit-box-shadow`
    .trim()
    .split(/\s+/),
);

/** Whether a property may have a safe value: a message must stay in its box and not cover anything outside it. */
export function isAllowedValue(property: string, value: string): boolean {
  if (property === 'position') return /^(static|relative)$/i.test(value);
  if (property.startsWith('margin')) return !/(?:^|[\s(,*/])-/.test(value);
  return property !== 'cursor' || value !== 'none';
}

/**
 * Functions that compute a colour, a length or a gradient. Functions that fetch, or read an attribute, are excluded.
 */
export const allowedFunctions = new Set(
  `
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp minmax repeat fit-content
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient -webkit-linear-gradient -moz-linear-gradient`
    .trim()
    .split(/\s+/),
);
