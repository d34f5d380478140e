import { accessKey, Public } from '@governance/auth-guards';
import { Controller, Get, Header, Module, Post, SetMetadata, UseFilters } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeController, ApiOkResponse, type OpenAPIObject } from '@nestjs/swagger';
import { ProblemFilter } from '../problem.filter';
import { platformSurface, publicSurface, type Surface } from '../surface';
import { ApiProblem, storeUnavailable, undecodablePath } from './api-problem.decorator';
import { componentSchema } from './component-schemas';
import { describeApi, operationOf } from './describe-api';
import { constantHeader } from './documented-headers';
import { OpenApiModule } from './open-api.module';
import { previewHttpApp } from './preview-http-app';

const leaf = componentSchema('SpecLeaf', ({ name }) => ({ type: 'string', const: name }));
const tree = componentSchema('SpecTree', { type: 'object', properties: { leaf } });
componentSchema('SpecUnused', { type: 'null' });

@Public()
@Controller('notes')
class NotesController {
  constructor() {
    throw new Error('describing an application creates nothing of it');
  }

  @Get(':id/lines')
  @ApiOkResponse({ schema: tree, headers: { Vary: constantHeader('Accept', 'x') } })
  @ApiProblem({ kind: 'conflict', when: 'One.', texts: ['one is taken'] }, undecodablePath)
  @ApiProblem({ kind: 'conflict', when: 'Two.', texts: ['two is taken'], code: 'taken' }, storeUnavailable)
  read(): void {
    // Nobody calls it.
  }

  @Get('keys')
  @SetMetadata(accessKey, { kind: 'permission', permission: 'm2m:credentials:read', inOrganization: true })
  keys(): void {
    // Nobody calls it.
  }

  @Post()
  @ApiBearerAuth('accessToken')
  @UseFilters(new ProblemFilter(publicSurface))
  @ApiProblem({ kind: 'invalid', when: 'Own.', texts: ['own shape'] }, undecodablePath)
  write(): void {
    // Nobody calls it.
  }
}

@Public()
@ApiExcludeController()
@Controller('page')
class PageController {
  @Get()
  @Header('content-type', 'text/html')
  show(): string {
    return '';
  }
}

@Module({
  imports: [
    OpenApiModule.forRoot({
      title: 'Notes',
      description: 'For a test.',
      version: '3.2.1',
      server: 'https://notes.example.org',
      tags: [{ name: 'notes' }],
    }),
  ],
  controllers: [NotesController, PageController],
})
class NotesModule {}

async function documentOf(surface: Surface): Promise<OpenAPIObject> {
  return describeApi(await previewHttpApp(NotesModule), surface);
}

const lines = { method: 'GET', path: '/notes/{id}/lines' };
const keys = { method: 'GET', path: '/notes/keys' };
const notes = { method: 'POST', path: '/notes' };
const error = { $ref: '#/components/schemas/Error' };
const platformError = { $ref: '#/components/schemas/PlatformError' };

describe('the document of an application', () => {
  it('says what the application says about itself, in OpenAPI 3.1', async () => {
    expect(await documentOf(publicSurface)).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Notes', version: '3.2.1' },
      servers: [{ url: 'https://notes.example.org' }],
      tags: [{ name: 'notes' }],
    });
  });

  it('has every operation but those for people', async () => {
    expect(Object.keys((await documentOf(publicSurface)).paths)).toEqual([lines.path, keys.path, notes.path]);
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

  it('shows errors of a route in the shape of its own filter, and those before the route in that of the surface', async () => {
    const response = operationOf(await documentOf(platformSurface), notes)?.responses['400'];
    expect(response).toMatchObject({
      content: {
        'application/json': {
          schema: { anyOf: [error, platformError] },
          examples: {
            'own-shape': { value: { error: 'own shape' } },
            'the-request-is-not-valid': { value: { error: 'invalid_request' } },
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
    expect(JSON.stringify(await documentOf(publicSurface))).not.toMatch(/api-version|Api-Supported/);
  });

  it('says that public routes need no token, unless the route says more', async () => {
    const document = await documentOf(publicSurface);
    expect(operationOf(document, lines)?.security).toEqual([]);
    expect(operationOf(document, notes)?.security).toEqual([{ accessToken: [] }]);
  });

  it('says which permission the token of a route must have', async () => {
    expect(operationOf(await documentOf(platformSurface), keys)?.security).toEqual([
      { accessToken: ['m2m:credentials:read'] },
    ]);
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
