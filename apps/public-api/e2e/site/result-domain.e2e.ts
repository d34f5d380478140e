import { checkCredential, IssuerKeySet } from '@governance/certificate-verifier';
import { callHttp, given, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Page } from 'puppeteer';
import { publishShownRecord } from '../support/shown-record';
import { sharedSite, type Submitted } from '../support/site';

describe('the domain on the page of a result', () => {
  const site = given(sharedSite);

  beforeEach(() => site.app.sql('TRUNCATE rate_limits'));
  afterAll(() => site.leave());

  async function openResult(scripts: boolean): Promise<{ page: Page; id: string }> {
    const page = await site.visit({ scripts });
    const { resultUrl, id } = await site.submitted('persona-policy-on-paper');
    await page.goto(resultUrl);
    return { page, id };
  }

  const text = async (page: Page): Promise<string> =>
    String(await page.evaluate(`document.querySelector('#domain').innerText`));

  async function ask(page: Page, name: string): Promise<void> {
    await page.type('#domain-name', name);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  /** By keyboard: a page that still scrolls to its fragment would move the target of a mouse. */
  async function press(page: Page, selector: string): Promise<void> {
    await page.focus(selector);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  it('is proven, shown and removed without scripts', async () => {
    const { page, id } = await openResult(false);
    await ask(page, 'no-scripts.example');
    await press(page, '#domain form[action$="/check"] button');
    while ((await page.$('#domain-again')) !== null) await press(page, '#domain-again');
    expect(await text(page)).toContain('Not proven yet. The record was not found.');
    await publishShownRecord(page, site.records);
    await press(page, '#domain form[action$="/check"] button');
    while ((await page.$('#domain-again')) !== null) await press(page, '#domain-again');
    expect(await text(page)).toContain('The certificate shows that you controlled no-scripts.example on');

    const verified = await site.app.get(`/verify/${id}`);
    expect(verified.text).toContain('no-scripts.example');
    expect(verified.text).toContain('It names a domain, not a person.');
    expect(verified.text).not.toContain('It does not name its holder.');

    await press(page, '#domain form[action$="/remove"] button');
    expect(await text(page)).toContain('The certificate no longer shows a domain.');
    const later = await site.app.get(`/verify/${id}`);
    expect(later.text).not.toContain('no-scripts.example');
    expect(later.text).toContain('It does not name its holder.');
  });

  it.each(['', '/check', '/mail', '/remove'])(
    'is unknown for a capability that we did not make, by the form%s',
    async (form) => {
      const body = new URLSearchParams({ name: 'unknown.example', mailbox: 'hostmaster' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const capability of ['%00', 'x%0d%0ax:%20y', '%2e%2e%2f']) {
        const url = `${site.app.origin}/results/${capability}/domain${form}`;
        const answer = await callHttp(url, { method: 'POST', headers, body });
        expect(answer.status).toBe(404);
        expect(answer.headers.get('location')).toBeNull();
      }
    },
  );

  it('has buttons that copy or select the record, only with scripts', async () => {
    const { page } = await openResult(true);
    await ask(page, 'copied.example');
    await page.focus('.record [data-copy]');
    await page.keyboard.press('Enter');
    await page
      .waitForSelector('.record ::-p-text(Copied), .record ::-p-text(Selected)')
      .catch(() => undefined);
    expect(await page.evaluate(`document.querySelector('.record [data-copy]').innerText`)).toMatch(
      /^(?:Copied|Selected)/,
    );
    const bare = await openResult(false);
    await ask(bare.page, 'copied.example');
    expect(await bare.page.evaluate(`document.querySelector('.record [data-copy]').hidden`)).toBe(true);
  });

  it.each(['nonsense', 'gmail.com', 'co.uk'])(
    'is not asked for as %s, which the address of the page does not repeat',
    async (name) => {
      const { page } = await openResult(false);
      await ask(page, name);
      expect(await text(page)).toContain(
        'Enter a domain such as example.com that belongs to one organization. Public suffixes and mail providers cannot be proven.',
      );
      expect(page.url()).not.toContain(name);
    },
  );

  it.each(['', 'mailbox=ceo'])('mails nothing for the form %j', async (body) => {
    const { page, id } = await openResult(false);
    await ask(page, 'mailbox.example');
    const { pathname } = new URL(page.url());
    const answer = await callHttp(`${site.app.origin}${pathname}/domain/mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await site.app.sql('SELECT kind FROM deliveries WHERE result_id = $1', [id])).toEqual([]);
  });
});

describe('the Open Badge of a certificate', () => {
  const site = given(sharedSite);
  let submitted: Submitted;

  beforeAll(async () => {
    submitted = await site.submitted('persona-policy-on-paper');
    await until(async () => (await site.app.get(pathOf(submitted.id, 'jwt'))).status === 200);
  });
  afterAll(() => site.leave());

  function pathOf(id: string, form: 'svg' | 'jwt'): string {
    return `/results/badge/${id}/open-badge.${form}`;
  }

  async function keys(): Promise<IssuerKeySet> {
    return new IssuerKeySet((await site.app.get('/.well-known/jwks.json')).body);
  }

  it('answers 200 with an image that carries the signed credential, as a download', async () => {
    const { status, headers, text } = await site.app.get(pathOf(submitted.id, 'svg'));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="open-badge-${submitted.id.slice(0, 8)}.svg"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const [, credential = ''] = /<openbadges:credential verify="([\w.-]+)">/.exec(text) ?? [];
    expect((await checkCredential(credential, await keys())).resultId).toBe(submitted.id);
  });

  it('answers 200 with the credential as a file', async () => {
    const { status, headers, text } = await site.app.get(pathOf(submitted.id.toUpperCase(), 'jwt'));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="open-badge-[0-9a-f]{8}\.jwt"$/,
    );
    expect((await checkCredential(text, await keys())).resultId).toBe(submitted.id);
  });

  it('answers 404 for an unknown and a withdrawn certificate', async () => {
    const withdrawn = await site.submitted('persona-policy-on-paper');
    await until(async () => (await site.app.get(pathOf(withdrawn.id, 'jwt'))).status === 200);
    await site.app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [withdrawn.id],
    );
    for (const id of [randomUUID(), '42', withdrawn.id]) {
      for (const form of ['svg', 'jwt'] as const) {
        const { status, text } = await site.app.get(pathOf(id, form), { accept: 'text/html' });
        expect([status, text.includes('No Open Badge to download')]).toEqual([404, true]);
      }
    }
  });

  it('is on the page of the result, beside the link to LinkedIn, which nothing loads', async () => {
    const page = await site.visit();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.app.origin)) foreign.push(request.url());
    });
    await page.goto(submitted.resultUrl);
    expect(await hrefOf('#open-badge')).toBe(site.app.origin + pathOf(submitted.id, 'svg'));
    const linkedIn = new URL(await hrefOf('#linkedin'));
    expect(linkedIn.hostname).toBe('www.linkedin.com');
    expect(linkedIn.searchParams.get('certUrl')).toBe(`${site.app.origin}/verify/${submitted.id}`);
    expect(linkedIn.href).not.toContain(submitted.resultUrl.split('/results/')[1]);
    expect(foreign).toEqual([]);

    async function hrefOf(selector: string): Promise<string> {
      return String(await page.evaluate(`document.querySelector('${selector}').href`));
    }
  });
});
