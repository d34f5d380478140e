import { type HttpAnswer } from '@governance/testing';
import { createConnection } from 'node:net';
import { startIdentityApp } from './support/identity-app';
import { addOrganization, addSecretMachine } from './support/machines';
import { givenApp } from './support/shared-app';

/** Sends raw request lines and returns the whole response. */
async function sendRaw(issuer: string, lines: readonly string[]): Promise<string> {
  const { port } = new URL(issuer);
  const socket = createConnection(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  await new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
  return text;
}

describe('discovery', () => {
  const { identity } = givenApp();

  it('lists exactly the available features § 5.2.4a core-2d discovery-3b discovery-4.1a logout-2.1a rfc8628-4a V6.3.4 V10.6.1', async () => {
    const { issuer } = identity;
    const { status, body } = await identity.call('/.well-known/openid-configuration');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      authorization_endpoint: `${issuer}/auth`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
      device_authorization_endpoint: `${issuer}/device/auth`,
      end_session_endpoint: `${issuer}/session/end`,
      revocation_endpoint: `${issuer}/token/revocation`,
      acr_values_supported: ['http://schemas.openid.net/pape/policies/2007/06/multi-factor'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'api:full:read', 'api:full:write'],
      token_endpoint_auth_signing_alg_values_supported: [
        'RS256',
        'PS256',
        'ES256',
        'ES384',
        'ES512',
        'EdDSA',
        'Ed25519',
      ],
      id_token_signing_alg_values_supported: ['ES256'],
    });
    expect(body.grant_types_supported).toEqual(
      expect.arrayContaining([
        'client_credentials',
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ]),
    );
    expect(body.grant_types_supported).toHaveLength(5);
    expect(body.userinfo_endpoint).toBe(`${identity.issuer}/userinfo`);
    for (const name of ['registration', 'introspection', 'pushed_authorization_request']) {
      expect(body).not.toHaveProperty(`${name}_endpoint`);
    }
    expect((await identity.call('/.well-known/oauth-authorization-server')).body).toEqual(body);
  });

  it.each([
    ['Host', ['GET /.well-known/openid-configuration HTTP/1.1', 'Host: evil.example']],
    [
      'forwarding headers',
      [
        'GET /.well-known/openid-configuration HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: gopher',
        'X-Forwarded-Prefix: /evil',
        'Forwarded: host=evil.example;proto=https',
      ],
    ],
    [
      'request line',
      ['GET http://evil.example/.well-known/openid-configuration HTTP/1.1', 'Host: evil.example'],
    ],
  ])('does not depend on the %s of a request § discovery-3c', async (_case, lines) => {
    const [, body = ''] = (await sendRaw(identity.issuer, lines)).split('\r\n\r\n');
    expect(body).not.toContain('evil');
    const { text } = await identity.call('/.well-known/openid-configuration');
    expect(body).toContain(text);
  });

  it('names the origin of the settings behind a proxy that speaks TLS § discovery-3c', async () => {
    const behind = await startIdentityApp({ ISSUER: 'https://login.example.org' });
    const { body } = await behind.call('/.well-known/openid-configuration');
    expect([body.issuer, body.token_endpoint]).toEqual([
      'https://login.example.org',
      'https://login.example.org/token',
    ]);
    await behind.close();
  });

  it.each([
    '/interaction/x',
    '/me',
    '/request',
    '/reg',
    '/token/introspection',
    '/session',
    '/sign-in',
    '/assets/x/nothing.css',
    '/nothing',
  ])('has no endpoint at %s', async (path) => {
    expect((await identity.call(path)).status).toBe(404);
  });

  it.each([
    ['a program', 'application/json', { error: 'invalid_client' }],
    ['a browser', 'text/html', {}],
  ])('refuses %s that signs in to an unknown client, each in its format', async (_case, accept, expected) => {
    const path = '/auth?client_id=unknown&response_type=code';
    const { status, headers, text, body } = await identity.call(path, { headers: { accept } });
    expect([status, body]).toMatchObject([400, expected]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.includes('Unknown application')).toBe(accept === 'text/html');
  });

  it('revokes stored tokens: accepts an unknown token, and does not revoke an access token', async () => {
    await addOrganization(identity.manage);
    const { clientId, secret } = await addSecretMachine(identity.manage);
    const authentication = { client_id: clientId, client_secret: secret };
    const revoke = (token: string): Promise<HttpAnswer> =>
      identity.call('/token/revocation', {
        method: 'POST',
        body: new URLSearchParams({ ...authentication, token }),
      });
    const { body } = await identity.token(authentication);
    expect(await revoke('unknown')).toMatchObject({ status: 200, text: '' });
    const refused = await revoke(String(body.access_token));
    expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_token_type']);
  });

  it('names the right method for a wrong one', async () => {
    const { status, headers } = await identity.call('/token');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('answers HEAD like GET', async () => {
    expect((await identity.call('/jwks', { method: 'HEAD' })).status).toBe(200);
  });
});
