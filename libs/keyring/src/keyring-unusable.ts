/** The keyring is missing, open to others, or damaged. The text names the file and the place, and never the content. */
export class KeyringUnusable extends Error {
  override readonly name = 'KeyringUnusable';

  constructor(
    readonly problem: string,
    file?: string,
  ) {
    super(`The keyring${file === undefined ? '' : ` file ${file}`} ${problem}.`);
  }
}
