import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { createRule, newKeySet, rulesPath } from '../support/trust-rules';

describe('GET /iam/trust-rules', () => {
  const app = given(newOrganization, beforeEach);
  const list = (query = '') => app.ask('GET', rulesPath + query);

  it('answers 200 with the rules, newest first, as each is shown alone § 10.15a 10.15r', async () => {
    const first = await createRule(app);
    const second = await createRule(app, { name: 'Releases', key_set: newKeySet('k1') });
    const { status, headers, body } = await list();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const shown = body.trust_rules as readonly { readonly id: string }[];
    expect(shown.map(({ id }) => id)).toEqual([second.id, first.id]);
    for (const rule of shown) {
      expect((await app.ask('GET', `${rulesPath}/${rule.id.toUpperCase()}`)).body).toEqual(rule);
    }
    expect(shown[0]).toMatchObject({ name: 'Releases', key_ids: ['k1'] });
  });

  it('answers pages, and refuses a limit or a cursor of another list § 10.15b', async () => {
    const ids = [(await createRule(app)).id, (await createRule(app)).id].toReversed();
    const { body: page } = await list('?limit=1');
    expect(page).toMatchObject({ trust_rules: [{ id: ids[0] }], next_cursor: expect.any(String) as string });
    const { body: last } = await list(`?limit=1&cursor=${String(page.next_cursor)}`);
    expect([last.trust_rules, last.next_cursor]).toMatchObject([[{ id: ids[1] }], undefined]);
    expect((await list('?limit=0')).status).toBe(400);
    const other = await app.ask('GET', `/iam/service-identities?cursor=${String(page.next_cursor)}`);
    expect(other.status).toBe(400);
  });

  it('shows the last refusal, and none while the provider is unavailable § 10.15a', async () => {
    const { id } = await createRule(app);
    const at = new Date('2026-11-20T12:00:00.000Z');
    app.provider.trustRules.refusals.set(id, { at, condition: 'ref' });
    const refusal = { last_refused_at: at.toISOString(), last_refusal: 'ref' };
    expect((await list()).body).toMatchObject({ trust_rules: [refusal] });
    app.provider.wire.isDown = true;
    const { status, body } = await app.ask('GET', `${rulesPath}/${id}`);
    app.provider.wire.isDown = false;
    expect([status, body]).toMatchObject([200, { last_refused_at: null, last_refusal: null }]);
  });

  it('shows when the workload last called', async () => {
    const { id } = await createRule(app);
    await app.sql(`UPDATE trust_rules SET last_used_at = '2026-11-20T12:00:00Z' WHERE id = $1`, [id]);
    expect((await list()).body).toMatchObject({
      trust_rules: [{ last_used_at: '2026-11-20T12:00:00.000Z' }],
    });
  });
});
