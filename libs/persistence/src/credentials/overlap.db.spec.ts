import { opened } from '@governance/testing';
import { IntentLost, type M2mCredential, type OrgCredentials } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { beginningOf, create, draftOf, intentOf, revoking, rotating } from '../../spec/credential-fixtures';
import { laterBy, openTestStores } from '../../spec/fixtures';
import { PostgresCredentialStore } from './postgres-credential.store';

const stores = opened(openTestStores);
let store: PostgresCredentialStore;
let orgId: string;
let credentials: OrgCredentials;

beforeAll(() => {
  store = new PostgresCredentialStore(stores.database, stores.keyring);
});
beforeEach(() => {
  orgId = `org-${randomUUID()}`;
  credentials = store.forOrg(orgId);
});

/** The audit rows of a credential: operation, outcome and time. */
async function auditOf(id: string): Promise<[unknown, unknown, unknown][]> {
  const rows = await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);
  return rows.map(({ operation, outcome, at }) => [operation, outcome, at]);
}

describe('a rotation', () => {
  it('of a secret stores its expiry and last four, and nothing of a secret before it', async () => {
    const { id } = await create(credentials, draftOf({ secretLastFour: 'AAAA', expiresAt: laterBy(9_000) }));
    const rotation = { expiresAt: laterBy(20_000), secretLastFour: 'BBBB' };
    const begun = await credentials.beginRotation(id, rotating(), rotation);
    expect(await credentials.finishRotation(intentOf(begun), laterBy(1_000))).toMatchObject({
      lastFour: 'BBBB',
      expiresAt: laterBy(20_000),
      previous: undefined,
    });
  });

  it.each([
    { what: 'the overlap', overlap: 5_000, before: 9_000, after: 20_000, end: 5_000 },
    { what: 'the old secret', overlap: 15_000, before: 9_000, after: 20_000, end: 9_000 },
    { what: 'the new secret', overlap: 15_000, before: 20_000, after: 9_000, end: 9_000 },
  ])('with an overlap shows both until the end of $what', async ({ overlap, before, after, end }) => {
    const draft = draftOf({ secretLastFour: 'AAAA', expiresAt: laterBy(before) });
    const created = await create(credentials, draft);
    const rotation = {
      expiresAt: laterBy(after),
      secretLastFour: 'BBBB',
      overlapUntil: laterBy(overlap),
    };
    const begun = await credentials.beginRotation(created.id, rotating(), rotation);
    const rotated = await credentials.finishRotation(intentOf(begun), laterBy(1_000));
    expect(rotated).toEqual({
      ...created,
      lastRotatedAt: laterBy(1_000),
      expiresAt: laterBy(after),
      lastFour: 'BBBB',
      previous: { lastFour: 'AAAA', createdAt: created.createdAt, expiresAt: laterBy(end) },
    });
    expect(await credentials.find(created.id)).toEqual(rotated);
  });

  it('shows keys by the last four characters of their thumbprints', async () => {
    const { id } = await create(credentials, draftOf({ type: 'public_key', keyThumbprint: 'the-1st' }));
    const rotation = { expiresAt: undefined, keyThumbprint: 'the-2nd', overlapUntil: laterBy(5_000) };
    const begun = await credentials.beginRotation(id, rotating(), rotation);
    expect(await credentials.finishRotation(intentOf(begun), laterBy(1_000))).toMatchObject({
      lastFour: '-2nd',
      previous: { lastFour: '-1st' },
    });
  });

  it('ends an earlier overlap', async () => {
    const { id } = await create(credentials);
    for (const [secretLastFour, overlapUntil] of [
      ['AAAA', laterBy(5_000)],
      ['BBBB', laterBy(5_000)],
      ['CCCC', undefined],
    ] as const) {
      const rotation = { expiresAt: undefined, secretLastFour, overlapUntil };
      const begun = await credentials.beginRotation(id, rotating(), rotation);
      await credentials.finishRotation(intentOf(begun), laterBy(1_000));
      const { previous } = (await credentials.find(id)) ?? {};
      expect(previous?.lastFour).toBe({ AAAA: undefined, BBBB: 'AAAA', CCCC: undefined }[secretLastFour]);
      expect(previous !== undefined).toBe(overlapUntil !== undefined);
    }
  });
});

describe('the end of an overlap', () => {
  const ending = (now = laterBy(2_000)) => beginningOf('m2m-credentials:revoke-previous-secret', { now });

  async function rotatedWithOverlap(): Promise<M2mCredential> {
    const { id } = await create(credentials);
    const rotation = { expiresAt: undefined, secretLastFour: 'BBBB', overlapUntil: laterBy(5_000) };
    const begun = await credentials.beginRotation(id, rotating(), rotation);
    return credentials.finishRotation(intentOf(begun), laterBy(1_000));
  }

  it('holds when it is finished, and not before, and then cannot be repeated', async () => {
    const before = await rotatedWithOverlap();
    const { id, clientId } = before;
    const intent = intentOf(await credentials.beginEndOfOverlap(id, ending()));
    expect(intent).toMatchObject({ kind: 'end-overlap', orgId, clientId });
    expect(await credentials.find(id)).toEqual(before);
    expect(await credentials.beginRotation(id, rotating())).toEqual({ kind: 'busy' });

    expect(await credentials.finishEndOfOverlap(intent, laterBy(2_500))).toEqual({
      ...before,
      previous: undefined,
    });
    expect((await auditOf(id)).at(-1)).toEqual([
      'm2m-credentials:revoke-previous-secret',
      'done',
      laterBy(2_500),
    ]);
    expect(await credentials.beginEndOfOverlap(id, ending())).toEqual({ kind: 'unknown' });
    await expect(credentials.finishEndOfOverlap(intent, laterBy(2_600))).rejects.toThrow(IntentLost);
  });

  it('finds no previous secret without an overlap, after it, or in another organization', async () => {
    const { id } = await rotatedWithOverlap();
    const other = await create(credentials);
    const foreign = store.forOrg('globex');
    expect(await credentials.beginEndOfOverlap(other.id, ending())).toEqual({ kind: 'unknown' });
    expect(await foreign.beginEndOfOverlap(id, ending())).toEqual({ kind: 'unknown' });
    expect(await credentials.beginEndOfOverlap(id, ending(laterBy(5_000)))).toEqual({ kind: 'unknown' });
    expect(await credentials.beginEndOfOverlap(id, ending(laterBy(4_999)))).toMatchObject({ kind: 'begun' });
  });

  it('is overridden by a revocation', async () => {
    const { id } = await rotatedWithOverlap();
    const intent = intentOf(await credentials.beginEndOfOverlap(id, ending()));
    intentOf(await credentials.revoke(id, revoking()));
    await expect(credentials.finishEndOfOverlap(intent, laterBy(3_500))).rejects.toThrow(IntentLost);
    const outcomes = (await auditOf(id)).slice(-2).map(([operation, outcome]) => [operation, outcome]);
    expect(outcomes).toEqual([
      ['m2m-credentials:revoke-previous-secret', 'abandoned'],
      ['m2m-credentials:revoke', 'done'],
    ]);
  });
});
