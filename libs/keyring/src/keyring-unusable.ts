/** The keyring is missing, readable by others, or damaged. The message names the file and the place, never the content. */
export class KeyringUnusable extends Error {
  override readonly name = 'KeyringUnusable';

  constructor(
    readonly problem: string,
    file?: string,
  ) {
    super(`The keyring${file === undefined ? '' : ` file ${file}`} ${problem}.`);
  }
}
