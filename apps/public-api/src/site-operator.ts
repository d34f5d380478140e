/** Who operates the site, as every page shows it. */
export abstract class SiteOperator {
  /** "" if its setting is absent. */
  abstract readonly name: string;
  abstract readonly contactUrl: string;
  abstract readonly privacyUrl: string;
}
