import { given } from '@governance/testing';
import { ResultCapability } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { type ConsoleAnswer, ConsoleVisitor } from './support/console';
import { type NewResult, storeResult, type StoredResult } from './support/stored-results';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';

const publicBaseUrl = 'https://assess.example.org';

function submitted(daysAgo: number): Date {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - daysAgo);
  return day;
}

/** The shipped console and the embedded provider: the assessment results of an organization. */
describe('the results of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  const page = (path = ''): Promise<string> => admin.page(`results${path}`);
  const rows = async (query = ''): Promise<string> =>
    /<tbody>([^]*)<\/tbody>/.exec(await page(query))?.[1] ?? '';
  const enter = (address: string, by = admin.visitor): Promise<ConsoleAnswer> =>
    by.post('/console/results/attach', { token: admin.token, address });

  async function attached(result: NewResult = {}): Promise<StoredResult> {
    const stored = await storeResult(app, result);
    const { status, location } = await enter(stored.capability);
    expect([status, location]).toEqual([303, `${app.url}/console/results/${stored.id}?done=attached`]);
    return stored;
  }
  /** Puts them under one client, that of the first. */
  const ofOneClient = ({ id }: StoredResult, ...others: readonly StoredResult[]): Promise<unknown> =>
    app.identity.stores.sql(
      `UPDATE org_results SET client_id = (SELECT client_id FROM org_results WHERE result_id = $1)
       WHERE result_id = ANY ($2)`,
      [id, others.map((other) => other.id)],
    );

  it('are attached by the address of a result, listed, and told apart from the results before', async () => {
    const empty = await page();
    for (const text of [
      'No results yet',
      `${publicBaseUrl}/results/`,
      'assess --attach',
      'Attach the first one',
    ])
      expect(empty).toContain(text);
    const earlier = await attached({ client: 'Acme <b>Ltd</b>', submitted: submitted(400), score: 58 });
    const renewed = await storeResult(app, { client: 'ACME <b>ltd</b>', mayLaunch: false });
    const { id, capability } = renewed;
    const answer = await enter(` ${publicBaseUrl}/results/${capability} `);
    expect([answer.status, answer.location]).toEqual([303, `${app.url}/console/results/${id}?done=attached`]);
    expect((await enter(capability)).location).toBe(answer.location);
    await ofOneClient(earlier, renewed);

    const list = await rows();
    for (const text of [
      'ACME &lt;b&gt;ltd&lt;/b&gt;',
      'On behalf of one client',
      '71/100',
      'Progressing',
      'Not ready to launch: 1 required control missing',
      '↑</span> 13 points higher than on',
      'No earlier result',
      'Assessed again',
      'ISO/IEC 42001</bdi>:',
    ])
      expect(list).toContain(text);
    expect(list.indexOf(id)).toBeLessThan(list.indexOf(earlier.id));

    const details = await page(`/${id}?done=attached`);
    for (const text of [
      'is in the list of your organization',
      `href="${publicBaseUrl}/verify/${id}"`,
      `/console/results/${earlier.id}"`,
      'adversarial testing before launch',
      'EU AI Act',
      '/detach"',
    ])
      expect(details.replaceAll('&#x3D;', '=')).toContain(text);
    const events = JSON.stringify(await app.identity.stores.sql('SELECT audit_trail::text FROM audit_trail'));
    expect(events).toContain('org-results:attach');
    const shown = admin.visitor.seen.map(({ html, location }) => html + location);
    for (const text of [...shown, app.platform.output(), events])
      for (const secret of [capability, earlier.capability]) expect(text).not.toContain(secret);
  });

  it('are filtered, and written as a file', async () => {
    await ofOneClient(
      await attached({ client: 'Acme', submitted: submitted(400), mayLaunch: false }),
      await attached({ client: 'Acme', submitted: submitted(350) }),
    );
    await attached({ client: 'Globex' });
    const clients = async (query: string): Promise<string[]> =>
      Array.from(
        (await rows(query)).matchAll(/results\/[\da-f-]{36}"><bdi>([^<]+)</g),
        ([, name = '']) => name,
      );
    expect(await clients('')).toEqual(['Globex', 'Acme', 'Acme']);
    expect(await clients('?client=GLOBEX')).toEqual(['Globex']);
    expect(await clients('?show=latest')).toEqual(['Globex', 'Acme']);
    expect(await clients('?show=due')).toEqual(['Acme']);
    expect(await clients('?launch=false')).toEqual(['Acme']);
    expect(await clients('?tier=Ready')).toEqual([]);
    expect(await page('?tier=Ready')).toContain('No result matches');
    expect(await clients('?mode=client-on-behalf&tier=no-such')).toHaveLength(3);
    expect(await page('?show=due&client=%22%3E%3Cb%3E')).toContain('value="&quot;&gt;&lt;b&gt;"');

    const file = await admin.get('results/export?show=due');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="results.csv"');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(file.html.trim().split('\r\n')).toHaveLength(2);
    const all = await admin.get('results/export');
    expect(all.html.trim().split('\r\n')).toHaveLength(4);
  });

  it('are in pages, which keep the filter', async () => {
    const { id } = await attached({ client: 'Acme' });
    await app.identity.stores.sql(
      `WITH stored AS (
         INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score,
           tier, launch_allowed, launch_reason, domain_scores)
         SELECT gen_random_uuid(), created_at - n * interval '1 hour', mode, rubric_id, rubric_version, rubric_sha256,
           answers, 5, tier, launch_allowed, launch_reason, domain_scores
         FROM survey_results, generate_series(1, 60) AS n WHERE id = $1 RETURNING id)
       INSERT INTO org_results SELECT $2, id, now(), id FROM stored`,
      [id, admin.orgId],
    );
    const first = await page('?launch=true');
    expect(first.match(/<tr>/g)).toHaveLength(51);
    const next = /href="([^"]*cursor[^"]*)">Next page/.exec(first)?.[1] ?? '';
    const second = (await admin.visitor.get(next.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='))).html;
    expect(second.match(/<tr>/g)).toHaveLength(12);
    expect(second).toContain('value="true" selected');
    expect(second).not.toContain('Next page');
  });

  it('say what is wrong with an address, and keep it in the form', async () => {
    const { capability } = await storeResult(app);
    const unknown = new ResultCapability(app.keyring).of(randomUUID());
    const { capability: withdrawn } = await storeResult(app, { withdrawn: true });
    for (const [address, status, text] of [
      ['', 400, 'Enter the address'],
      ['"><b>Acme</b>', 400, 'is not the address of a result'],
      [`https://elsewhere.example/results/${capability}`, 400, 'of another service, elsewhere.example'],
      [`${publicBaseUrl}/verify/${randomUUID()}`, 400, 'the page of a certificate'],
      [`${publicBaseUrl}/results/${capability.slice(0, -1)}`, 400, 'a part of it is missing'],
      [unknown, 404, 'There is no result with this address'],
      [`${capability.slice(0, -1)}${capability.endsWith('A') ? 'B' : 'A'}`, 404, 'There is no result with'],
      [withdrawn, 409, 'It no longer counts, so it cannot be attached'],
    ] as const) {
      const answer = await enter(address);
      expect([address, answer.status, answer.html.includes(text)]).toEqual([address, status, true]);
      expect(answer.html).toContain('role="alert"');
      expect(answer.html).not.toContain('<b>Acme');
    }
    expect((await enter('"><b>Acme</b>')).html).toContain('value="&quot;&gt;&lt;b&gt;Acme&lt;/b&gt;"');
    expect(await page()).toContain('No results yet');
  });

  it('are detached after a page that says what stays', async () => {
    const { id, capability } = await attached({ client: 'Acme' });
    expect(await page(`/${id}/detach`)).toContain('its certificate and its verification stay');
    const post = (): Promise<ConsoleAnswer> => admin.post(`results/${id}/detach`);
    expect((await post()).location).toBe(`${app.url}/console/results?done=detached`);
    expect(await page('?done=detached')).toContain('The result itself stays');
    expect([(await post()).status, (await admin.get(`results/${id}`)).status]).toEqual([404, 404]);
    expect(await app.identity.stores.sql('SELECT FROM survey_results WHERE id = $1', [id])).toHaveLength(1);
    expect((await enter(capability)).status).toBe(303);
  });

  it('of a withdrawn certificate say so', async () => {
    const { id } = await attached({ client: 'Acme' });
    const withdrawal = `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`;
    await app.identity.stores.sql(withdrawal, [id]);
    expect(await rows()).toContain('Withdrawn');
    const details = await page(`/${id}`);
    for (const text of ['is withdrawn since', 'Not compared']) expect(details).toContain(text);
  });

  it('are a page too if the API fails, which has the number of the request', async () => {
    const { id } = await attached({ client: 'Acme' });
    const damage = `UPDATE survey_results SET organization_name = '\\x00' WHERE id = $1`;
    await app.identity.stores.sql(damage, [id]);
    const { status, html, headers } = await admin.get('results');
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
    for (const text of [
      'Something went wrong',
      'console.css',
      'aria-label="Console"',
      'Back to the overview',
    ])
      expect(html).toContain(text);
    expect(html).toContain(headers.get('x-request-id'));
    expect(html).not.toContain(id);
  });

  it('that are due for renewal need attention, and those assessed again do not', async () => {
    const overview = (): Promise<string> => admin.page('');
    expect(await overview()).not.toContain('Results to renew');
    await ofOneClient(
      await attached({ client: 'Renewed <i>', submitted: submitted(500) }),
      await attached({ client: 'Renewed <i>', submitted: submitted(100) }),
    );
    expect(await overview()).not.toContain('Results to renew');
    const late = await attached({ client: 'Late <i>', submitted: submitted(400) });
    await attached({ client: 'Soon', submitted: submitted(345) });
    await attached({ client: 'Later', submitted: submitted(300) });
    const [html = ''] = (await overview()).split('id="changes"');
    for (const text of [
      'Results to renew',
      'Late &lt;i&gt;',
      'overdue since',
      'due on',
      `results/${late.id}"`,
    ])
      expect(html).toContain(text);
    expect(html.indexOf('Late')).toBeLessThan(html.indexOf('Soon'));
    for (const text of ['Renewed', 'Later']) expect(html).not.toContain(text);
    const theirs = await (await admin.colleague('viewer')).page('');
    expect([theirs.includes('Overview'), theirs.includes('Late')]).toEqual([true, false]);
  });

  it('are for people who may see or change them', async () => {
    const { id } = await attached({ client: 'Seen canary' });
    const free = await storeResult(app);
    const viewer = await admin.colleague('viewer');
    for (const path of ['', '/export', `/${id}`, '/attach', `/${id}/detach`]) {
      const { status, html } = await viewer.get(`results${path}`);
      expect([path, status, html.includes('canary')]).toEqual([path, 403, false]);
    }
    for (const path of ['attach', `${id}/detach`]) {
      const fields = { address: free.capability };
      const refused = await viewer.post(`results/${path}`, fields);
      const foreign = await admin.post(`results/${path}`, { ...fields, token: viewer.token });
      expect([path, refused.status, foreign.status]).toEqual([path, 403, 403]);
    }
    expect(await rows()).toContain('Seen canary');
    expect((await rows()).match(/<tr>/g)).toHaveLength(1);
  });

  it('of another organization do not exist', async () => {
    const { id } = await attached({ client: 'Foreign canary' });
    const other = await SignedIn.member(app);
    for (const path of [`/${id}`, `/${id}/detach`]) {
      const { status, html } = await other.get(`results${path}`);
      expect([path, status, html.includes('canary')]).toEqual([path, 404, false]);
    }
    expect((await other.post(`results/${id}/detach`)).status).toBe(404);
    for (const path of ['', '/export', '?client=canary'])
      expect(await other.page(`results${path}`)).not.toContain('Foreign canary');
    expect(await rows()).toContain('Foreign canary');
  });

  it('lead a stranger to the sign-in, but by a page from the form, which a link can open', async () => {
    const stranger = new ConsoleVisitor(app);
    for (const path of ['', '/export', `/${randomUUID()}`])
      expect([path, (await stranger.get(`/console/results${path}`)).status]).toEqual([path, 303]);
    const { status, location, html } = await stranger.get('/console/results/attach');
    expect([status, location]).toEqual([401, '']);
    expect(html).toContain('Follow the link again after the sign-in');
    expect(html.replaceAll('&#x3D;', '=')).toContain('/console/sign-in?return_to=/console/results/attach"');
    const { capability } = await storeResult(app);
    expect((await enter(capability, stranger)).status).toBe(401);
  });
});
