/**
 * A text with the full-width forms of ASCII characters, which East Asian input methods write, as ASCII (RFC 8265, 3.3: width
 * mapping). Nothing else changes: other look-alikes, such as a long s, stay what they are.
 */
export function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'));
}
