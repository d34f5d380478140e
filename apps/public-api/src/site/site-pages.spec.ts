import { Clock, StoreUnavailable } from '@governance/kernel';
import { ResultStore } from '@governance/assessments';
import { createHttpApp, publicSurface } from '@governance/http';
import { FixedClock } from '@governance/testing';
import { Global, Module } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { SiteAccount } from '../site-account';
import { SiteAddresses } from '../site-addresses';
import { SiteOperator } from '../site-operator';
import { RetentionSettings } from '../retention/retention-settings';
import { AssetsController } from './assets.controller';
import { HomePageController } from './home/home-page.controller';
import { PageRenderer } from './page-renderer';
import { SiteAssets } from './site-assets';
import { VerificationPageController } from './verification-page.controller';
import { VerificationPageService } from './verification-page.service';

const known = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const unknown = '00000000-0000-4000-8000-000000000001';
const unreachable = '00000000-0000-4000-8000-000000000002';
const broken = '00000000-0000-4000-8000-000000000003';

const findVerifiable = jest.fn((id: string) => {
  if (id === unreachable)
    return Promise.reject(new StoreUnavailable({ cause: new Error('the database is down') }));
  if (id === broken) return Promise.reject(new Error('secret detail'));
  if (id !== known) return Promise.resolve(undefined);
  return Promise.resolve({
    id,
    createdAt: new Date('2026-11-19T23:30:00Z'),
    mode: 'msp-self',
    overallScore: 71,
    tier: 'Progressing',
    launchAllowed: false,
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
  });
});

@Global()
@Module({
  controllers: [HomePageController, VerificationPageController, AssetsController],
  providers: [
    SiteAssets,
    PageRenderer,
    VerificationPageService,
    { provide: RetentionSettings, useValue: { personalDataDays: 400 } },
    { provide: SiteAccount, useValue: { cookie: undefined } },
    {
      provide: SiteOperator,
      useValue: { name: 'Acme Assurance', contactUrl: 'mailto:a@example.com', privacyUrl: '/privacy' },
    },
    { provide: ResultStore, useValue: { findVerifiable } },
    { provide: Clock, useValue: new FixedClock() },
    {
      provide: SiteAddresses,
      useValue: { publicBaseUrl: 'https://www.example.com', platformBaseUrl: 'https://platform.example.com' },
    },
  ],
  exports: [ResultStore, Clock, SiteAccount, SiteAddresses, SiteOperator],
})
class TestModule {}

let app: NestExpressApplication;
let origin: string;

beforeAll(async () => {
  app = await createHttpApp({ module: TestModule, surface: publicSurface, logger: false });
  await app.listen(0, '127.0.0.1');
  origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
});
afterAll(() => app.close());

const get = (path: string): Promise<Response> => fetch(`${origin}${path}`);

async function assetUrls(): Promise<string[]> {
  const page = await (await get(`/verify/${known}`)).text();
  const [style = '', icon = ''] = [...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(
    ([, url]) => url ?? '',
  );
  const css = await (await get(style)).text();
  const fonts = [...css.matchAll(/url\(\.\/([^)]*)\)/g)].map(([, file]) =>
    style.replace('site.css', file ?? ''),
  );
  return [style, icon, ...fonts];
}

describe('GET /verify/{id}', () => {
  it.each([
    [known, 200, 'This certificate is valid'],
    [unknown, 404, 'There is no such certificate'],
    ['nonsense', 404, 'There is no such certificate'],
    [unreachable, 503, 'Try again in a few minutes'],
    [broken, 500, 'Something went wrong on our side'],
  ])('answers %s with %i and a page: %s', async (id, status, heading) => {
    const response = await get(`/verify/${id}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain(`<h1>${heading}</h1>`);
    expect(page).not.toMatch(/secret detail|database/);
  });

  it.each([known, unknown, 'nonsense', unreachable])('protects the page of %s § V3.4.3', async (id) => {
    const { headers } = await get(`/verify/${id}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/script-src|unsafe|https?:|\*/);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });

  it('does not repeat an unknown id', async () => {
    expect(await (await get(`/verify/${unknown}`)).text()).not.toContain(unknown);
  });

  it('says when to come back while the store is down', async () => {
    expect((await get(`/verify/${unreachable}`)).headers.get('retry-after')).toBe('2');
  });
});

describe('GET /', () => {
  it('may be listed, runs no script, and says for how long an address is kept', async () => {
    const response = await get('/');
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
    const page = await response.text();
    expect(page).toContain('delete them after 400 days');
    expect(page).not.toMatch(/noindex|<script|id="account"/);
    expect(page).toContain('No cookies. Nothing is loaded');
  });

  it('names the issuer and the frameworks that the questions cite', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain('Acme Assurance issues and signs the certificates.');
    expect(page).toContain('NIST AI Risk Management Framework 1.0');
  });
});

describe('GET /assets/{version}/{name}', () => {
  it('has everything that a page loads, to be kept for ever', async () => {
    const urls = await assetUrls();
    expect(urls.length).toBeGreaterThan(4);
    const responses = await Promise.all(urls.map(get));
    expect(responses.map(({ status }) => status)).toEqual(urls.map(() => 200));
    expect(new Set(responses.map(({ headers }) => headers.get('cache-control')))).toEqual(
      new Set(['public, max-age=31536000, immutable']),
    );
    expect(new Set(responses.map(({ headers }) => headers.get('content-type')))).toEqual(
      new Set(['text/css; charset=utf-8', 'image/svg+xml', 'font/woff2']),
    );
  });

  it('serves the current file for another version, and forbids caching it', async () => {
    const response = await get('/assets/0123456789abcdef/site.css');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['assessment.js', 'start.js', 'result.js', 'what-if.js'])(
    'has %s and its imports',
    async (name) => {
      const script = await get(`/assets/0123456789abcdef/${name}`);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      const imported = [...(await script.text()).matchAll(/from '\.\/([^']+)'/g)].map(
        ([, file]) => file ?? '',
      );
      for (const file of imported) expect((await get(`/assets/0123456789abcdef/${file}`)).status).toBe(200);
    },
  );

  it.each(['nothing.css', '..%2f..%2fpackage.json', '__proto__'])('has no %s', async (name) => {
    expect((await get(`/assets/0123456789abcdef/${name}`)).status).toBe(404);
  });
});
