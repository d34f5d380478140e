/**
 * The same program in ASCII. Node keeps a file with one letter beyond Latin-1 in two bytes for each, for as long as it runs:
 * 10 to 15 MiB more for a program of ours. esbuild escapes such letters but for those in regular expressions and
 * comments, where an escape means what the letter does.
 * @throws for a letter behind a backslash, of which the escape would make something else.
 */
export function asciiSource(text) {
  return text.replaceAll(/(\\?)([\u0080-\uffff])/g, (_match, backslash, letter) => {
    if (backslash !== '') throw new Error(`Letter ${letter} behind a backslash`);
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
