import * as openid from 'openid-client';
import { discover } from '../../src/platform-demo/discover';
import { openLoopback } from './loopback';

export type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** Lets the user complete the pages. */
export type InBrowser = (url: URL) => Promise<void>;

const scope = 'openid profile email api:full:read api:full:write';

/** A command-line program, registered as `governance-cli`. It uses only the provider's discovery. */
export class CommandLineClient {
  private constructor(private readonly config: openid.Configuration) {}

  static async open(issuer: string): Promise<CommandLineClient> {
    return new CommandLineClient(await discover(issuer, 'governance-cli', openid.None()));
  }

  /** By authorization code and PKCE (spec 5.2.3), with additional parameters. */
  async signIn(parameters: Readonly<Record<string, string>>, inBrowser: InBrowser): Promise<Tokens> {
    const loopback = await openLoopback();
    try {
      const [verifier, state, nonce] = [
        openid.randomPKCECodeVerifier(),
        openid.randomState(),
        openid.randomNonce(),
      ];
      const url = openid.buildAuthorizationUrl(this.config, {
        redirect_uri: loopback.redirectUri,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        scope,
        state,
        nonce,
        ...parameters,
      });
      await inBrowser(url);
      const answer = await loopback.called();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      return await openid.authorizationCodeGrant(this.config, answer, checks);
    } finally {
      await loopback.close();
    }
  }
}
