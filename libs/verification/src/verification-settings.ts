/** The public addresses of the surfaces, without a trailing slash. */
export abstract class VerificationSettings {
  /** {base_url}: serves the verification page and the rubric. */
  abstract readonly publicBaseUrl: string;
}
