import { createServer } from 'node:http';
import * as openid from 'openid-client';
import { type IdentityServer } from './identity-server';
import { discover } from './openid';
import { type PersonBrowser } from './person-browser';

export const callback = 'http://127.0.0.1:49152/callback';
export const allScopes = 'openid profile email offline_access api:full:read api:full:write';

/** An application with authorization code and PKCE, built on an independent client. */
export class TestApplication {
  private constructor(
    readonly config: openid.Configuration,
    private readonly redirectUri: string,
  ) {}

  static async open(
    { issuer }: Pick<IdentityServer, 'issuer'>,
    { clientId = 'governance-cli', redirectUri = callback } = {},
  ): Promise<TestApplication> {
    const config = await discover({ issuer, clientId, authentication: openid.None() });
    return new TestApplication(config, redirectUri);
  }

  /** An authorization request, and the exchange of its response for tokens. */
  async authorization(parameters: Record<string, string> = {}): Promise<Authorization> {
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(this.config, {
      redirect_uri: this.redirectUri,
      scope: allScopes,
      prompt: 'consent',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    });
    if (parameters.prompt === '') url.searchParams.delete('prompt');
    const isOpenid = url.searchParams.get('scope')?.split(' ').includes('openid') ?? false;
    return {
      url,
      state,
      verifier,
      tokens: (answer) =>
        openid.authorizationCodeGrant(this.config, answer, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(isOpenid && { expectedNonce: nonce }),
        }),
    };
  }

  /** A user completes the sign-in, and the application gets its tokens. */
  async signIn(
    browser: PersonBrowser,
    walk: () => Promise<{ readonly url: URL }>,
    parameters: Record<string, string> = {},
  ): Promise<Tokens> {
    const { url, tokens } = await this.authorization(parameters);
    await browser.open(url);
    return tokens((await walk()).url);
  }

  /** Tokens for a member of one organization, in a browser with their session. */
  async enter(browser: PersonBrowser, parameters: Record<string, string> = {}): Promise<Tokens> {
    const { url, tokens } = await this.authorization(parameters);
    const { heading, url: answer } = await browser.open(url);
    return tokens(heading === '' ? answer : (await browser.submit('/consent')).url);
  }

  refresh(refreshToken: string | undefined): Promise<Tokens> {
    return openid.refreshTokenGrant(this.config, refreshToken ?? '');
  }
}

export type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

export interface Authorization {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
  readonly tokens: (answer: URL) => Promise<Tokens>;
}

/** Listens at the redirect URI; resolves with the URL of the redirect. */
export async function startCallback(): Promise<{
  redirectUri: string;
  called: Promise<URL>;
  close: () => void;
}> {
  const { promise: called, resolve } = Promise.withResolvers<URL>();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', redirectUri);
    if (url.pathname === '/callback') resolve(url);
    res.setHeader('content-type', 'text/html').end('<h1>Back in the application</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  return {
    redirectUri,
    called,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
