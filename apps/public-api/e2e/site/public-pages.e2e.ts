import { given, readPdf } from '@governance/testing';
import { publishedRubrics } from '@governance/rubric';
import { type Page } from 'puppeteer';
import { sharedSite } from '../support/site';

const html = { accept: 'text/html' };

describe('the page of questions and rules', () => {
  const site = given(sharedSite);
  let page: Page;

  beforeEach(async () => {
    page = await site.visit({ scripts: false });
  });
  afterEach(() => page.browserContext().close());
  afterAll(() => site.leave());

  const current = publishedRubrics.current.version;
  const text = async (selector = 'main'): Promise<string> =>
    String(await page.evaluate(`document.querySelector('${selector}').innerText`)).replace(/\s+/g, ' ');

  it.each(publishedRubrics.versions)(
    'has every question and rule of version %s § 10.12v',
    async (version) => {
      const { status } = await site.app.get(`/rubric/${version}`, html);
      expect(status).toBe(200);
      await page.goto(`${site.app.origin}/rubric/${version}`);
      const shown = await text();
      const rubric = publishedRubrics.find(version);
      for (const question of rubric?.questions ?? []) {
        const asked = await text(`#${question.id}`);
        expect(shown).toContain(question.text);
        expect(asked).toContain(`Weight ${question.weight} of 10`);
        for (const said of [question.evidenceHint, question.remediation.action])
          expect(asked).toContain(said);
        // "Always applies." is not said.
        if (!question.whenItDoesNotArise.startsWith('Always'))
          expect(asked).toContain(question.whenItDoesNotArise);
        const tags = await text(`#${question.id} .tags`);
        expect([question.id, tags.includes('Required control')]).toEqual([question.id, question.critical]);
        expect([question.id, tags.includes('Only about')]).toEqual([
          question.id,
          question.modes.length === 1,
        ]);
      }
      for (const rule of [
        'Developing 40 to 59',
        'The overall score is at least 60.',
        'every domain is at least 40.',
      ])
        expect(shown).toContain(rule);
      expect(shown).toContain(rubric?.sha256);
    },
  );

  it('may be listed, runs no script, and is printed whole § 10.12v', async () => {
    const { headers, text: body } = await site.app.get(`/rubric/${current}`, html);
    expect(headers.get('x-robots-tag')).toBeNull();
    expect(body).not.toMatch(/noindex|<script/);
    await page.goto(`${site.app.origin}/rubric/${current}`);
    const printed = (await readPdf(await page.pdf({ format: 'A4' }))).text.replace(/\s+/g, ' ');
    for (const { text: question } of publishedRubrics.current.questions) expect(printed).toContain(question);
  });

  it('is linked from home, every footer, results and verifications, and links to the JSON § 10.12v', async () => {
    const { resultUrl, verificationUrl } = await site.submitted('persona-policy-on-paper');
    for (const [address, link] of [
      [`${site.app.origin}/`, '#method ~ p a[href$="/rubric"]'],
      [`${site.app.origin}/privacy`, '.colophon a[href$="/rubric"]'],
      [resultUrl, '#certificate a[href*="/rubric/"]'],
      [verificationUrl, '.particulars a[href*="/rubric/"]'],
    ] as const) {
      await page.goto(address);
      await Promise.all([page.waitForNavigation(), page.click(link)]);
      expect(page.url()).toBe(`${site.app.origin}/rubric/${current}`);
      expect(await text('h1')).toBe('Questions and rules');
    }
    const href = String(await page.evaluate(`document.querySelector('.opening a[href$=".json"]').href`));
    expect(new URL(href).pathname).toBe(`/assessment/${current}.json`);
  });

  it.each(['9.9.9', '1.1', '__proto__'])('answers 404 with a page for version %s', async (version) => {
    const { status, text: body } = await site.app.get(`/rubric/${version}`, html);
    expect(status).toBe(404);
    expect(body).toContain('There is no such version');
  });

  it('and every other page has a title and a static picture for links to it § 10.12w', async () => {
    const { resultUrl, verificationUrl } = await site.submitted('persona-policy-on-paper');
    for (const address of [site.app.origin, `${site.app.origin}/nothing`, resultUrl, verificationUrl]) {
      await page.goto(address);
      const property = async (name: string): Promise<unknown> =>
        page.evaluate(`document.querySelector('meta[property="og:${name}"]').content`);
      expect(await page.title()).toContain(String(await property('title')));
      expect(await property('image')).toBe(`${site.app.origin}/preview.png`);
    }
    const { status, headers } = await site.app.get('/preview.png');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('has a contact and a privacy page behind every footer, also without settings § 10.12w', async () => {
    await page.goto(`${site.app.origin}/nothing`);
    const links = `[...document.querySelectorAll('.colophon .links a')].map((link) => link.href)`;
    expect(await page.evaluate(links)).toEqual(
      expect.arrayContaining(['mailto:postmaster@127.0.0.1', `${site.app.origin}/privacy`]),
    );
    await Promise.all([page.waitForNavigation(), page.click('.colophon a[href$="/privacy"]')]);
    expect(await text()).toContain('We store it encrypted and delete it after 365 days.');
    expect(await text()).toContain(
      'Cookies On the pages of a link that an organization has mailed to you: one, for 12 hours, by which your browser shows the saved answers again. No others. There are no trackers',
    );
  });

  it('and the site have the files that programs look for § 10.12w', async () => {
    const security = await site.app.get('/.well-known/security.txt');
    expect(security.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(security.text).toContain('Contact: mailto:postmaster@127.0.0.1\n');
    expect(security.text).toContain(`Canonical: ${site.app.origin}/.well-known/security.txt\n`);
    const [, expires = ''] = /^Expires: (.*)$/m.exec(security.text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000);
    // RFC 9116: less than a year.
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
    expect((await site.app.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /api/\n');
    const icon = await site.app.get('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  });
});
