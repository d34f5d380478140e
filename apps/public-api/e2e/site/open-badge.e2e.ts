import { checkCredential, IssuerKeySet } from '@governance/certificate-verifier';
import { until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Site, startSite, type Submitted } from '../support/site';

describe('the Open Badge of a certificate', () => {
  let site: Site;
  let submitted: Submitted;

  beforeAll(async () => {
    site = await startSite();
    submitted = await site.submitted('persona-policy-on-paper');
    await until(async () => (await site.app.get(pathOf(submitted.id, 'jwt'))).status === 200);
  });
  afterAll(() => site.close());

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
