import { type Request, type Response } from 'express';
import type Provider from 'oidc-provider';
import { type CookieRules } from '../oauth/cookies';
import { lifetimes } from '../oauth/lifetimes';
import { type loginOf } from './conclude';

export interface NewSession {
  readonly provider: Provider;
  readonly cookies: CookieRules;
  readonly login: NonNullable<ReturnType<typeof loginOf>>;
}

/** Signs a user in to this browser without an application. Another user's session in it ends, as at any sign-in. */
export async function beginSession(
  req: Request,
  res: Response,
  { provider, cookies, login: { accountId, ts: loginTs, amr, acr } }: NewSession,
): Promise<void> {
  const former = await provider.Session.get(provider.createContext(req, res));
  if (former.accountId !== undefined) await former.destroy();
  const session = new provider.Session();
  session.loginAccount({ accountId, loginTs, amr, acr });
  const seconds = lifetimes.Session(undefined, { loginTs });
  await session.save(seconds);
  res.cookie(cookies.session, session.jti, { ...cookies.options, path: '/', maxAge: seconds * 1000 });
}
