import { Authenticated, Public } from '@governance/auth-guards';
import { Controller, Get, Module } from '@nestjs/common';
import { type OpenAPIObject, type ResponseObject } from '@nestjs/swagger';
import { AnyOrigin } from '../cors/any-origin.decorator';
import { platformSurface } from '../surface';
import { describeApi, operationOf } from './describe-api';
import { type DocsSignIn } from './open-api-description';
import { OpenApiModule } from './open-api.module';
import { previewHttpApp } from './preview-http-app';

@Controller('notes')
class NotesController {
  @Get('mine')
  @Authenticated()
  mine(): void {
    // Never called.
  }

  @Get('published')
  @Public()
  @AnyOrigin()
  published(): void {
    // Never called.
  }
}

const resourceMetadataUrl = 'https://api.example.org/.well-known/oauth-protected-resource';
const description = { title: 'x', description: 'x', version: '1', server: '/', tags: [] };

async function documentOf(signIn?: DocsSignIn): Promise<OpenAPIObject> {
  @Module({
    imports: [OpenApiModule.forRoot({ ...description, ...(signIn && { signIn }) })],
    controllers: [NotesController],
  })
  class NotesModule {}
  return describeApi(await previewHttpApp(NotesModule), { ...platformSurface, resourceMetadataUrl });
}

function headersOf(document: OpenAPIObject, path: string, status: number): object {
  const response = operationOf(document, { method: 'GET', path })?.responses[String(status)];
  return (response as ResponseObject).headers ?? {};
}

describe('the document of a surface where users sign in', () => {
  it.each(['https://identity.example.org', 'https://identity.example.org/'])(
    'has the discovery document of the issuer %s, at every operation that needs a token',
    async (issuer) => {
      const document = await documentOf({ issuer, clientId: undefined, scopes: [] });
      expect(document.components?.securitySchemes).toMatchObject({
        accessToken: { type: 'http', scheme: 'bearer' },
        signIn: {
          type: 'openIdConnect',
          openIdConnectUrl: 'https://identity.example.org/.well-known/openid-configuration',
        },
      });
      const securityOf = (path: string): unknown => operationOf(document, { method: 'GET', path })?.security;
      expect(securityOf('/notes/mine')).toEqual([{ accessToken: [] }, { signIn: [] }]);
      expect(securityOf('/notes/published')).toEqual([]);
    },
  );

  it('has no sign-in on a surface without one', async () => {
    expect(JSON.stringify(await documentOf())).not.toMatch(/signIn|openIdConnect/);
  });

  it('has the challenges of a 401 with the metadata of the surface, as clients get them', async () => {
    const named = `resource_metadata="${resourceMetadataUrl}"`;
    expect(headersOf(await documentOf(), '/notes/mine', 401)).toMatchObject({
      'WWW-Authenticate': {
        schema: { examples: [`Bearer ${named}`, `Bearer error="invalid_token", ${named}`] },
      },
    });
  });

  it('has the cross-origin headers at every response of published data, and at no other', async () => {
    const document = await documentOf();
    for (const status of [200, 400]) {
      expect(headersOf(document, '/notes/published', status)).toMatchObject({
        'Access-Control-Allow-Origin': { $ref: '#/components/headers/Access-Control-Allow-Origin' },
        'Access-Control-Expose-Headers': { $ref: '#/components/headers/Access-Control-Expose-Headers' },
      });
    }
    expect(headersOf(document, '/notes/mine', 200)).not.toHaveProperty('Access-Control-Allow-Origin');
  });
});
