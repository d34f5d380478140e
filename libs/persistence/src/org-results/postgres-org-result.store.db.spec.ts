import { type ResultFilter } from '@governance/assessments';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { AttachingOrganization, organizationName, submitterEmail } from '../../spec/attaching-organization';
import { laterBy, openTestStores } from '../../spec/fixtures';

describe('PostgresOrgResultStore', () => {
  const stores = opened(openTestStores);
  let our: AttachingOrganization;
  beforeEach(() => {
    our = new AttachingOrganization(stores);
  });

  it('lists every member of an attached result, with its opened name', async () => {
    const { outcome, ...result } = await our.submit({ submitterEmail, organizationName, notes: 'private' });
    expect(await our.attach(result.id)).toBe('attached');
    const { overallScore, tier, launchAllowed, launchReason } = outcome;
    const entry = {
      ...result,
      overallScore,
      tier,
      launchAllowed,
      launchReason,
      attachedAt: laterBy(1_000),
      clientId: expect.any(String) as unknown,
      clientName: organizationName,
      isLatest: true,
    };
    expect(await our.list()).toEqual([entry]);
    expect(await our.ours.find(result.id)).toEqual(entry);
    expect(await our.auditOf(result.id)).toEqual([[our.orgId, 'org-results:attach', 'done', laterBy(1_000)]]);
  });

  it('lists a proven domain and a withdrawal, and the newest first', async () => {
    const [older, newer] = [await our.submit(), await our.submitAfter(1)];
    for (const { id } of [newer, older]) await our.attach(id);
    await our.prove(older.id);
    await our.withdraw(newer.id);
    expect(await our.list()).toMatchObject([
      { id: newer.id, withdrawal: { at: laterBy(5_000), reason: 'misused' }, isLatest: false },
      { id: older.id, domain: { name: 'acme.example', provenAt: laterBy(3_000) }, isLatest: true },
    ]);
  });

  it('attaches a result once, and again after it was detached', async () => {
    const { id } = await our.submit();
    expect(await our.attach(id)).toBe('attached');
    await our.withdraw(id);
    expect([await our.attach(id), await our.detach(id), await our.detach(id)]).toEqual([
      'known',
      true,
      false,
    ]);
    expect([await our.idsOf(), await our.ours.find(id)]).toEqual([[], undefined]);
    expect(await our.attach(id)).toBe('withdrawn');
    expect(await our.auditOf(id)).toEqual([
      [our.orgId, 'org-results:attach', 'done', laterBy(1_000)],
      [our.orgId, 'org-results:detach', 'done', laterBy(2_000)],
    ]);
  });

  it('attaches no unknown and no withdrawn result', async () => {
    const { id } = await our.submit();
    await our.withdraw(id);
    expect([await our.attach(randomUUID()), await our.attach(id)]).toEqual(['unknown', 'withdrawn']);
    expect([await our.idsOf(), await our.auditOf(id), await our.found('acme')]).toEqual([[], [], []]);
  });

  it('attaches one result to several organizations, of which each sees and detaches its own § 10.13ae', async () => {
    const { id } = await our.submit({ organizationName });
    const other = await our.submit();
    await our.attach(id);
    await our.attach(id, our.theirs);
    await our.attach(other.id, our.theirs);
    expect(await our.idsOf()).toEqual([id]);
    expect(await our.detach(other.id)).toBe(false);
    expect(await our.detach(id)).toBe(true);
    expect(new Set(await our.idsOf(our.theirs))).toEqual(new Set([id, other.id]));
  });

  it('attaches no more than the quota, by fifty concurrent calls too', async () => {
    const many = await Promise.all(Array.from({ length: 50 }, () => our.submit()));
    const outcomes = await Promise.all(many.map(({ id }) => our.attach(id)));
    expect(outcomes.filter((outcome) => outcome === 'attached')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(47);
    const [first = ''] = await our.idsOf();
    expect(await our.attach(first)).toBe('known');
    await our.detach(first);
    expect(await our.attach(first)).toBe('attached');
    expect((await Promise.all(many.map(({ id }) => our.auditOf(id)))).flat()).toHaveLength(5);
  });

  it('is attached once by fifty concurrent calls', async () => {
    const { id } = await our.submit();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => our.attach(id)));
    expect(outcomes.toSorted()).toEqual(['attached', ...Array.from({ length: 49 }, () => 'known')]);
    expect(await our.auditOf(id)).toHaveLength(1);
  });

  describe('results of one client', () => {
    it('are compared with the one before of the same mode, and the newest is the latest § 10.13a', async () => {
      const clientId = await our.newClient();
      const [first, last] = [await our.submitAfter(1), await our.submitAfter(3)];
      const other = await our.submit({}, { createdAt: laterBy(120_000), mode: 'client-on-behalf' });
      for (const { id } of [last, first, other]) await our.attach(id, our.ours, clientId);
      expect(await our.list()).toMatchObject([
        { id: last.id, isLatest: true, earlier: { id: first.id, createdAt: laterBy(60_000) } },
        { id: other.id, isLatest: true },
        { id: first.id, isLatest: false },
      ]);
      const idsOf = async (filter: Partial<ResultFilter>) => (await our.list(filter)).map(({ id }) => id);
      expect(await idsOf({ isLatest: false })).toEqual([first.id]);
      await our.withdraw(last.id);
      const [withdrawn, ...others] = await our.list();
      expect(withdrawn).toMatchObject({ id: last.id, isLatest: false });
      expect(withdrawn).not.toHaveProperty('earlier');
      expect(others.map(({ isLatest }) => isLatest)).toEqual([true, true]);
      await our.detach(first.id);
      expect(await idsOf({ isLatest: true })).toEqual([other.id]);
    });

    it('have one latest result after concurrent changes', async () => {
      const clientId = await our.newClient();
      const [one, two, three] = [await our.submit(), await our.submitAfter(1), await our.submitAfter(2)];
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          our.attach(one.id, our.ours, clientId),
          our.attach(two.id, our.ours, clientId),
          round === 3 ? our.withdraw(three.id) : our.attach(three.id, our.ours, clientId),
          our.detach(two.id),
        ]);
        const listed = await our.list();
        const counted = listed.filter(({ withdrawal }) => withdrawal === undefined);
        expect(listed.filter(({ isLatest }) => isLatest)).toEqual(counted.slice(0, 1));
      }
    });
  });

  it('matches every condition of a filter', async () => {
    const clientId = await our.newClient('Globex Zürich');
    const one = await our.submit({}, { mode: 'client-on-behalf' });
    const two = await our.submitAfter(1);
    await our.attach(one.id, our.ours, clientId);
    await our.attach(two.id);
    const matching = async (filter: Partial<ResultFilter>) => (await our.list(filter)).map(({ id }) => id);
    const renewal = new Date('2027-11-20T12:00:00.000Z');
    for (const filter of [
      { clientWords: new Set(['zurich', 'globex']) },
      { clientId },
      { mode: 'client-on-behalf' },
      { renewBefore: new Date(renewal.getTime() + 1) },
      {
        clientWords: new Set(['globex']),
        mode: 'client-on-behalf',
        tier: 'Progressing',
        launchAllowed: false,
      },
    ] as const)
      expect([filter, await matching(filter)]).toEqual([filter, [one.id]]);
    for (const filter of [
      { clientWords: new Set(['globex', 'acme']) },
      { clientId: randomUUID() },
      { tier: 'Ready' },
      { launchAllowed: true },
      { renewBefore: renewal },
      { isLatest: false },
    ] as const)
      expect([filter, await matching(filter)]).toEqual([filter, []]);
    expect(await matching({ tier: 'Progressing', isLatest: true })).toEqual([two.id, one.id]);
  });
});
