const canonical = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in its canonical form, as we store it: lower case with hyphens. */
export function isUuid(text: string): boolean {
  return canonical.test(text);
}

/** The canonical form of a UUID in any case (RFC 9562, 4); undefined for any other text. */
export function asUuid(text: string): string | undefined {
  const id = text.toLowerCase();
  return isUuid(id) ? id : undefined;
}
