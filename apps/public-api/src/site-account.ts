import { type SiteCookie } from '@governance/config';

/** How the site knows who is signed in to the console (ADR 58). */
export abstract class SiteAccount {
  /** Undefined if it does not know, and shows no account menu. */
  abstract readonly cookie: SiteCookie | undefined;
}
