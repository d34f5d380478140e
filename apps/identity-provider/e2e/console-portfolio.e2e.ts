import { given } from '@governance/testing';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';
import { type NewResult, storeResult } from './support/stored-results';

/** The shipped console and the embedded provider: all clients of an organization at a glance. */
describe('the portfolio of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);
  const page = (path = ''): Promise<string> => admin.page(`portfolio${path}`);

  async function attached(result: NewResult): Promise<void> {
    const { capability } = await storeResult(app, result);
    const { status } = await admin.visitor.post('/console/results/attach', {
      token: admin.token,
      address: capability,
    });
    expect(status).toBe(303);
  }

  it('says what it is for while there is no result, and then shows numbers, gaps, scores and steps', async () => {
    expect(await page()).toContain('No results yet');
    await attached({ client: 'Acme <b>Ltd</b>' });
    await attached({ client: 'Globex', mayLaunch: false });
    const html = await page();
    for (const text of [
      '2 of 2 clients have a result',
      'Acme &lt;b&gt;Ltd&lt;/b&gt;',
      'Gaps that most clients share',
      '<h2 id="renewals">Renewals</h2>',
      'Cheapest next step',
      'class="heat progressing"',
    ])
      expect(html).toContain(text);
    expect(html.match(/review-pack"/g)).toHaveLength(2);
  });

  it('is filtered by a tag', async () => {
    await attached({ client: 'Acme' });
    expect(await page('?tag=gold')).toContain('No client with a result matches');
    await app.identity.stores.sql(`UPDATE org_clients SET tags = '{gold}' WHERE org_id = $1`, [admin.orgId]);
    expect(await page('?tag=gold')).toContain('1 of 1 clients');
  });
});
