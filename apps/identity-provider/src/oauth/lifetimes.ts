import { type KoaContextWithOIDC } from 'oidc-provider';
import { tokenLifetimeSeconds } from '../signing/key-schedule';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The lifetime of a grant and its refresh tokens. Refreshing does not extend it. */
export const grantLifetimeSeconds = 90 * day;

/** NIST SP 800-63B-4: reauthentication at least once a day, regardless of activity. */
export const sessionSeconds = 12 * hour;

/** The time for which a second factor allows changes of the account, and the first factor a first second factor. */
export const freshSeconds = 300;

/** Lifetimes in seconds, by the library's names. */
export const lifetimes = {
  AccessToken: tokenLifetimeSeconds,
  AuthorizationCode: minute,
  ClientCredentials: tokenLifetimeSeconds,
  DeviceCode: 10 * minute,
  Grant: grantLifetimeSeconds,
  IdToken: tokenLifetimeSeconds,
  Interaction: 30 * minute,
  /** For an unused token; each use returns a new one. */
  RefreshToken: 14 * day,
  /** Counted from the sign-in, not from the last request. */
  Session: (
    _ctx: KoaContextWithOIDC | undefined,
    { loginTs }: { readonly loginTs?: number | undefined },
  ): number =>
    loginTs === undefined ? hour : Math.max(1, loginTs + sessionSeconds - Math.floor(Date.now() / 1000)),
};
