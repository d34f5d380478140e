import { routesOf } from '@governance/http';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { identitySurface } from '../../src/identity-surface';
import { answerOf } from '../../src/management/answer.decorator';
import { newClient, newSecret } from './machines';
import { trustRule } from './workloads';

export const invitationId = '8d2f1b7e-3c64-4a19-9e05-7f6a2c1d4b38';
export const invited = {
  orgId: 'org_acme',
  email: 'invitee@acme.example',
  role: 'viewer',
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: '2100-11-27T12:00:00+01:00',
};

const trustRuleOfCluster = {
  ...trustRule('https://login.example.org', 'kubernetes', { issuer: 'https://cluster.acme.example' }),
  subject: 'system:serviceaccount:jobs:backup',
  allowedNetworks: ['192.0.2.0/24'],
  // RFC 7517, A.1.
  keySet: {
    keys: [
      {
        kty: 'EC',
        kid: 'key-1',
        use: 'sig',
        alg: 'ES256',
        crv: 'P-256',
        x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
        y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
      },
    ],
  },
  expiresAt: '2100-11-27T12:00:00Z',
};

/** A valid call of each operation, in an order in which each finds its prerequisites. */
export const calls: readonly [method: string, path: string, body?: object][] = [
  ['PUT', '/organizations/org_acme', { name: 'Acme MSP', mfaMaxAge: 300 }],
  ['PATCH', '/organizations/org_acme', { mfaMaxAge: 0 }],
  ['GET', '/organizations/org_acme'],
  ['GET', '/organizations'],
  ['PUT', '/users/user_1', { email: 'admin@acme.example', name: 'Account admin' }],
  ['GET', '/users/user_1'],
  ['GET', '/users?email=admin@acme.example'],
  ['PUT', '/users/user_1/password', { password: 'a password of these tests' }],
  ['PUT', '/users/user_1/totp', { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }],
  ['PUT', '/organizations/org_acme/memberships/user_1', { role: 'viewer' }],
  ['GET', '/organizations/org_acme/memberships'],
  ['GET', '/organizations/org_acme/memberships?limit=1&after=2026-11-20T12:00:00.000Z,user_1'],
  ['GET', '/organizations/org_acme/memberships/user_1'],
  ['PATCH', '/organizations/org_acme/memberships/user_1', { role: 'viewer' }],
  ['POST', '/organizations/org_acme/member-search', { email: 'admin@acme.example' }],
  [
    'PUT',
    '/organizations/org_acme/connections/con_1',
    {
      name: 'Corporate',
      type: 'enterprise',
      // Nothing listens there.
      upstream: { issuer: 'https://127.0.0.1:9', clientId: 'us', clientSecret: 'secret' },
    },
  ],
  ['GET', '/organizations/org_acme/connections'],
  [
    'POST',
    '/organizations/org_acme/connections',
    {
      id: 'con_added',
      name: 'Added',
      issuer: 'https://login.acme.example',
      clientId: 'us',
      clientSecret: 'secret',
    },
  ],
  ['PATCH', '/organizations/org_acme/connections/con_1', { enabled: false }],
  ['POST', '/organizations/org_acme/connections/con_1/test'],
  ['PUT', '/organizations/org_acme/domains/acme.invalid', { connectionId: 'con_1' }],
  ['GET', '/organizations/org_acme/domains'],
  ['POST', '/organizations/org_acme/domains/acme.invalid/check'],
  ['DELETE', '/organizations/org_acme/domains/acme.invalid'],
  ['PUT', `/invitations/${invitationId}`, { ...invited, token: 'A'.repeat(43) }],
  ['PUT', `/invitations/${invitationId}/withdrawal`, invited],
  ['POST', '/organizations/org_acme/invitation-states', { invitationIds: [invitationId] }],
  ['PUT', '/applications/app_one', { name: 'Reports', redirectUris: ['https://partner.example.org/'] }],
  ['GET', '/applications/app_one'],
  ['GET', '/applications'],
  [
    'PUT',
    '/client-tags/tag_one',
    { ...newClient({ method: 'secret', secret: newSecret() }), orgId: 'org_acme' },
  ],
  ['GET', '/client-tags/tag_one'],
  ['GET', '/clients?limit=1'],
  ['PUT', '/organizations/org_acme/trust-rules/rule_1', trustRuleOfCluster],
  ['GET', '/organizations/org_acme/trust-rules'],
  ['GET', '/organizations/org_acme/trust-rules/rule_1'],
  ['POST', '/organizations/org_acme/trust-rules/rule_1/try', { assertion: 'a.b.c' }],
  ['DELETE', '/organizations/org_acme/trust-rules/rule_1'],
  ['DELETE', '/applications/app_one'],
  ['DELETE', '/organizations/org_acme/memberships/user_1'],
  ['DELETE', '/organizations/org_acme/connections/con_1'],
  ['DELETE', `/clients/${randomUUID()}`],
];

type Routes = ReturnType<typeof routesOf>;

/** A parameter of a handler, as its decorators declare it. */
interface Argument {
  readonly data: string | { readonly from: 'body' | 'query'; readonly schema: z.ZodType };
  readonly pipes: readonly { readonly schema: z.ZodType }[];
}

/**
 * An OpenAPI document of the management API: its routes with their schemas, the bodies of `calls` as examples, and the
 * error texts of docs/errors.md.
 */
export function managementDocument(app: NestExpressApplication): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routesOf(app).filter(({ access }) => access?.kind === 'management-token')) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  const info = { title: 'Management API', version: '1' };
  return { openapi: '3.1.1', info, components: {}, paths };
}

function operationOf(route: Routes[number]): object {
  const { controller, handler } = route;
  const declared = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as
    Record<string, Argument> | undefined;
  const parameters = Object.values(declared ?? {}).flatMap(({ data, pipes }) =>
    typeof data === 'string'
      ? [{ name: data, in: 'path', required: true, schema: pipes.map(({ schema }) => jsonSchema(schema))[0] }]
      : data.from === 'query'
        ? queryParameters(jsonSchema(data.schema))
        : [],
  );
  const bodies = Object.values(declared ?? {}).flatMap(({ data }) =>
    typeof data === 'object' && data.from === 'body' ? [jsonSchema(data.schema)] : [],
  );
  const answer = answerOf(handler);
  const status = (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ?? 200;
  return {
    parameters,
    ...(bodies[0] && {
      requestBody: { content: { 'application/json': { schema: bodies[0], examples: examplesOf(route) } } },
    }),
    responses: {
      [status]: {
        headers,
        ...(answer && { content: { 'application/json': { schema: jsonSchema(answer) } } }),
      },
      ...problems,
    },
  };
}

function queryParameters({ properties = {}, required = [] }: JsonObject): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

interface JsonObject {
  readonly $schema?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** What is sent: the input of a request, and of the codecs of a response. */
function jsonSchema(schema: z.ZodType): JsonObject {
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), $schema: undefined };
}

function examplesOf({ method, path }: Routes[number]): Record<string, { readonly value: object }> {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const bodies = calls.filter(([verb, called]) => verb === method && pattern.test(`/management/v1${called}`));
  return Object.fromEntries(
    bodies.flatMap(([, , value], index) => (value ? [[`call-${index}`, { value }] as const] : [])),
  );
}

const page = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d{3}) +\| `(.+?)` +\|/gm)];
/** Each value is exactly so, if it has a `const`. */
const headers = Object.fromEntries(
  Object.entries({
    ...identitySurface.headers,
    'cache-control': 'no-store',
    'x-request-id': undefined,
    'retry-after': undefined,
    'www-authenticate': undefined,
  }).map(([name, value]) => [
    name,
    { schema: { type: 'string', ...(value !== undefined && { const: value }) } },
  ]),
);
const error = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
};

/** Each status with the texts that docs/errors.md has for it. */
const problems = Object.fromEntries(
  ['400', '401', '404', '409', '413', '415', '503'].map((status) => {
    const texts = rows.flatMap(([, code, text = '']) =>
      code === status ? [text.replaceAll('\\|', '|')] : [],
    );
    const examples = texts.map(
      (text, index) => [`text-${index}`, { value: { error_description: text } }] as const,
    );
    return [
      status,
      { headers, content: { 'application/json': { schema: error, examples: Object.fromEntries(examples) } } },
    ];
  }),
);
