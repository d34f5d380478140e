/** The issuer key file is missing, readable by others, or damaged. The message names the file and the place, never the content. */
export class IssuerKeysUnusable extends Error {
  override readonly name = 'IssuerKeysUnusable';

  constructor(problem: string, file?: string) {
    super(`The issuer key file${file === undefined ? '' : ` ${file}`} ${problem}.`);
  }
}
