/** The public addresses of the two surfaces, without a trailing slash. */
export abstract class SiteAddresses {
  /** {base_url} */
  abstract readonly publicBaseUrl: string;
  /** {api_url} */
  abstract readonly platformBaseUrl: string;
}
