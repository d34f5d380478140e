/** ASCII as East Asian input methods write it in full width. */
export function fullWidth(ascii: string): string {
  return ascii.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
}
