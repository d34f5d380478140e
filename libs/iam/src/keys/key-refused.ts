/** A text is no public key that may be used. `problem` continues the name of a field and is fit for the client: it repeats nothing of the text. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';

  constructor(readonly problem: string) {
    super(problem);
  }
}
