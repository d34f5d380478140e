import { type HttpAnswer } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnCredentialsApp, credentialsPath, startCredentialsApp } from '../support/credentials-app';

const page = 'https://console.example.org';
const credentialPath = `${credentialsPath}/00000000-0000-4000-8000-000000000000`;

function grantedTo({ headers }: HttpAnswer): string | null {
  return headers.get('access-control-allow-origin');
}

describe('a page of another origin', () => {
  let app: OwnCredentialsApp;
  beforeAll(async () => {
    const live = ['self.me', 'iam.m2m-credentials'] as const;
    app = await startCredentialsApp({ settings: { CORS_ORIGINS: [page], PLATFORM_LIVE: live } });
  });
  afterAll(() => app.close());

  function ask(path: string, method = 'GET', more: { token?: string | undefined; body?: string } = {}) {
    return app.ask(method, path, { ...more, headers: { origin: page } });
  }

  function preflight(path: string, method: string, origin = page): Promise<HttpAnswer> {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    };
    return app.call(path, { method: 'OPTIONS', headers });
  }

  it('may read responses if its origin is listed, but gets no permission for cookies § 10.8e', async () => {
    const answer = await ask('/self/me');
    expect([answer.status, grantedTo(answer)]).toEqual([200, page]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  it.each(['https://other.example.org', 'http://console.example.org', 'null'])(
    'may read no response if its origin is %s',
    async (origin) => {
      const answer = await app.ask('GET', '/self/me', { headers: { origin } });
      expect([answer.status, grantedTo(answer), answer.headers.get('vary')]).toEqual([200, null, 'Origin']);
      const asked = await preflight(credentialsPath, 'POST', origin);
      expect([asked.status, grantedTo(asked)]).toEqual([405, null]);
    },
  );

  it('may read every error § 10.8e', async () => {
    const viewer = app.personToken({ permissions: [] });
    const errors = [
      [400, await ask('/self/me?api-version=2.0')],
      [401, await ask('/self/me', 'GET', { token: undefined })],
      [403, await ask(credentialsPath, 'GET', { token: viewer })],
      [400, await ask(credentialsPath, 'POST', { body: '{broken' })],
      [404, await ask(credentialPath)],
      [404, await ask('/nothing')],
      [405, await ask('/self/me', 'DELETE')],
    ] as const;
    for (const [status, answer] of errors) {
      expect([answer.status, grantedTo(answer)]).toEqual([status, page]);
      expect(answer.headers.get('access-control-expose-headers')).toMatch(
        /Api-Supported-Versions.*WWW-Authenticate.*X-Request-Id/,
      );
    }
  });

  it('is told the methods of a path before it sends one, without a token', async () => {
    const answer = await preflight(credentialPath, 'DELETE');
    expect([answer.status, grantedTo(answer), answer.text]).toEqual([204, page, '']);
    expect(answer.headers.get('access-control-allow-methods')).toBe('DELETE,GET,HEAD,PATCH');
    expect(answer.headers.get('api-supported-versions')).toBe('1.0');
    const other = await preflight('/self/me', 'DELETE');
    expect([other.status, other.headers.get('access-control-allow-methods')]).toEqual([204, 'GET,HEAD']);
  });

  it.each(['/nothing', '/iam/connections'])(
    'is told that %s is an unknown path: groups that are not live answer no preflight',
    async (path) => {
      const answer = await preflight(path, 'GET');
      expect([answer.status, grantedTo(answer)]).toEqual([404, null]);
    },
  );

  it('may read verification and metadata from any origin § 10.8f', async () => {
    const verification = `/api/certification/verify/00000000-0000-4000-8000-000000000000`;
    for (const path of [`${verification}?format=json`, '/.well-known/oauth-protected-resource']) {
      const answer = await app.call(path, { headers: { origin: 'https://other.example.org' } });
      expect([answer.status, grantedTo(answer)]).toEqual([200, '*']);
    }
    const refused = await app.call('/api/certification/verify/42');
    expect([refused.status, grantedTo(refused)]).toEqual([400, '*']);
  });

  it('may send and read every documented header', async () => {
    const { headers } = await preflight(credentialsPath, 'POST');
    const listOf = (name: string): string[] => (headers.get(name) ?? '').toLowerCase().split(',');
    const { sent, received } = documentedHeaders();
    expect(sent.filter((name) => !listOf('access-control-allow-headers').includes(name))).toEqual([]);
    const exposed = (await ask('/self/me')).headers.get('access-control-expose-headers') ?? '';
    // Browsers show some headers always, and use others themselves.
    const shown = [...exposed.toLowerCase().split(','), 'cache-control'];
    const internal =
      /^(?:access-control-.*|content-security-policy|referrer-policy|refresh|vary|x-content-type-options|x-robots-tag)$/;
    expect(received.filter((name) => !shown.includes(name) && !internal.test(name))).toEqual([]);
  });
});

interface Documented {
  readonly paths: Record<
    string,
    Record<
      string,
      { readonly responses: Record<string, { readonly headers?: object }>; readonly parameters?: Parameter[] }
    >
  >;
  readonly components: { readonly parameters: Record<string, Parameter> };
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
}

/** The headers of requests and responses in the documents of both surfaces, in lower case. */
function documentedHeaders(): { sent: readonly string[]; received: readonly string[] } {
  const documents = ['platform', 'public'].map((surface) => {
    const file = join(__dirname, `../../../../docs/api/${surface}.openapi.json`);
    return JSON.parse(readFileSync(file, 'utf8')) as Documented;
  });
  const operations = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((path) => Object.values(path)),
  );
  const parameters = [
    ...documents.flatMap(({ components }) => Object.values(components.parameters)),
    ...operations.flatMap((operation) => operation.parameters ?? []),
  ];
  const sent = parameters.flatMap((parameter) => (parameter.in === 'header' ? (parameter.name ?? []) : []));
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const received = responses.flatMap(({ headers = {} }) => Object.keys(headers));
  return { sent: unique(['authorization', 'content-type', ...sent]), received: unique(received) };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
