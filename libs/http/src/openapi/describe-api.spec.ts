import { Module } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { DescribedNotesModule } from '../../spec/described-notes.module';
import { platformSurface, publicSurface, type Surface } from '../surface';
import { describeApi, operationOf } from './describe-api';
import { OpenApiModule } from './open-api.module';
import { previewHttpApp } from './preview-http-app';

async function documentOf(surface: Surface): Promise<OpenAPIObject> {
  return describeApi(await previewHttpApp(DescribedNotesModule), surface);
}

const lines = { method: 'GET', path: '/notes/{id}/lines' };
const keys = { method: 'GET', path: '/notes/keys' };
const mine = { method: 'GET', path: '/notes/mine' };
const revoke = { method: 'DELETE', path: '/notes/keys/{id}' };
const notes = { method: 'POST', path: '/notes' };
const error = { $ref: '#/components/schemas/Error' };
const platformError = { $ref: '#/components/schemas/PlatformError' };

const version = ['this api-version is not supported; supported: 1.0'];

interface Documented {
  readonly headers: Readonly<Record<string, object>>;
  readonly content: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>
  >;
}

function responseOf(document: OpenAPIObject, route: typeof lines, status: number): Documented {
  return operationOf(document, route)?.responses[String(status)] as Documented;
}

function valuesOf(content: Documented['content']): unknown[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => value),
  );
}

/** The texts of the errors of an operation, by status. */
function textsOf(document: OpenAPIObject, route: typeof lines): Readonly<Record<string, unknown[]>> {
  const statuses = Object.keys(operationOf(document, route)?.responses ?? {}).map(Number);
  return Object.fromEntries(
    statuses
      .filter((status) => status >= 400)
      .map((status) => [
        status,
        valuesOf(responseOf(document, route, status).content).map(
          (value) => (value as { error_description: string }).error_description,
        ),
      ]),
  );
}

describe('the document of an application', () => {
  it('contains the description of the application, in OpenAPI 3.1', async () => {
    expect(await documentOf(publicSurface)).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Notes', version: '3.2.1' },
      servers: [{ url: 'https://notes.example.org' }],
      tags: [{ name: 'notes' }],
    });
  });

  it('has every operation except pages', async () => {
    const paths = [lines, keys, mine, revoke, notes].map(({ path }) => path);
    expect(Object.keys((await documentOf(publicSurface)).paths)).toEqual(paths);
  });

  it('has one response for the problems of one status, in the shape of the surface', async () => {
    const shapes = [
      {
        surface: publicSurface,
        schema: error,
        values: [{ error: 'two is taken' }, { error: 'one is taken' }],
      },
      {
        surface: platformSurface,
        schema: platformError,
        values: [
          { error: 'taken', error_description: 'two is taken' },
          { error: 'conflict', error_description: 'one is taken' },
        ],
      },
    ];
    for (const { surface, schema, values } of shapes) {
      const response = operationOf(await documentOf(surface), lines)?.responses['409'];
      expect(response).toMatchObject({ content: { 'application/json': { schema } } });
      expect(response).toMatchObject({
        description: expect.stringMatching(/^(One. Two.|Two. One.)$/) as unknown,
      });
      const { examples } = (response as { content: Record<string, { examples: object }> }).content[
        'application/json'
      ] ?? { examples: {} };
      expect(Object.values(examples).map(({ value }: { value: unknown }) => value)).toEqual(
        expect.arrayContaining(values),
      );
    }
  });

  it('shows the errors of a route in the format of its own filter', async () => {
    const response = operationOf(await documentOf(platformSurface), notes)?.responses['400'];
    expect(response).toMatchObject({
      content: {
        'application/json': {
          schema: error,
          examples: {
            'own-shape': { value: { error: 'own shape' } },
          },
        },
      },
    });
  });

  it('has the headers of every response at every response', async () => {
    const common = ['X-Request-Id', 'X-Content-Type-Options', 'Api-Supported-Versions'];
    const { responses = {} } = operationOf(await documentOf(platformSurface), lines) ?? {};
    for (const response of Object.values(responses)) {
      const { headers } = response as { headers: object };
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(common));
    }
    expect(responses['200']).toMatchObject({ headers: { Vary: { schema: { const: 'Accept' } } } });
    expect(responses['503']).toMatchObject({
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    });
  });

  it('has the version parameter and its refusal at every operation of the platform, and nowhere else', async () => {
    const parameter = { $ref: '#/components/parameters/api-version' };
    const platform = operationOf(await documentOf(platformSurface), lines);
    expect(platform?.parameters).toContainEqual(parameter);
    expect(JSON.stringify(platform?.responses['400'])).toContain('unsupported_api_version');
    expect(JSON.stringify(await documentOf(publicSurface))).not.toMatch(/api-version|(?<!,)Api-Supported/);
  });

  it('says that public routes need no token, unless the route says more', async () => {
    const document = await documentOf(publicSurface);
    expect(operationOf(document, lines)?.security).toEqual([]);
    expect(operationOf(document, notes)?.security).toEqual([{ accessToken: [] }]);
  });

  it('says which token a route needs, with which permission, and under which name a write is gated', async () => {
    const document = await documentOf(platformSurface);
    expect(operationOf(document, mine)).toMatchObject({ security: [{ accessToken: [] }] });
    expect(operationOf(document, mine)).not.toHaveProperty('x-permission');
    expect(operationOf(document, keys)).toMatchObject({
      security: [{ accessToken: ['m2m:credentials:read'] }],
      'x-permission': 'm2m:credentials:read',
    });
    expect(operationOf(document, revoke)).toMatchObject({
      'x-permission': 'm2m:credentials:write',
      'x-step-up-operation': 'm2m-credentials:revoke',
    });
    expect(document.components?.securitySchemes?.accessToken).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
  });

  it('derives every refusal from the access of a route, as clients get it', async () => {
    const document = await documentOf(platformSurface);
    const lacks = (permission: string): string => `the access token lacks the permission ${permission}`;
    const tokenTexts = [
      'an access token is needed: Authorization: Bearer <token>',
      'the access token is not valid',
      'the access token has expired',
    ];
    const noOrganization = 'the access token names no organization';
    const outside = 'the credential may not be used from this network';
    const stepUp = 'sign in again with a second factor, then repeat the call';
    const unavailable = ['the service is temporarily unavailable, try again'];
    expect(textsOf(document, mine)).toEqual({
      400: version,
      401: tokenTexts,
      403: [outside],
      503: unavailable,
    });
    expect(textsOf(document, keys)).toEqual({
      400: version,
      401: tokenTexts,
      503: unavailable,
      403: [outside, lacks('m2m:credentials:read'), noOrganization],
    });
    expect(textsOf(document, revoke)).toEqual({
      400: version,
      401: tokenTexts,
      503: unavailable,
      403: [outside, lacks('m2m:credentials:write'), noOrganization, stepUp],
    });
    expect(textsOf(document, lines)).not.toHaveProperty('401');
  });

  it('has the step-up challenge with a schema of its own, and examples that are rendered as real ones', async () => {
    const document = await documentOf(platformSurface);
    const { content, headers } = responseOf(document, revoke, 403);
    expect(content['application/json']).toMatchObject({
      schema: { anyOf: [platformError, { $ref: '#/components/schemas/StepUpRequired' }] },
    });
    expect(valuesOf(content).at(-1)).toEqual({
      error: 'step_up_required',
      error_description: 'sign in again with a second factor, then repeat the call',
      max_age: 300,
    });
    expect(headers['WWW-Authenticate']).toMatchObject({
      schema: {
        examples: [
          'Bearer error="insufficient_scope"',
          'Bearer error="insufficient_scope", scope="m2m:credentials:write"',
          'Bearer error="insufficient_user_authentication", max_age="300"',
        ],
      },
    });
    expect(responseOf(document, keys, 403).content['application/json']).toMatchObject({
      schema: platformError,
    });
  });

  it('has no-store at every answer of a route that needs a token, and at no other', async () => {
    const document = await documentOf(platformSurface);
    const noStore = { $ref: '#/components/headers/Cache-Control' };
    for (const status of [200, 400, 401, 403, 503])
      expect(responseOf(document, revoke, status).headers['Cache-Control']).toEqual(noStore);
    // That of a refusal because of overload, which precedes the route.
    expect(responseOf(document, lines, 503).headers['Cache-Control']).toMatchObject({ required: false });
    expect(responseOf(document, lines, 400).headers).not.toHaveProperty('Cache-Control');
  });

  it('does not mention tokens if no route needs one', async () => {
    @Module({
      imports: [OpenApiModule.forRoot({ title: 'x', description: 'x', version: '1', server: '/', tags: [] })],
    })
    class EmptyModule {}
    const { components } = describeApi(await previewHttpApp(EmptyModule), platformSurface);
    expect(components?.securitySchemes).toEqual({});
  });

  it('has the named schemas to which it refers, for its surface, and no other', async () => {
    const { components } = await documentOf(platformSurface);
    expect(Object.keys(components?.schemas ?? {}).filter((name) => name.startsWith('Spec'))).toEqual([
      'SpecTree',
      'SpecLeaf',
    ]);
    expect(components?.schemas?.SpecLeaf).toEqual({ type: 'string', const: 'platform' });
  });
});
