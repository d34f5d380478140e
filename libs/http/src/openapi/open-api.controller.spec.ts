import { Public } from '@governance/auth-guards';
import { Controller, Get, Module } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createHttpApp } from '../create-http-app';
import { publicSurface } from '../surface';
import { OpenApiModule } from './open-api.module';

@Public()
@Controller('notes')
class NotesController {
  @Get()
  read(): string {
    return '';
  }
}

const description = { title: 'A <b> & c', description: 'x', version: '1.0.0', server: '/', tags: [] };

@Module({ imports: [OpenApiModule.forRoot(description)], controllers: [NotesController] })
class NotesModule {}

describe('an application with an OpenApiModule', () => {
  let app: NestExpressApplication;
  let origin: string;
  beforeAll(async () => {
    app = await createHttpApp({ module: NotesModule, surface: publicSurface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(() => app.close());

  it('serves its document, and 304 to a client that has it', async () => {
    const response = await fetch(`${origin}/openapi.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ openapi: '3.1.1', paths: { '/notes': {} } });
    const again = await fetch(`${origin}/openapi.json`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    { path: '/docs', up: '' },
    { path: '/docs/', up: '../' },
  ])(
    'serves a page at $path whose addresses are relative, so that it works below any path',
    async ({ path, up }) => {
      const response = await fetch(origin + path);
      const html = await response.text();
      expect(html).toContain(`data-url="${up}openapi.json"`);
      expect(html).toContain(`src="${up}docs/draw.js"`);
      expect(html).toContain('<title>A &lt;b> &amp; c</title>');
      expect(response.headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'",
      );
    },
  );

  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['draw.js', 'text/javascript; charset=utf-8'],
    ['snippets.js', 'text/javascript; charset=utf-8'],
    ['snippets.css', 'text/css; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
    ['return.js', 'text/javascript; charset=utf-8'],
    ['oauth2-redirect.html', 'text/html; charset=utf-8'],
  ])('serves %s', async (name, contentType) => {
    const response = await fetch(`${origin}/docs/${name}`);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect((await response.bytes()).length).toBeGreaterThan(50);
  });

  it.each(['package.json', 'index.html', '__proto__', '..%2Fpackage.json'])(
    'serves no %s § V5.3.2',
    async (name) => {
      expect((await fetch(`${origin}/docs/${name}`)).status).toBe(404);
    },
  );

  it('lets its page call its own origin only, and offers no sign-in', async () => {
    const response = await fetch(`${origin}/docs`);
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';");
    expect(await response.text()).not.toContain('data-client-id');
  });
});

describe('an application where users sign in', () => {
  it.each([
    { clientId: 'docs', shown: 'data-client-id="docs"' },
    { clientId: undefined, shown: 'data-client-id=""' },
    { clientId: 'a"><b', shown: 'data-client-id="a&quot;>&lt;b"' },
  ])(
    'has a page for it with the client $clientId, which may call the issuer',
    async ({ clientId, shown }) => {
      const signIn = { issuer: 'https://identity.example.org/realm', clientId, scopes: ['openid', 'a:b'] };
      @Module({ imports: [OpenApiModule.forRoot({ ...description, signIn })] })
      class SignInModule {}
      const app = await createHttpApp({ module: SignInModule, surface: publicSurface, logger: false });
      await app.listen(0, '127.0.0.1');
      const response = await fetch(`${await app.getUrl()}/docs`);
      const html = await response.text();
      await app.close();
      expect(response.headers.get('content-security-policy')).toContain(
        "connect-src 'self' https://identity.example.org;",
      );
      expect(html).toContain(`data-return-url="docs/oauth2-redirect.html" ${shown} data-scopes="openid a:b"`);
    },
  );
});
