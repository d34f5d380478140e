/** The caller may not call this route. `text` is for the client. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused';

  constructor(
    readonly kind: 'unauthenticated' | 'forbidden',
    readonly text: string,
  ) {
    super(text);
  }
}
