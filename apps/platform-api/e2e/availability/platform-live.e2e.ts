import { type HttpAnswer, opened } from '@governance/testing';
import { type EndpointGroup, endpointGroups } from '../../src/endpoint-groups';
import { startCredentialsApp } from '../support/credentials-app';

const pathsOf: Readonly<Partial<Record<EndpointGroup, readonly string[]>>> = {
  'self.me': ['/self/me'],
  'iam.m2m-credentials': [
    '/iam/m2m-credentials',
    '/iam/m2m-credentials/00000000-0000-4000-8000-000000000000',
    '/iam/m2m-credentials/00000000-0000-4000-8000-000000000000/rotate-secret',
  ],
};
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const always = ['/health', '/health/ready', '/openapi.json', '/.well-known/oauth-protected-resource'];

/** The visible part of a response, without its date and request id. */
function seen({ status, headers, text }: HttpAnswer): object {
  const ignored = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !ignored.includes(name)) };
}

describe.each([
  ['nothing', []],
  ['everything but GET /self/me', endpointGroups.filter((group) => group !== 'self.me')],
  ['GET /self/me alone', ['self.me']],
] as const)('while %s is live', (_what, live) => {
  const app = opened(() =>
    startCredentialsApp({ settings: { PLATFORM_LIVE: live, ENVIRONMENT: 'production' } }),
  );

  const isLive = (group: string): boolean => (live as readonly string[]).includes(group);
  const paths = Object.entries(pathsOf);
  const dark = paths.flatMap(([group, of]) => (isLive(group) ? [] : of));
  const lit = paths.flatMap(([group, of]) => (isLive(group) ? of : []));

  it('a group that is not live answers as an unknown path, with any method, token or version', async () => {
    const requests = methods.flatMap((method) =>
      [app.personToken(), undefined, 'no token'].map((token) => ({ method, token })),
    );
    for (const { method, token } of requests) {
      for (const query of ['', '?api-version=9.9']) {
        const unknown = seen(await app.ask(method, `/nothing-at-all${query}`, { token }));
        expect(unknown).toMatchObject({ status: 404 });
        for (const path of dark) {
          expect(seen(await app.ask(method, path + query, { token }))).toEqual(unknown);
        }
      }
    }
  });

  it('a live group keeps its access checks', async () => {
    for (const path of lit) {
      const method = path.endsWith('rotate-secret') ? 'POST' : path === '/self/me' ? 'GET' : 'PATCH';
      const { status } = await app.ask(method, path, { token: undefined });
      expect([401, 405]).toContain(status);
    }
  });

  it('health and verification are live, and the document shows the live operations', async () => {
    for (const path of always) expect((await app.call(path)).status).toBe(200);
    const verify = '/api/certification/verify/00000000-0000-4000-8000-000000000000?format=json';
    expect((await app.call(verify)).status).toBe(200);
    const { body } = await app.call('/openapi.json');
    const documented = Object.keys(body.paths as object);
    expect(documented.some((path) => path.startsWith('/iam/m2m'))).toBe(isLive('iam.m2m-credentials'));
    expect(documented.includes('/self/me')).toBe(isLive('self.me'));
  });
});
