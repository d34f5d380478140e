/** A sealed value that this keyring cannot open. Says which column, and never any content, row or key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';

  constructor(column: string, reason: string) {
    super(`A sealed value of ${column} cannot be opened: ${reason}.`);
  }
}
