import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';
import { leaveUnfinished, unfinished } from '../support/provider-changes';
import { identitiesPath } from '../support/service-identities';
import { createRule, newKeySet, rulesPath } from '../support/trust-rules';

const former = `UPDATE trust_rules SET provider = 'https://former.example.org'`;

describe('a trust rule', () => {
  const app = given(newOrganization, beforeEach);
  const patch = (id: string, body: object) => app.ask('PATCH', `${rulesPath}/${id}`, { body });
  const remove = (id: string) => app.ask('DELETE', `${rulesPath}/${id}`);
  const tryToken = (id: string, token: string) =>
    app.ask('POST', `${rulesPath}/${id}/try`, { body: { token } });
  const eventsOf = (id: string) =>
    app.sql('SELECT operation, outcome, reason FROM audit_trail WHERE target = $1 ORDER BY id', [id]);

  describe('PATCH', () => {
    it('answers 200, and the provider has the new name and keys § 10.15g', async () => {
      const { id } = await createRule(app, { key_set: newKeySet('first') });
      const { status, body } = await patch(id, { name: ' Releases ', key_set: newKeySet('second') });
      expect([status, body]).toMatchObject([200, { id, name: 'Releases', key_ids: ['second'] }]);
      expect((await patch(id, { name: '', key_set: null })).body).toEqual(body);
      const provided = app.provider.trustRules.rules.get(id)?.rule;
      expect([provided?.name, provided?.keySet?.keys[0]?.kid]).toEqual(['Releases', 'second']);
      const updated = { operation: 'trust-rules:update', outcome: 'done' };
      expect((await eventsOf(id)).slice(1)).toEqual([
        { ...updated, reason: 'name,key_set' },
        { ...updated, reason: null },
      ]);
    });

    it.each([
      [{ name: '\u202e' }, 'name must have no control, text-direction or other invisible characters'],
      [{ conditions: [] }, 'conditions is not a member of this request'],
      [{ key_set: newKeySet() }, 'key_set is for rules that were created with one'],
    ])('answers 400 to %j § 10.15g 10.15w', async (change, text) => {
      const { id } = await createRule(app);
      const { status, body } = await patch(id, change);
      expect([status, body.error_description]).toEqual([400, text]);
    });

    it('answers 409 while another change of the rule is unfinished, and for one of a former provider § 10.15h', async () => {
      const { id } = await createRule(app);
      const end = await leaveUnfinished(app, id);
      expect(await patch(id, { name: 'Releases' })).toMatchObject({ status: 409, body: unfinished });
      await end();
      await app.sql(former);
      const text = 'this trust rule is at a former identity provider: create a new one, then delete this one';
      expect(await patch(id, { name: 'Releases' })).toMatchObject({
        status: 409,
        body: { error: 'conflict', error_description: text },
      });
    });

    it('answers 503 while the provider is unavailable, and the next change finishes it § 10.15i', async () => {
      const { id } = await createRule(app);
      app.provider.wire.isDown = true;
      expect((await patch(id, { name: 'Releases' })).status).toBe(503);
      app.provider.wire.isDown = false;
      expect((await patch(id, {})).body).toMatchObject({ name: 'Releases' });
      expect(app.provider.trustRules.rules.get(id)?.rule.name).toBe('Releases');
    });
  });

  describe('DELETE', () => {
    it('answers 204 once, and tokens of the rule are refused § 10.15j', async () => {
      const { id, clientId, serviceIdentityId } = await createRule(app);
      const me = () => app.ask('GET', '/self/me', { token: app.machineToken(clientId) });
      expect((await app.ask('DELETE', `${identitiesPath}/${serviceIdentityId}`)).status).toBe(409);
      expect((await me()).status).toBe(200);
      const { status, text } = await remove(id);
      expect([status, text, (await me()).status]).toEqual([204, '', 401]);
      expect([app.provider.trustRules.rules.size, (await remove(id)).status]).toEqual([0, 404]);
      expect(await eventsOf(id)).toContainEqual({
        operation: 'trust-rules:remove',
        outcome: 'done',
        reason: null,
      });
      expect((await app.ask('GET', identitiesPath)).body).toMatchObject({ service_identities: [] });
    });

    it('answers 204 while the provider is unavailable, another change is unfinished, or it is a former one § 10.15j', async () => {
      const { id, clientId } = await createRule(app);
      const end = await leaveUnfinished(app, id);
      app.provider.wire.isDown = true;
      expect((await remove(id)).status).toBe(204);
      app.provider.wire.isDown = false;
      await end();
      const me = await app.ask('GET', '/self/me', { token: app.machineToken(clientId) });
      expect(me.status).toBe(401);
      const second = await createRule(app);
      await app.sql(former);
      expect((await remove(second.id)).status).toBe(204);
    });
  });

  describe('POST …/try', () => {
    it('answers 200 with every condition, and keeps no token § 10.15k', async () => {
      const { id } = await createRule(app);
      const conditions = [
        { condition: 'signature', holds: true },
        { condition: 'project_id', holds: false },
      ];
      app.provider.trustRules.tried = conditions;
      const canary = `canary-${randomUUID()}`;
      expect((await tryToken(id, canary)).body).toEqual({ accepted: false, conditions });
      expect(await eventsOf(id)).toContainEqual({
        operation: 'trust-rules:try',
        outcome: 'done',
        reason: 'project_id',
      });
      expect(JSON.stringify(await app.sql('SELECT * FROM audit_trail'))).not.toContain(canary);
      app.provider.trustRules.tried = [{ condition: 'signature', holds: undefined }];
      expect((await tryToken(id, canary)).body).toEqual({
        accepted: null,
        conditions: [{ condition: 'signature', holds: null }],
      });
      app.provider.trustRules.tried = [{ condition: 'signature', holds: true }];
      expect((await tryToken(id, canary)).body).toMatchObject({ accepted: true });
    });

    it.each(['', 'x'.repeat(8_193)])(
      'answers 400 to a token that is missing or too long § 10.15l',
      async (token) => {
        const { id } = await createRule(app);
        const { status, body } = await tryToken(id, token);
        expect([status, body.error_description]).toEqual([400, 'token must have 1 to 8192 characters']);
      },
    );

    it('answers 409 for a rule that the provider does not have, and 429 to the 31st trial § 10.15t 10.15u', async () => {
      const { id } = await createRule(app);
      app.provider.trustRules.rules.clear();
      for (let count = 0; count < 30; count += 1) expect((await tryToken(id, 'x')).status).toBe(409);
      const { status, headers } = await tryToken(id, 'x');
      expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    });
  });
});
