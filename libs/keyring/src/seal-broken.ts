/** This keyring cannot open a sealed value. The message names the column, never content, row or key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';

  constructor(column: string, reason: string) {
    super(`A sealed value of ${column} cannot be opened: ${reason}.`);
  }
}
