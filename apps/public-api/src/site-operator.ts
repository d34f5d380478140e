/** Who operates the site, as every page shows it. Each member is "" if its setting is absent. */
export abstract class SiteOperator {
  abstract readonly name: string;
  abstract readonly contactUrl: string;
  abstract readonly privacyUrl: string;
}
