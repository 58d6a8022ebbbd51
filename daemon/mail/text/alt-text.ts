/** Text without meaning: a file name, or the purpose of an image. */
const meaninglessAltPattern =
  /^(image|img|images?\s?\d*|photo|picture|pic|logo|banner|icon|spacer|pixel|divider|line|header|footer|bullet)$/i;
const fileNamePattern = /\.(png|gif|jpe?g|svg|webp|bmp|ico|tiff?)$/i;
const maxAltLength = 500;

/** The alternative text of an image if it has meaning; else empty. */
export function meaningfulAlt(alt: string): string {
  const text = alt.slice(0, maxAltLength).trim();
  return meaninglessAltPattern.test(text) ||
    fileNamePattern.test(text) ||
    !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
    ? ''
    : text;
}

/** The host of a web address, without `www.`; undefined for any other address. */
export function hostOf(address: string): string | undefined {
  return /^\s*https?:\/\/(?:[^/?#@\s]{0,200}@)?(?:www\.)?([^/?#:\s]{1,253})/i
    .exec(address.slice(0, 600))?.[1]
    ?.toLowerCase();
}
