/** The tokens of a person, as the identity provider issued them. */
export interface ConsoleTokens {
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
  readonly idToken?: string;
}

/** Who has signed in: the subject of one issuer. */
export interface ConsolePerson {
  readonly issuer: string;
  readonly subject: string;
}

/** What pages show of a session. */
export interface ConsoleSessionDetails {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The browser, in words. */
  readonly browser: string;
}

/** A session of the console. */
export interface ConsoleSession extends ConsoleSessionDetails {
  /** Names the session in lists; not a secret. */
  readonly id: string;
  readonly person: ConsolePerson;
  readonly tokens: ConsoleTokens;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
}

export type ListedConsoleSession = Omit<ConsoleSession, 'tokens'>;

const minuteMs = 60_000;

/** OWASP ASVS 5.0, 7.3: a session ends when it is not used, and some hours after the sign-in in any case. */
export const consoleIdleMs = 30 * minuteMs;
export const consoleSessionMs = 12 * 60 * minuteMs;

/** Sessions that were last used at this time or before have ended. */
export function consoleIdleSince(now: Date): Date {
  return new Date(now.getTime() - consoleIdleMs);
}
