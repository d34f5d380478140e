import * as openid from 'openid-client';
import { openLoopback } from './loopback';

export type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** Has the person do what the pages ask. */
export type InBrowser = (url: URL) => Promise<void>;

/** What asks for a second factor. */
const secondFactorAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const scope = 'openid profile email api:full:read api:full:write';

/** A program on somebody's machine, registered as `governance-cli`. Everything that it knows of the provider it has discovered. */
export class CommandLineClient {
  private constructor(private readonly config: openid.Configuration) {}

  static async open(issuer: string): Promise<CommandLineClient> {
    return new CommandLineClient(await discover(issuer, 'governance-cli', openid.None()));
  }

  /** The code and the address that the person is shown (RFC 8628). */
  startDevice(): Promise<openid.DeviceAuthorizationResponse> {
    return openid.initiateDeviceAuthorization(this.config, { scope: `${scope} offline_access` });
  }

  /** Called when the person has signed in, so that there is nothing to wait for. */
  finishDevice(device: openid.DeviceAuthorizationResponse): Promise<Tokens> {
    return openid.pollDeviceAuthorizationGrant(this.config, { ...device, interval: 0 });
  }

  /** Another sign-in, whose second factor was shown at most `maxAge` seconds ago. */
  stepUp(maxAge: number, inBrowser: InBrowser): Promise<Tokens> {
    return this.signIn({ acr_values: secondFactorAcr, max_age: String(maxAge) }, inBrowser);
  }

  /** By authorization code and PKCE (spec 5.2.3), with more parameters than the usual ones. */
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
        ...{ scope, state, nonce, ...parameters },
      });
      await inBrowser(url);
      const answer = await loopback.called();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      const { max_age: maxAge } = parameters;
      return await openid.authorizationCodeGrant(this.config, answer, {
        ...checks,
        ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
      });
    } finally {
      loopback.close();
    }
  }

  refresh({ refresh_token: token = '' }: Tokens): Promise<Tokens> {
    return openid.refreshTokenGrant(this.config, token);
  }

  /** Ends the refresh token and whatever has come from it. */
  revoke({ refresh_token: token = '' }: Tokens): Promise<void> {
    return openid.tokenRevocation(this.config, token);
  }

  /** Where the person signs out. */
  signOutUrl({ id_token: hint = '' }: Tokens): URL {
    return openid.buildEndSessionUrl(this.config, { id_token_hint: hint });
  }
}

/** An access token of a machine, by its secret. */
export async function machineToken(
  issuer: string,
  { client_id: id, client_secret: secret }: { readonly client_id: string; readonly client_secret: string },
): Promise<string> {
  const config = await discover(issuer, id, openid.ClientSecretBasic(secret));
  return (await openid.clientCredentialsGrant(config)).access_token;
}

function discover(
  issuer: string,
  clientId: string,
  authentication: openid.ClientAuth,
): Promise<openid.Configuration> {
  const url = new URL(issuer);
  return openid.discovery(url, clientId, undefined, authentication, {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; a stack on this machine has no TLS
    execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  });
}
