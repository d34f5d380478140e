/** The issuer keys are missing, open to others, or damaged. The text names the file and the place, and never the content. */
export class IssuerKeysUnusable extends Error {
  override readonly name = 'IssuerKeysUnusable';

  constructor(problem: string, file?: string) {
    super(`The issuer key file${file === undefined ? '' : ` ${file}`} ${problem}.`);
  }
}
