import * as openid from 'openid-client';
import { type Provider } from './provider';
import { SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';
import { type Tokens, tokensOf } from './tokens';

/** Never repeated: a refresh token that is used twice ends the session. @throws SignInError */
export async function refreshed(provider: () => Promise<Provider>, tokens: Tokens): Promise<Tokens> {
  const { refreshToken, idToken } = tokens;
  if (refreshToken === undefined)
    throw new SignInError('the session has ended: sign in again', 'session_ended');
  const { config, resource } = await provider();
  const response = await openid.refreshTokenGrant(config, refreshToken, { resource }).catch(raise);
  // A provider that does not rotate refresh tokens sends none.
  return { refreshToken, ...(idToken !== undefined && { idToken }), ...tokensOf(response, Date.now()) };
}

/** Revokes the refresh token and all that follow from it. The access token works until it ends. */
export async function revoked(provider: () => Promise<Provider>, refreshToken: string): Promise<void> {
  const { config } = await provider();
  await openid.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }).catch(raise);
}

function raise(error: unknown): never {
  throw signInErrorOf(error);
}
