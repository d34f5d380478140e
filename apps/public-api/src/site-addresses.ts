/** Where the two surfaces are, as the outside sees them; no trailing slash. */
export abstract class SiteAddresses {
  /** {base_url} */
  abstract readonly publicBaseUrl: string;
  /** {api_url} */
  abstract readonly platformBaseUrl: string;
}
