import { randomUUID } from 'node:crypto';
import { type CanaryWalk, tokenParts } from './canary-walk';
import { type RunningIdentityProvider } from '../support/identity-provider';
import { assertionOf } from '../machines/token-endpoint';
import { type Machine } from './credential-steps';

const grantType = 'client_credentials';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Calls the token endpoint in every way, correctly and incorrectly. Returns the tokens of both machines. */
export async function askForTokens(
  walk: CanaryWalk,
  { issuer }: Pick<RunningIdentityProvider, 'issuer'>,
  machines: { readonly withSecret: Machine; readonly withKey: { clientId: string; privatePem: string } },
): Promise<readonly string[]> {
  const { withSecret, withKey } = machines;
  const ask = (status: number, form: Record<string, string>, headers: Record<string, string> = {}) =>
    walk.ask(status, `POST ${issuer}/token`, {
      body: new URLSearchParams({ grant_type: grantType, ...form }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(status === 200 && { mayHold: tokenParts }),
    });
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${withSecret.clientId}:${secret}`).toString('base64')}`,
  });
  const post = (secret: string) => ({ client_id: withSecret.clientId, client_secret: secret });
  const wrong = walk.canary('a wrong secret');
  const assertion = walk.token(assertionOf(withKey.clientId, issuer, withKey.privatePem));
  const asserted = (client_assertion: string) => ({ client_assertion_type: assertionType, client_assertion });

  const issued = [
    await ask(200, {}, basic(withSecret.secret)),
    await ask(200, post(withSecret.secret)),
    await ask(200, asserted(assertion)),
  ].map(({ body }) => walk.token(String(body.access_token)));

  await ask(401, {}, basic(wrong));
  await ask(401, post(wrong));
  await ask(401, post(withSecret.secret.slice(0, -1)));
  await ask(400, post(withSecret.secret), basic(withSecret.secret));
  await ask(401, { client_id: wrong, client_secret: withSecret.secret });
  await ask(401, asserted(assertion));
  await ask(401, asserted(walk.token(assertionOf(withSecret.clientId, issuer, withKey.privatePem))));
  await ask(400, { ...post(withSecret.secret), scope: wrong });
  await ask(400, { ...post(withSecret.secret), resource: `https://${wrong}.example.com` });
  await ask(400, { ...post(withSecret.secret), grant_type: wrong });
  await walk.ask(400, `POST ${issuer}/token`, { body: post(withSecret.secret) });
  await walk.ask(404, `GET ${issuer}/token/${withSecret.secret}`);
  return issued;
}

/** Sends tokens where they belong and where they do not, valid and damaged ones. */
export async function showTokens(
  walk: CanaryWalk,
  { platform, website }: { readonly platform: string; readonly website: string },
  { good, spoilt }: { readonly good: readonly string[]; readonly spoilt: readonly string[] },
): Promise<void> {
  for (const token of good) {
    await walk.ask(200, `GET ${platform}/self/me`, { token });
    await walk.ask(200, `GET ${website}/api/me`, { token });
    await walk.ask(401, `GET ${platform}/self/me?access_token=${token}`);
    await walk.ask(401, `GET ${platform}/self/me`, { headers: { cookie: `access_token=${token}` } });
    await walk.ask(401, `GET ${platform}/self/me`, { headers: { authorization: `Basic ${token}` } });
    await walk.ask(404, `GET ${platform}/${token}`);
    await walk.ask(404, `GET ${website}/${token}`);
    await walk.ask(401, `POST ${platform}/iam/m2m-credentials`, { body: `{"token":"${token}` });
  }
  for (const token of good) await walk.ask(431, `GET ${platform}/self/me`, { token: token.repeat(64) });
  for (const token of [...spoilt, ...good.flatMap(spoiltOnes)]) {
    await walk.ask(401, `GET ${platform}/self/me`, { token });
    await walk.ask(200, `GET ${website}/api/me`, { token });
  }
}

function spoiltOnes(token: string): string[] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  return [
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${header}.${payload}.${signature}.${signature}`,
    `${header}.${payload}.${signature.split('').toReversed().join('')}`,
    `${header}.${signature}.${payload}`,
    `${none}.${payload}.`,
    `${header}=.${payload}.${signature}`,
    `${token},${token}`,
    token + signature.repeat(96),
  ];
}

/** Calls the provider's management API with wrong tokens, and with refused requests and the right token. */
export async function sendToManagement(
  walk: CanaryWalk,
  { managementUrl, managementToken }: RunningIdentityProvider,
  token: string,
): Promise<void> {
  const clients = `${managementUrl}/v1/clients`;
  const wrong = walk.canary('a wrong secret');
  await walk.ask(401, `GET ${clients}`, { token });
  await walk.ask(401, `GET ${clients}`, { token: wrong });
  await walk.ask(401, `GET ${clients}`, { token: managementToken.slice(0, -1) });
  const withToken = { token: managementToken };
  const client = `${clients}/${randomUUID()}`;
  await walk.ask(400, `PUT ${client}/secret`, { ...withToken, body: { revision: 'r', secret: wrong } });
  await walk.ask(400, `PUT ${client}/key`, { ...withToken, body: { revision: 'r', publicKey: wrong } });
  await walk.ask(400, `PUT ${client}/secret`, { ...withToken, body: { revision: 'r', password: wrong } });
  await walk.ask(400, `PUT ${client}/secret`, { ...withToken, body: `{"secret":"${wrong}` });
  await walk.ask(404, `GET ${managementUrl}/${wrong}`, withToken);
  await walk.ask(200, `GET ${clients}`, withToken);
}
