import { opened, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { startCredentialsApp } from '../support/credentials-app';
import { addDomain, checkDomain, domainsPath } from '../support/domains';
import { startReconciler } from '../support/reconciler';

describe('a proof of a domain that has ended', () => {
  const app = opened(startCredentialsApp);

  const events = async (token = app.personToken()): Promise<unknown> =>
    (await app.ask('GET', '/iam/audit-events?operation=domains:lapse', { token })).body.audit_events;

  it('is shown in the list, and to the admins of its organization as one audit event', async () => {
    const name = await addDomain(app);
    expect((await checkDomain(app, name)).status).toBe(200);
    const { domains } = app.provider;
    const [lapsedAt, id] = [new Date('2026-11-22T12:00:00.000Z'), randomUUID()];
    const ended = domains.all(app.orgId).map((each) => ({ ...each, provenAt: undefined, lapsedAt }));
    domains.domains.set(app.orgId, ended);
    domains.ended.set(id, { id, orgId: app.orgId, name, lapsedAt });

    for (let worker = 0; worker < 2; worker += 1) {
      const program = await startReconciler(app);
      await until(() => domains.ended.size === 0);
      await program.close();
      // As if the provider had not received the deletion.
      if (worker === 0) domains.ended.set(id, { id, orgId: app.orgId, name, lapsedAt });
    }

    expect((await app.ask('GET', domainsPath)).body.domains).toMatchObject([
      { name, proven_at: null, missing_since: null, lapsed_at: lapsedAt.toISOString() },
    ]);
    expect(await events()).toEqual([
      expect.objectContaining({
        created_at: lapsedAt.toISOString(),
        actor: { kind: 'system', issuer: 'worker', subject: 'domain-checks', client_id: null },
        operation: 'domains:lapse',
        target: name,
        outcome: 'done',
        reason: 'record_missing',
        request_id: id,
      }),
    ]);
    expect(await events(app.personToken({ org_id: 'org_other' }))).toEqual([]);
  });
});
