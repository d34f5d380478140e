import { opened } from '@governance/testing';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { issuer, platformBaseUrl, startPlatformApp } from '../support/platform-app';

const path = '/.well-known/oauth-protected-resource';

describe('GET /.well-known/oauth-protected-resource', () => {
  const app = opened(() => startPlatformApp({ settings: { PLATFORM_LIVE: [] } }));

  it('answers 200 with the metadata from the settings, without a token, while no group is live § 10.8a', async () => {
    const { status, headers, body } = await app.call(path);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        resource: platformBaseUrl,
        resource_name: 'AI governance platform',
        resource_documentation: `${platformBaseUrl}/docs`,
        authorization_servers: [issuer],
        scopes_supported: ['api:full:read', 'api:full:write'],
        bearer_methods_supported: ['header'],
      },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });

  it('may be cached, and read by pages of any origin', async () => {
    const { headers } = await app.call(path, { headers: { origin: 'https://app.example.org' } });
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('does not depend on the Host and the forwarding headers of the request', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const asking = request(app.origin + path, { headers: forged }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(await text(answer)).toBe((await app.call(path)).text);
  });

  it('still answers 200 without a database', async () => {
    await app.loseDatabase();
    expect((await app.call(path)).status).toBe(200);
  });
});
