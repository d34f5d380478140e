import { type PublicApp, startPublicApp } from '../support/public-app';
import { goldenCase } from '../support/golden';

const menu = /<details class="account reserved" id="account"[^>]* hidden>/;
const someone = { cookie: `site-session=${'A'.repeat(43)}; site-signed-in=1` };

/** Without what differs at each request: the key of a form, and the moment of a check. */
function unchanging({ text }: { readonly text: string }): string {
  return text.replace(/name="key" value="[\da-f-]{36}"/, '').replaceAll(/<time.*?<\/time>/g, '');
}

/** The menu with a person in it is tested with both programs and the provider: console-on-site.e2e.ts. */
describe('the account menu of the site', () => {
  let app: PublicApp;
  let off: PublicApp;
  let result: string;
  let other: string;
  let id: string;

  beforeAll(async () => {
    app = await startPublicApp({ reachable: true, settings: { SITE_COOKIE_DOMAIN: '127.0.0.1' } });
    off = await startPublicApp({ beside: app });
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const [one, another] = await Promise.all(
      [1, 2].map(async () => (await app.post('/api/survey-results', { mode, answers })).body),
    );
    id = String(one?.id);
    result = new URL(String(one?.resultUrl)).pathname;
    other = new URL(String(another?.resultUrl)).pathname;
  });
  afterAll(async () => {
    await off.close();
    await app.close();
  });

  const withMenu = (): string[] => [
    '/',
    '/assessment',
    '/assessment?mode=msp-self',
    '/verify',
    result,
    `${result}/frameworks`,
    `${result}/what-if`,
    `${result}/again`,
    `${result}/compare/${other.split('/').at(-1) ?? ''}`,
    `${result}/certificate`,
  ];
  const withoutMenu = (): string[] => [
    `/verify/${id}`,
    `/verify/${id}/ownership`,
    '/nothing',
    `${result}/compare`,
  ];

  it('is the same page for everyone', async () => {
    for (const path of [...withMenu(), ...withoutMenu()]) {
      const [anonymous, person] = [await app.get(path), await app.get(path, someone)];
      expect([path, person.status, unchanging(person)]).toEqual([
        path,
        anonymous.status,
        unchanging(anonymous),
      ]);
      for (const name of ['cache-control', 'vary', 'etag', 'content-security-policy', 'set-cookie'])
        expect([path, name, person.headers.get(name)]).toEqual([path, name, anonymous.headers.get(name)]);
    }
  });

  it('is hidden in pages that run scripts, under the same policy, and absent from all others', async () => {
    for (const path of withMenu()) {
      const { status, text, headers } = await app.get(path);
      expect([path, status, menu.test(text)]).toEqual([path, 200, true]);
      expect(text).toContain('/account.js"></script>');
      const policy = headers.get('content-security-policy');
      expect([path, policy]).toEqual([
        path,
        expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self'; /),
      ]);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(text).not.toMatch(/<script(?! type="module" src="[\w/.-]+"><\/script>)| style=| on\w+=/);
    }
    for (const path of withoutMenu()) {
      const { text } = await app.get(path);
      expect([path, /account\.js|id="account"/.test(text)]).toEqual([path, false]);
    }
  });

  it('is on no page without the setting', async () => {
    for (const path of withMenu()) {
      const { text } = await off.get(path, { ...someone, accept: 'text/html' });
      expect([path, /account\.js|id="account"|id="attach"/.test(text)]).toEqual([path, false]);
      expect(text).toContain('No cookies. Nothing is loaded from other sites.');
    }
    expect((await off.get('/')).headers.get('content-security-policy')).not.toContain('script-src');
  });

  it('leads to the console, and attaches a result by its capability in the fragment', async () => {
    const { text } = await app.get(result);
    const capability = result.split('/').at(-1) ?? '';
    expect(text).toContain(`href="${app.origin}/console/results/attach#${capability}" hidden>`);
    for (const path of ['/console/results', '/console', '/console/sign-out'])
      expect(text).toContain(`<a href="${app.origin}${path}">`);
    expect(text).toContain('No cookies unless you sign in to the console.');
  });
});
