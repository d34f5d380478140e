import { callHttp, given } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { evidence } from '../support/evidence';
import { sharedPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';

const html = { accept: 'text/html' };

const app = given(sharedPublicApp);

describe('the page of a result', () => {
  beforeEach(() => app.sql('TRUNCATE rate_limits'));

  const pathOf = (url: unknown): string => new URL(String(url)).pathname;

  it('answers 200 with the result to a client that has its address § V3.4.5', async () => {
    const { resultUrl, overallScore, tier, id } = await submit(app, personal);
    const { status, text, headers } = await app.get(pathOf(resultUrl), html);
    expect(status).toBe(200);
    expect(text).toContain(`<span class="figure">${String(overallScore)}</span>`);
    expect(text).toContain(String(tier));
    expect(text).toContain(String(id));
    expect(text).not.toMatch(/assessor|private notes/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; /,
    );
  });

  it('answers 404 with a page for an id, for another address, and for an address that was changed', async () => {
    const { resultUrl, id } = await submit(app);
    const path = pathOf(resultUrl);
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    for (const wrong of [`/results/${String(id)}`, '/results/badge', changed, `${path}A`]) {
      const { status, text, headers } = await app.get(wrong, html);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(text).toContain('No such result');
      for (const part of ['plan.csv', 'answers.csv', 'frameworks'])
        expect((await app.get(`${wrong}/${part}`)).status).toBe(404);
      expect((await callHttp(`${app.origin}${wrong}/resend`, { method: 'POST' })).status).toBe(404);
    }
  });

  it('says that the certificate was withdrawn, offers it no more, and keeps the plan § 10.12q', async () => {
    const { resultUrl, id } = await submit(app, personal);
    const offers = ['certificate.pdf', '/resend"', '/domain"', '/results/badge/', 'linkedin.com'];
    const before = (await app.get(pathOf(resultUrl), html)).text;
    expect(offers.filter((offer) => !before.includes(offer))).toEqual([]);
    expect(before).not.toContain('withdrawn.');
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [id],
    );
    const { status, text } = await app.get(pathOf(resultUrl), html);
    expect(status).toBe(200);
    expect(text).toContain('This certificate was withdrawn.');
    expect(offers.filter((offer) => text.includes(offer))).toEqual([]);
    for (const kept of ['plan.csv', 'answers.csv', '/what-if"', '/again"']) expect(text).toContain(kept);
  });

  it('has the plan as CSV', async () => {
    const { resultUrl, remediation } = await submit(app);
    const { status, headers, text } = await app.get(`${pathOf(resultUrl)}/plan.csv`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(headers.get('cache-control')).toBe('no-store');
    const steps = (remediation as { steps: unknown[] }[]).flatMap((item) => item.steps);
    expect(text.trimEnd().split('\r\n')).toHaveLength(steps.length + 1);
  });

  it('has every answer as CSV, without address and notes § 10.12b', async () => {
    const { resultUrl } = await submit(app, personal);
    const { status, headers, text } = await app.get(`${pathOf(resultUrl)}/answers.csv`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ai-governance-answers.csv"',
      'cache-control': 'no-store',
    });
    expect(text.trimEnd().split('\r\n')).toHaveLength(41);
    expect(text).not.toMatch(/assessor|private notes/);
  });

  it('shows evidence with its action and its answer, as text, and opens no link by itself § 10.10q V1.2.2', async () => {
    const hostile = `"><script>alert(1)</script>`;
    const { resultUrl } = await submit(app, {
      evidence: { ...evidence, 'gov-accountable-executive': { owner: hostile, note: hostile } },
    });
    const { text, headers } = await app.get(pathOf(resultUrl), html);
    const { owner, link } = evidence['gov-ai-policy'];
    // In the plan, and below every answer.
    expect(text.split(`<dd dir="auto">${owner}</dd>`)).toHaveLength(3);
    expect(text.split(`<a href="${link}" rel="noopener noreferrer nofollow">${link}</a>`)).toHaveLength(3);
    expect(text).toContain('<dd>31 March 2027</dd>');
    expect(text).toContain('You recorded evidence for 4 of 40 questions.');
    expect(text).not.toContain('<script>alert');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('shows nothing about evidence when there is none', async () => {
    const { resultUrl } = await submit(app);
    expect((await app.get(pathOf(resultUrl), html)).text).not.toMatch(/evidence-report|class="evidence"/);
  });

  it('shows evidence only to the holder of the result § 10.10q', async () => {
    const { id, verificationUrl } = await submit(app, { evidence });
    const path = pathOf(verificationUrl);
    for (const shown of [
      `${path}?format=json`,
      `/verify/${String(id)}`,
      `/results/badge/${String(id)}.svg`,
    ]) {
      const { status, text } = await app.get(shown, html);
      expect([shown, status]).toEqual([shown, 200]);
      expect(text).not.toMatch(/Head of Compliance|wiki\.example|Policy 4\.2/);
    }
  });

  it.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    // Spaces at the ends are not part of a text.
    ['\t=1', `'=1`],
  ])('has evidence in its CSV files, and %j is no formula there § 10.10s', async (note, cell) => {
    const { resultUrl } = await submit(app, { evidence: { 'gov-ai-policy': { owner: note, note } } });
    for (const file of ['answers.csv', 'plan.csv'])
      expect((await app.get(`${pathOf(resultUrl)}/${file}`)).text).toContain(`,${cell},${cell},,\r\n`);
  });

  it('has the gaps by framework, and says how many questions cite none § 10.12c', async () => {
    const { resultUrl } = await submit(app);
    const { status, text } = await app.get(`${pathOf(resultUrl)}/frameworks`, html);
    expect(status).toBe(200);
    for (const name of ['ISO/IEC 42001', 'NIST AI RMF', 'EU AI Act']) expect(text).toContain(`>${name}</h2>`);
    expect(text).toContain('7 of the 40 questions cite none of the three');
    expect(text).toContain(
      '<th scope="row">A.5.2<span class="aside">A process to assess impacts</span></th>',
    );
    expect(text).toMatch(/Frameworks that are only cited[^]*NIST Cybersecurity Framework 2\.0/);
  });

  it('answers in the order of the questions that people have § 10.12a', async () => {
    const { body } = await app.post('/api/survey-results', goldenCase('persona-policy-on-paper'));
    const { text } = await app.get(pathOf(body.resultUrl), html);
    const parts = ['verdict', 'score', 'path', 'download', 'domain', 'plan', 'already', 'answers'];
    const places = parts.map((id) => text.indexOf(`id="${id}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
    // One table: its columns are aligned.
    const [, plan = ''] = text.split('id="plan"');
    expect(plan.slice(0, plan.indexOf('</section>')).match(/<table/g)).toHaveLength(1);
  });

  describe('sends the certificate again', () => {
    const resend = (url: unknown): ReturnType<typeof callHttp> =>
      callHttp(`${app.origin}${pathOf(url)}/resend`, { method: 'POST' });

    it('to the address that was recorded, and says so', async () => {
      const { resultUrl, id } = await submit(app, personal);
      const { status, headers } = await resend(resultUrl);
      expect(status).toBe(303);
      expect(headers.get('location')).toBe(`${String(resultUrl)}#certificate`);
      const rows = await app.sql('SELECT kind FROM deliveries WHERE result_id = $1 ORDER BY kind', [id]);
      expect(rows).toEqual([{ kind: 'completion' }, { kind: 'resend' }]);
    });

    it('to no recipient without an address, and reports that', async () => {
      const { resultUrl } = await submit(app);
      const { headers } = await resend(resultUrl);
      const location = new URL(headers.get('location') ?? '');
      expect((await app.get(location.pathname + location.search, html)).text).toContain('Not sent.');
    });

    it('as often as the API would, together with it: then 429 with a page and Retry-After', async () => {
      const { resultUrl, id } = await submit(app, personal);
      for (let call = 0; call < 4; call += 1) await resend(resultUrl);
      await callHttp(`${app.origin}/api/survey-results/${String(id)}/resend`, { method: 'POST' });
      const { status, headers, text } = await resend(resultUrl);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).toContain('Wait before you try again');
    });
  });
});

describe('the badge', () => {
  it('answers 200 with a picture that any site may show', async () => {
    const { id, tier, overallScore } = await submit(app);
    const { status, headers, text } = await app.get(`/results/badge/${String(id)}.svg`);
    expect(status).toBe(200);
    expect(text).toContain(`${String(tier)} · ${String(overallScore)} of 100`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=300',
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('answers 404 with a picture for what is no certificate', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000001', '42']) {
      const { status, headers, text } = await app.get(`/results/badge/${id}.svg`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toMatch(/^image\/svg/);
      expect(text).toContain('no such certificate');
    }
  });
});
