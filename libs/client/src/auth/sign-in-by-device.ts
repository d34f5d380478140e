import * as openid from 'openid-client';
import { devicePolled } from './device-polling';
import { findProvider } from './provider';
import { placeOf } from './sign-in-place';
import { signInErrorOf } from './sign-in-error-of';
import { originOf } from './token-origin';
import { tokensOf, type UserTokens } from './tokens';

/** What the user needs to sign in on another device (RFC 8628). */
export interface DevicePrompt {
  /** The page, for the user to open. */
  readonly verificationUri: string;
  /** The same page with the code in it, if the provider has one. */
  readonly verificationUriComplete: string | undefined;
  /** The code to compare or to enter. */
  readonly userCode: string;
  /** For how long both work. */
  readonly expiresInSeconds: number;
}

export interface DeviceSignInOptions {
  /** The URL of the platform surface. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** Shows the user where to sign in. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  readonly scope?: string;
  /** The organization to enter, for a member of several; `*`: the user chooses. The provider may enter another one: compare the token. */
  readonly organization?: string;
  /** Requires a second factor that is at most this old, in seconds: the `maxAge` of a step-up challenge. */
  readonly stepUpMaxAge?: number;
  /** Ends the wait for the user. */
  readonly signal?: AbortSignal;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

export const multiFactor = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/**
 * Signs a user in who has a browser elsewhere. Resolves when they have finished.
 * @throws SignInError with the code `access_denied` or `expired_token`, among others.
 */
export async function signInByDevice(options: DeviceSignInOptions): Promise<UserTokens> {
  const { onPrompt, stepUpMaxAge, signal } = options;
  const provider = await findProvider(options);
  const { config, resource } = provider;
  try {
    const device = await openid.initiateDeviceAuthorization(config, {
      ...placeOf(config, options),
      resource,
      ...(stepUpMaxAge !== undefined && { max_age: String(stepUpMaxAge), acr_values: multiFactor }),
    });
    onPrompt({
      verificationUri: device.verification_uri,
      verificationUriComplete: device.verification_uri_complete,
      userCode: device.user_code,
      expiresInSeconds: device.expires_in,
    });
    const response = await devicePolled(provider, device, signal);
    return { ...tokensOf(response, Date.now()), origin: originOf(provider) };
  } catch (error) {
    signal?.throwIfAborted();
    throw signInErrorOf(error);
  }
}
