/** The tokens of a person, as the identity provider issued them. */
export interface ConsoleTokens {
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
  readonly idToken?: string;
  /** The session at the identity provider, if the provider names it. */
  readonly providerSession?: string;
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

/** A form that waits for the second factor of its person, to be sent again. */
export interface KeptForm {
  /** Where it is sent to. */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The names of fields whose values are not kept: secrets. The person enters them again. */
  readonly omitted: readonly string[];
  /** The sign-in that was begun for it: no other one may send it. */
  readonly signIn?: string;
  /** Whether that sign-in is complete. */
  readonly isReady?: boolean;
}

/** The form, ready to be sent, after the sign-in that was begun for it. Undefined after any other one: a foreign link can begin it. */
export function formAfter(kept: KeptForm | undefined, signIn: string | undefined): KeptForm | undefined {
  return signIn !== undefined && kept?.signIn === signIn ? { ...kept, isReady: true } : undefined;
}

const minuteMs = 60_000;

export const keptFormMs = 10 * minuteMs;

/** OWASP ASVS 5.0, 7.3: a session ends when it is not used, and some hours after the sign-in in any case. */
export const consoleIdleMs = 30 * minuteMs;
export const consoleSessionMs = 12 * 60 * minuteMs;

/** Sessions that were last used at this time or before have ended. */
export function consoleIdleSince(now: Date): Date {
  return new Date(now.getTime() - consoleIdleMs);
}
