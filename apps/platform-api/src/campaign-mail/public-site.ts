/** Where the public surface answers, for links in mails. */
export abstract class PublicSite {
  /** Without a slash at its end. */
  abstract readonly baseUrl: string;
}
