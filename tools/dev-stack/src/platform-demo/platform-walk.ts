import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { must } from '../demo-checks';
import { type IssuedCredential } from '../seed/credentials-api';
import { JsonApi, type JsonAnswer, type JsonCall } from '../seed/json-api';
import { type StackDescription } from '../stack-description';
import { type CleanUp } from './clean-up';
import { type CommandLineClient, machineToken, type Tokens } from './command-line-client';
import { type PersonAtBrowser } from './person-at-browser';
import { type SecondFactorWindow } from './second-factor-window';

export interface PlatformWalkParts {
  readonly stack: StackDescription;
  readonly client: CommandLineClient;
  readonly person: PersonAtBrowser;
  readonly window: SecondFactorWindow;
  readonly cleanUp: CleanUp;
  readonly tell: (what: string, result: string) => void;
  readonly signal: AbortSignal;
}

/** So short that it can be waited for, and long enough for one call after another sign-in. */
const shortWindowSeconds = 10;
const callTimeoutMs = 30_000;
const credentials = '/iam/m2m-credentials';
const version = '?api-version=1.0';

/** The way of an administrator through the platform surface. Every step @throws at the first thing that is not as it must be. */
export class PlatformWalk {
  private tokens: Tokens | undefined;
  private credential: IssuedCredential | undefined;
  private restoreWindow = (): Promise<void> => Promise.resolve();
  private revoke = this.restoreWindow;

  constructor(private readonly parts: PlatformWalkParts) {}

  /** spec 5.2.3: the device-code sign-in. */
  async signIn(): Promise<void> {
    const { client, person, cleanUp, tell } = this.parts;
    const device = await client.startDevice();
    tell('Device code', `${device.user_code}, to be entered at ${device.verification_uri}`);
    await person.connectDevice(device.verification_uri_complete ?? device.verification_uri, device.user_code);
    const tokens = await client.finishDevice(device);
    cleanUp.later(() => client.revoke(tokens));
    this.tokens = tokens;
    tell('Signed in', `as ${String(this.claim('email'))}, with password and second factor`);
  }

  async lookAtOneself(): Promise<void> {
    const { body } = await this.call({ method: 'GET', path: '/self/me' }, 200);
    const { permissions } = body as { readonly permissions: readonly string[] };
    must(permissions.includes('m2m:credentials:write'), 'the administrator may not create credentials');
    this.parts.tell('GET /self/me', `${permissions.length} permissions`);
  }

  async changeProfile(): Promise<void> {
    const profile = { method: 'GET', path: '/self/profile' } as const;
    const { body: before } = await this.call(profile, 200);
    const { display_name: name } = before as { readonly display_name: string | null };
    const change = (to: string | null): Promise<JsonAnswer> =>
      this.call({ method: 'PATCH', path: '/self/profile', body: { display_name: to } }, 200);
    const putBack = this.parts.cleanUp.later(() => change(name));
    const wanted = name === 'On call' ? 'Off duty' : 'On call';
    await change(wanted);
    const { body: after } = await this.call(profile, 200);
    const { display_name: kept } = after as { readonly display_name: string | null };
    must(kept === wanted, `the profile is called ${JSON.stringify(kept)} after the change`);
    await putBack();
    this.parts.tell('PATCH /self/profile', `${JSON.stringify(wanted)}, and ${JSON.stringify(name)} again`);
  }

  /** spec 5.3.3: the factor is that of the sign-in, also in a token that is refreshed. */
  async growStale(): Promise<void> {
    const { client, window, cleanUp, tell, signal } = this.parts;
    this.restoreWindow = cleanUp.later(() => window.restore());
    tell('npm run org -- policy', await window.set(shortWindowSeconds));
    const shownAt = this.claim('mfa_at');
    this.tokens = await client.refresh(this.signedIn());
    must(this.claim('mfa_at') === shownAt, 'a refreshed token says that the second factor is another');
    must(this.claim('mfa_max_age') === shortWindowSeconds, 'a refreshed token has the window of before');
    const staleAt = (Number(shownAt) + shortWindowSeconds + 1) * 1_000;
    await delay(Math.max(0, staleAt - Date.now()), undefined, { signal });
    tell('Refreshed the token', 'which makes the second factor no younger: it is stale now');
  }

  /** spec 5.3.4: the sign-in that the refusal asks for, and then the same call. */
  async createWithStepUp(): Promise<void> {
    const { client, person, cleanUp, tell } = this.parts;
    const { body } = await this.create(403);
    const { error, max_age: maxAge } = body as { readonly error: string; readonly max_age: number };
    must(error === 'step_up_required', `the refusal says ${error}`);
    must(maxAge === shortWindowSeconds, `the refusal asks for a factor of the last ${maxAge} seconds`);
    tell(`POST ${credentials}`, `403 step_up_required, max_age ${maxAge}`);
    const tokens = await client.stepUp(maxAge, (url) => person.stepUp(url));
    cleanUp.later(() => client.revoke(tokens));
    this.tokens = tokens;
    tell('Stepped up', 'with a code of the authenticator app alone (acr_values, max_age, PKCE)');
    const created = await this.create(201);
    this.credential = created.body as IssuedCredential;
    this.revoke = cleanUp.later(() => this.remove(created.body as IssuedCredential));
    tell('The same call again', `201, ${this.credential.client_id}`);
  }

  async callAsMachine(): Promise<void> {
    const { stack, tell } = this.parts;
    const { credential } = this;
    must(credential !== undefined, 'there is no credential');
    const token = await machineToken(stack.issuer, credential);
    const list = { method: 'GET', path: credentials + version } as const;
    const { body } = await this.call(list, 200, token);
    const listed = (body as { readonly credentials: readonly { readonly id: string }[] }).credentials;
    must(
      listed.some(({ id }) => id === credential.id),
      'the machine does not see its own credential',
    );
    tell('As that machine', `client_credentials, ${listed.length} credentials listed`);
    await this.revoke();
    await this.call(list, 401, token);
    tell('Revoked', 'the token of the machine is refused at once');
  }

  async signOut(): Promise<void> {
    const { client, person, tell } = this.parts;
    const tokens = this.signedIn();
    await person.signOut(client.signOutUrl(tokens));
    const refreshed = await client.refresh(tokens).then(
      () => true,
      () => false,
    );
    must(!refreshed, 'a token can be refreshed after the sign-out');
    tell('Signed out', 'nothing can be refreshed any more');
  }

  /** Also after the window has been shortened: it is itself a write that asks for a recent second factor. */
  private async remove({ id }: IssuedCredential): Promise<void> {
    await this.restoreWindow();
    this.tokens = await this.parts.client.refresh(this.signedIn());
    await this.call({ method: 'DELETE', path: `${credentials}/${id}${version}` }, 204);
  }

  private create(expected: number): Promise<JsonAnswer> {
    return this.call(
      {
        method: 'POST',
        path: credentials + version,
        body: { name: 'Machine of the demo', type: 'client_secret' },
        headers: { 'idempotency-key': randomUUID() },
      },
      expected,
    );
  }

  private call(call: JsonCall, expected: number, token = this.signedIn().access_token): Promise<JsonAnswer> {
    const signal = AbortSignal.timeout(callTimeoutMs);
    return new JsonApi({ url: this.parts.stack.platformUrl, token, signal }).call(call, expected);
  }

  private signedIn(): Tokens {
    must(this.tokens !== undefined, 'nobody is signed in');
    return this.tokens;
  }

  /** Of the access token, one of those that begin with the claims namespace. */
  private claim(name: string): unknown {
    return decodeJwt(this.signedIn().access_token)[this.parts.stack.claimsNamespace + name];
  }
}
