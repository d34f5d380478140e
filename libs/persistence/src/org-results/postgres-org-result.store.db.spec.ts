import { opened } from '@governance/testing';
import {
  type AttachmentChange,
  type OrgResults,
  type ResultExtras,
  type SurveyResult,
} from '@governance/assessments';
import { randomUUID } from 'node:crypto';
import { contextOf } from '../../spec/credential-fixtures';
import { laterBy, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresOrgResultStore } from './postgres-org-result.store';

const submitterEmail = 'assessor@example.com';
const organizationName = 'Acme Ltd';

describe('PostgresOrgResultStore', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let store: PostgresOrgResultStore;
  let orgId: string;
  let ours: OrgResults;
  let theirs: OrgResults;
  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    store = new PostgresOrgResultStore(stores.database, stores.keyring, 3);
  });
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    ours = store.forOrg(orgId);
    theirs = store.forOrg(`other-${orgId}`);
  });

  async function submit(
    extras: ResultExtras = {},
    overrides: Partial<SurveyResult> = {},
  ): Promise<SurveyResult> {
    const result = resultOf(overrides);
    await results.create(result, extras);
    return result;
  }
  function changing(operation: 'attach' | 'detach', ms = 1_000): AttachmentChange {
    return { now: laterBy(ms), audit: contextOf(`org-results:${operation}`, { orgId }) };
  }
  const attach = (id: string, by = ours) => by.attach(id, changing('attach'));
  const detach = (id: string, by = ours) => by.detach(id, changing('detach', 2_000));
  const idsOf = async (by = ours): Promise<string[]> => (await by.all()).map(({ id }) => id);
  const auditOf = async (id: string): Promise<unknown[]> =>
    (await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id])).map(
      ({ org_id, operation, outcome, at }) => [org_id, operation, outcome, at],
    );
  const withdraw = (id: string) =>
    stores.sql(`UPDATE survey_results SET withdrawn_at = $2, withdrawal_reason = 'misused' WHERE id = $1`, [
      id,
      laterBy(5_000),
    ]);

  it('lists every member of an attached result, with its opened name, and gives its details', async () => {
    const { outcome, answers, ...result } = await submit({
      submitterEmail,
      organizationName,
      notes: 'private',
    });
    expect(await attach(result.id)).toBe('attached');
    const { overallScore, tier, launchAllowed, launchReason } = outcome;
    expect(await ours.all()).toEqual([
      {
        ...result,
        overallScore,
        tier,
        launchAllowed,
        attachedAt: laterBy(1_000),
        clientId: result.id,
        clientName: organizationName,
      },
    ]);
    expect(await ours.detailsOf([result.id, randomUUID()])).toEqual(
      new Map([[result.id, { launchReason, answers }]]),
    );
    expect(await auditOf(result.id)).toEqual([[orgId, 'org-results:attach', 'done', laterBy(1_000)]]);
  });

  it('lists a proven domain and a withdrawal, and the newest first', async () => {
    const [older, newer] = [await submit(), await submit({}, { createdAt: laterBy(60_000) })];
    for (const { id } of [newer, older]) await attach(id);
    await stores.sql(
      `INSERT INTO certificate_domains (result_id, request, expires_at, name, proven_at, way, credential, credential_key_id,
         status_list, status_index) VALUES ($1, '\\x00', $2, 'acme.example', $2, 'dns', 'c', 'k', 0, 0)`,
      [older.id, laterBy(3_000)],
    );
    await withdraw(newer.id);
    expect(await ours.all()).toMatchObject([
      { id: newer.id, withdrawal: { at: laterBy(5_000), reason: 'misused' } },
      { id: older.id, domain: { name: 'acme.example', provenAt: laterBy(3_000) } },
    ]);
  });

  it('attaches a result once, and again after it was detached', async () => {
    const { id } = await submit();
    expect(await attach(id)).toBe('attached');
    await withdraw(id);
    expect([await attach(id), await detach(id), await detach(id)]).toEqual(['known', true, false]);
    expect(await idsOf()).toEqual([]);
    expect(await attach(id)).toBe('withdrawn');
    expect(await auditOf(id)).toEqual([
      [orgId, 'org-results:attach', 'done', laterBy(1_000)],
      [orgId, 'org-results:detach', 'done', laterBy(2_000)],
    ]);
  });

  it('attaches no unknown and no withdrawn result', async () => {
    const { id } = await submit();
    await withdraw(id);
    expect([await attach(randomUUID()), await attach(id)]).toEqual(['unknown', 'withdrawn']);
    expect([await idsOf(), await auditOf(id)]).toEqual([[], []]);
  });

  it('attaches one result to several organizations, of which each sees and detaches its own § 10.13ae', async () => {
    const { id } = await submit({ organizationName });
    const other = await submit();
    await attach(id);
    await attach(id, theirs);
    await attach(other.id, theirs);
    expect(await idsOf()).toEqual([id]);
    expect(await ours.detailsOf([id, other.id])).toHaveProperty('size', 1);
    expect(await detach(other.id)).toBe(false);
    expect(await detach(id)).toBe(true);
    expect(new Set(await idsOf(theirs))).toEqual(new Set([id, other.id]));
  });

  it('attaches no more than the quota, by fifty concurrent calls too', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => submit()));
    const outcomes = await Promise.all(all.map(({ id }) => attach(id)));
    expect(outcomes.filter((outcome) => outcome === 'attached')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(47);
    const [first = ''] = await idsOf();
    expect(await attach(first)).toBe('known');
    await detach(first);
    expect(await attach(first)).toBe('attached');
    expect((await Promise.all(all.map(({ id }) => auditOf(id)))).flat()).toHaveLength(5);
  });

  it('is attached once by fifty concurrent calls', async () => {
    const { id } = await submit();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attach(id)));
    expect(outcomes.toSorted()).toEqual(['attached', ...Array.from({ length: 49 }, () => 'known')]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  describe('an attachment', () => {
    const attachments = async (id: string): Promise<number> =>
      (await stores.sql('SELECT FROM org_results WHERE result_id = $1', [id])).length;

    it('ends with the erasure of its submitter, in every organization § 10.13af', async () => {
      const [erased, kept] = [await submit({ submitterEmail, organizationName }), await submit()];
      for (const { id } of [erased, kept]) {
        await attach(id);
        await attach(id, theirs);
      }
      await new PostgresPersonalDataStore(stores.database, stores.keyring).erase('Assessor+x@EXAMPLE.com');
      expect([await idsOf(), await idsOf(theirs)]).toEqual([[kept.id], [kept.id]]);
      expect([await attachments(erased.id), await attachments(kept.id)]).toEqual([0, 2]);
    });

    it('ends with its result § 10.13af', async () => {
      const { id } = await submit();
      await attach(id);
      await stores.sql('DELETE FROM survey_results WHERE id = $1', [id]);
      expect(await attachments(id)).toBe(0);
    });

    it('loses the name, but not its client, and stays, when retention removes the data of its submitter § 10.13af', async () => {
      const { id } = await submit({ submitterEmail, organizationName });
      await attach(id);
      const later = await submit({ organizationName: 'ACME ltd' }, { createdAt: laterBy(1) });
      await attach(later.id);
      const [now, before] = [laterBy(10), laterBy(5)];
      await new PostgresPersonalDataStore(stores.database, stores.keyring).removeOld({
        sentBefore: now,
        settledBefore: now,
        documentedBefore: now,
        keyedBefore: now,
        countedBefore: now,
        submittedBefore: before,
      });
      const [newer, older] = await ours.all();
      expect([newer, older]).toMatchObject([
        { id: later.id, clientId: id },
        { id, clientId: id },
      ]);
      for (const entry of [newer, older]) expect(entry).not.toHaveProperty('clientName');
    });
  });
});
