import {
  type ConsolePerson,
  type ConsoleSession,
  type ConsoleTokens,
  type KeptForm,
  type ListedConsoleSession,
} from './console-session';

/** A session at its start. `secret` is the value of its cookie: random, and stored as a hash only. */
export interface NewConsoleSession extends Omit<ConsoleSession, 'lastUsedAt'> {
  readonly secret: string;
  /** The value of the cookie by which the site knows the person (`SiteSessions`). Undefined if the site does not. */
  readonly siteSecret?: string | undefined;
}

/**
 * The sessions of the console, with sealed tokens. A session is live until its end, unless it is idle for too long before.
 * Every method rejects with `StoreUnavailable`.
 */
export abstract class ConsoleSessionStore {
  abstract start(session: NewConsoleSession): Promise<void>;

  /** The live session with this secret, whose last use is now. Undefined if there is none, or it cannot be decrypted. */
  abstract use(secret: string, now: Date): Promise<ConsoleSession | undefined>;

  /**
   * The stored tokens, for one caller at a time: the others get undefined until `replaceTokens`, or until `leaseEnds`. A
   * refresh token works once.
   */
  abstract beginRefresh(
    id: string,
    lease: { readonly now: Date; readonly leaseEnds: Date },
  ): Promise<ConsoleTokens | undefined>;

  /** Ends the lease too. */
  abstract replaceTokens(id: string, tokens: ConsoleTokens): Promise<void>;

  /** Keeps a form for `keptFormMs`, instead of one that was kept before. */
  abstract keepForm(id: string, form: KeptForm, now: Date): Promise<void>;

  /** The form that is kept, once: after that it is gone. */
  abstract takeForm(id: string, now: Date): Promise<KeptForm | undefined>;

  /** Undefined for a session that has ended. */
  abstract tokensOf(id: string): Promise<ConsoleTokens | undefined>;

  /** The live sessions of a person that can be decrypted, the last used first. */
  abstract listOf(person: ConsolePerson, now: Date): Promise<ListedConsoleSession[]>;

  /** Ends a session of this person. Returns its tokens, undefined if there is no such session or they cannot be decrypted. */
  abstract end(person: ConsolePerson, id: string): Promise<ConsoleTokens | undefined>;

  /** Ends every session of this person but one. Returns the tokens that can be decrypted. */
  abstract endOthers(person: ConsolePerson, keptId: string): Promise<ConsoleTokens[]>;

  /** Ends every session of this person that has started until then, also of the site. */
  abstract endUntil(person: ConsolePerson, startedUntil: Date): Promise<void>;

  /** Removes the sessions that have ended. Returns their number. */
  abstract removeEnded(now: Date): Promise<number>;
}
