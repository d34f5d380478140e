import { everythingOf } from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { AttachingOrganization, organizationName, submitterEmail } from '../../spec/attaching-organization';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, openTestStores } from '../../spec/fixtures';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresOrgResultStore } from './postgres-org-result.store';

describe('results and their clients', () => {
  const stores = opened(openTestStores);
  let our: AttachingOrganization;
  beforeEach(() => {
    our = new AttachingOrganization(stores);
  });

  describe('the client', () => {
    it('is the one of the call, and none of another organization § 10.13q', async () => {
      const [clientId, foreign] = [
        await our.newClient(),
        await our.newClient('Globex', `other-${our.orgId}`),
      ];
      const { id } = await our.submit({ organizationName });
      expect([await our.attach(id, our.ours, foreign), await our.attach(id, our.ours, randomUUID())]).toEqual(
        ['unknown-client', 'unknown-client'],
      );
      expect(await our.attach(id, our.ours, clientId)).toBe('attached');
      expect(await our.ours.find(id)).toMatchObject({ clientId, clientName: organizationName });
      expect(await our.clientOf(id)).toMatchObject({ name: 'Globex', declaredName: undefined });
      expect([await our.found('globex'), await our.found('acme')]).toEqual([[clientId], []]);
    });

    it('is the one with the proven domain, in this organization alone', async () => {
      const domain = 'acme.example';
      const client = clientOf({ domain });
      await our.clients.forViewer(everythingOf(our.orgId)).create(client, writingClient('create', our.orgId));
      const [proven, later, other] = [await our.submit(), await our.submit(), await our.submit()];
      for (const { id } of [proven, later]) await our.prove(id);
      await our.prove(other.id, 'other.example');
      for (const { id } of [proven, other]) await our.attach(id);
      expect(await our.ours.find(proven.id)).toMatchObject({ clientId: client.id });
      expect(await our.clientOf(other.id)).toMatchObject({ domain: 'other.example' });
      await our.attach(later.id, our.theirs);
      expect((await our.theirs.find(later.id))?.clientId).not.toBe(client.id);
    });

    it('is a new one otherwise, also for the same declared name, and shows and finds that name', async () => {
      const [one, two] = [await our.submit({ organizationName }), await our.submit({ organizationName })];
      for (const { id } of [one, two]) await our.attach(id);
      const [first, second] = [await our.clientOf(one.id), await our.clientOf(two.id)];
      expect(first).toMatchObject({ name: undefined, declaredName: organizationName, tags: [] });
      expect(first.id).not.toBe(second.id);
      expect(new Set(await our.found('acme'))).toEqual(new Set([first.id, second.id]));
      expect(await our.list({ clientWords: new Set(['acme', 'ltd']) })).toHaveLength(2);
    });

    it('is made while the organization may have more, and then refused', async () => {
      const full = new PostgresOrgResultStore(stores.database, stores.keyring, { results: 9, clients: 1 });
      const [one, two] = [await our.submit(), await our.submit()];
      const outcomes = await Promise.all(
        [one, two].map(({ id }) => our.attach(id, full.forViewer(everythingOf(our.orgId)))),
      );
      expect(outcomes.toSorted()).toEqual(['attached', 'clients-full']);
    });

    it('changes by a call with another id, with an audit row, and never without one', async () => {
      const [from, to] = [await our.newClient('From'), await our.newClient('To')];
      const { id } = await our.submit();
      await our.attach(id, our.ours, from);
      expect([await our.attach(id), await our.attach(id, our.ours, from)]).toEqual(['known', 'known']);
      expect([await our.attach(id, our.ours, randomUUID()), await our.attach(id, our.ours, to)]).toEqual([
        'unknown-client',
        'moved',
      ]);
      expect(await our.ours.find(id)).toMatchObject({ clientId: to });
      expect(await our.auditOf(id)).toHaveLength(2);
    });

    it('shows the newest declared name, and the one before when that ends', async () => {
      const [older, newer] = [
        await our.submit({ organizationName }),
        await our.submitAfter(1, { organizationName: 'Acme AG' }),
      ];
      await our.attach(older.id);
      const clientId = (await our.clientOf(older.id)).id;
      await our.attach(newer.id, our.ours, clientId);
      expect(await our.clientOf(newer.id)).toMatchObject({ declaredName: 'Acme AG' });
      expect([await our.found('ag'), await our.found('ltd')]).toEqual([[clientId], []]);
      await our.detach(newer.id);
      expect(await our.clientOf(older.id)).toMatchObject({ declaredName: organizationName });
      expect(await our.found('ag')).toEqual([]);
    });

    it('keeps a name that someone typed, when its results are detached', async () => {
      const { id } = await our.submit({ organizationName, submitterEmail });
      await our.attach(id);
      const clientId = (await our.clientOf(id)).id;
      await our.clients
        .forViewer(everythingOf(our.orgId))
        .change(clientId, { name: 'Acme' }, writingClient('update', our.orgId));
      await our.detach(id);
      expect(await our.client(clientId)).toMatchObject({
        name: 'Acme',
        declaredName: undefined,
      });
      expect([await our.found('acme'), await our.found('ltd')]).toEqual([[clientId], []]);
    });

    it('detaches its results when it is deleted § 10.18y', async () => {
      const [clientId, kept] = [await our.newClient(), await our.submit()];
      const { id } = await our.submit();
      await our.attach(id, our.ours, clientId);
      await our.attach(kept.id);
      await our.clients
        .forViewer(everythingOf(our.orgId))
        .delete(clientId, writingClient('delete', our.orgId));
      expect(await our.idsOf()).toEqual([kept.id]);
      expect(await stores.sql('SELECT FROM survey_results WHERE id = $1', [id])).toHaveLength(1);
    });
  });

  describe('an attachment', () => {
    const attachments = async (id: string): Promise<number> =>
      (await stores.sql('SELECT FROM org_results WHERE result_id = $1', [id])).length;

    it('ends with the erasure of its submitter, in every organization, with the name of its client § 10.13af', async () => {
      const [erased, kept] = [await our.submit({ submitterEmail, organizationName }), await our.submit()];
      for (const { id } of [erased, kept]) {
        await our.attach(id);
        await our.attach(id, our.theirs);
      }
      const clientId = (await our.clientOf(erased.id)).id;
      await new PostgresPersonalDataStore(stores.database, stores.keyring).erase('Assessor+x@EXAMPLE.com');
      expect([await our.idsOf(), await our.idsOf(our.theirs)]).toEqual([[kept.id], [kept.id]]);
      expect([await attachments(erased.id), await attachments(kept.id)]).toEqual([0, 2]);
      expect(await our.client(clientId)).toMatchObject({
        name: undefined,
        declaredName: undefined,
      });
      expect(await our.found('acme')).toEqual([]);
    });

    it('ends with its result § 10.13af', async () => {
      const { id } = await our.submit();
      await our.attach(id);
      await stores.sql('DELETE FROM survey_results WHERE id = $1', [id]);
      expect(await attachments(id)).toBe(0);
    });

    it('loses the name, but not its client, and stays, when retention removes the data of its submitter § 10.13af', async () => {
      const { id } = await our.submit({ submitterEmail, organizationName });
      await our.attach(id);
      const clientId = (await our.clientOf(id)).id;
      const later = await our.submitAfter(1, { organizationName: 'Acme AG' });
      await our.attach(later.id, our.ours, clientId);
      expect(await our.found('acme', 'ag')).toEqual([clientId]);
      await stores.sql('UPDATE survey_results SET created_at = $2 WHERE id = $1', [later.id, laterBy(1)]);
      await our.removeNames();
      const listed = await our.list();
      expect(listed).toMatchObject([
        { id: later.id, clientId },
        { id, clientId },
      ]);
      for (const entry of listed) expect(entry).not.toHaveProperty('clientName');
      expect(await our.clientOf(id)).toMatchObject({ name: undefined, declaredName: undefined });
      expect(await our.found('acme')).toEqual([]);
    });

    it('of the previous release makes a client, or is of the one that it names', async () => {
      const [one, two] = [await our.submit({ organizationName }), await our.submit()];
      const former = `INSERT INTO org_results (result_id, org_id, attached_at, client_id) VALUES ($1, $2, $3, $1)`;
      for (const org of [our.orgId, `other-${our.orgId}`])
        await stores.sql(former, [one.id, org, laterBy(1)]);
      await stores.sql(former, [two.id, our.orgId, laterBy(1)]);
      expect(await our.clientOf(one.id)).toMatchObject({ id: one.id, declaredName: organizationName });
      expect((await our.theirs.find(one.id))?.clientId).not.toBe(one.id);
      await stores.sql('UPDATE org_results SET client_id = $1 WHERE org_id = $2', [one.id, our.orgId]);
      expect(await our.list({ clientId: one.id })).toHaveLength(2);
      expect(await our.list({ isLatest: true })).toHaveLength(1);
    });
  });
});
