/** Where the surfaces are, as the outside sees them; no trailing slash. */
export abstract class VerificationSettings {
  /** {base_url}: the human page and the rubric are there. */
  abstract readonly publicBaseUrl: string;
}
