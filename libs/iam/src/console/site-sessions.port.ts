import { type ConsoleSessionDetails } from './console-session';

/** What the site shows of a person who is signed in to the console. */
export type SitePerson = Pick<ConsoleSessionDetails, 'name' | 'email'>;

/**
 * Who is signed in to the console, as the public surface may know it: by a secret of its own, which opens neither the console
 * nor its tokens (ADR 58).
 */
export abstract class SiteSessions {
  /** The person of the live session with this secret. Asking does not prolong the session. Rejects with `StoreUnavailable`. */
  abstract find(siteSecret: string, now: Date): Promise<SitePerson | undefined>;
}
