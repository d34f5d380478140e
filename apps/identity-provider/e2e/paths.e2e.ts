import { callHttp } from '@governance/testing';
import { request } from 'node:http';
import { managementToken } from './support/identity-server';
import { servedRoutes } from './support/routes';
import { givenApp } from './support/shared-app';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const unknown = { error: 'not_found', error_description: 'no such path' };

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends the path unchanged: `fetch` would normalize it. */
function send(issuer: string, method: string, path: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(issuer);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${managementToken}` };
    request({ hostname, port, method, path, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () => {
        resolve({ status: res.statusCode ?? 0, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Variants of a route with one wrong letter in each fixed segment. */
function otherSpellings(route: string): string[] {
  const parts = route.split('/');
  return parts.flatMap((part, at) => {
    if (!/^[a-z]/.test(part)) return [];
    const [first = ''] = part;
    const encoded = `%${first.charCodeAt(0).toString(16)}`;
    return [part.toUpperCase(), first.toUpperCase() + part.slice(1), encoded + part.slice(1)].map((spelled) =>
      parts.with(at, spelled).join('/').replaceAll(/:\w+/g, 'org_acme'),
    );
  });
}

const { identity } = givenApp();

describe('a path that is spelled in another way', () => {
  it('is no route: a proxy that blocks a path by its name blocks it', async () => {
    const spelled = servedRoutes(identity).flatMap(({ method, path }) =>
      otherSpellings(path).map((other) => [method, other] as const),
    );
    expect(spelled.length).toBeGreaterThan(300);
    for (const [method, path] of spelled) {
      const { status } = await send(identity.issuer, method, path);
      // 405: the segment may match a parameter of another route.
      expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
    }
  });

  it.each([
    '//management/v1/organizations',
    '/./management/v1/organizations',
    '/x/../management/v1/organizations',
    '/management%2fv1/organizations',
    '/%2fmanagement/v1/organizations',
    '/management;x/v1/organizations',
    '/management%00/v1/organizations',
    '/%4d%41nagement/v1/organizations',
    '\\management\\v1\\organizations',
  ])('does not lead to the management API, even with its token: %s', async (path) => {
    const { status, body } = await send(identity.issuer, 'GET', path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('organizations');
  });
});

describe('a path that does not exist', () => {
  it('is a page with status 404 for browsers', async () => {
    const { status, text, headers } = await callHttp(`${identity.issuer}/nothing/here`, {
      headers: { accept: browser },
    });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(text).toContain('<h1>This page does not exist</h1>');
  });

  it.each(['*/*', 'application/json', 'text/plain'])('is JSON for %s', async (accept) => {
    const { status, body } = await callHttp(`${identity.issuer}/nothing/here`, { headers: { accept } });
    expect([status, body]).toEqual([404, unknown]);
  });
});
