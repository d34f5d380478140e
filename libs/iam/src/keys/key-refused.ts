/** A text is not an acceptable public key. `problem` follows the name of a field and is for the client: it quotes nothing of the text. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';

  constructor(readonly problem: string) {
    super(problem);
  }
}
