import { type KoaContextWithOIDC } from 'oidc-provider';
import { tokenLifetimeSeconds } from '../signing/key-schedule';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a grant and with it the family of its refresh tokens lives, however often they are refreshed. */
export const grantLifetimeSeconds = 90 * day;

/** NIST SP 800-63B-4: signing in again within a day, whatever was done meanwhile. */
const sessionSeconds = 12 * hour;

/** Seconds, by the library's names. */
export const lifetimes = {
  AccessToken: tokenLifetimeSeconds,
  AuthorizationCode: minute,
  ClientCredentials: tokenLifetimeSeconds,
  DeviceCode: 10 * minute,
  Grant: grantLifetimeSeconds,
  IdToken: tokenLifetimeSeconds,
  Interaction: 30 * minute,
  /** Of one that is not used; using it gives the next. */
  RefreshToken: 14 * day,
  /** Counted from the sign-in, not from the last visit. */
  Session: (_ctx: KoaContextWithOIDC, { loginTs }: { readonly loginTs?: number | undefined }): number =>
    loginTs === undefined ? hour : Math.max(1, loginTs + sessionSeconds - Math.floor(Date.now() / 1000)),
};
