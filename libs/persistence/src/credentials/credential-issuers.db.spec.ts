import { opened } from '@governance/testing';
import { type OrgCredentials } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  create,
  draftOf,
  intentOf,
  issuer,
  newName,
  renaming,
  revoking,
  rotating,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { recordFirstIssuer } from './first-issuer';
import { PostgresCredentialStore } from './postgres-credential.store';

const former = 'https://former.example.org';

describe('the issuers of credentials', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let store: PostgresCredentialStore;
  let acme: OrgCredentials;
  beforeEach(() => {
    store = new PostgresCredentialStore(stores.database, stores.keyring);
    acme = store.forOrg('acme');
  });

  const isActive = async (clientId: string, of: string): Promise<boolean> =>
    (await store.systemScope('guard').findActive({ issuer: of, clientId, orgId: 'acme', now: noon })) !==
    undefined;

  /** A credential as the previous release stores it. */
  async function createBefore(): Promise<{ readonly id: string; readonly clientId: string }> {
    const { id, clientId } = await create(acme);
    await stores.sql('UPDATE m2m_credentials SET issuer = NULL WHERE id = $1', [id]);
    return { id, clientId };
  }

  it('are recorded with the credential', async () => {
    const { id } = await create(acme, draftOf({ issuer: former }));
    expect(await acme.find(id)).toMatchObject({ issuer: former });
    expect((await acme.list()).map((each) => each.issuer)).toEqual([former]);
  });

  it('are the first managed one for credentials of the previous release, also after a move', async () => {
    const { id, clientId } = await createBefore();
    await recordFirstIssuer(stores.database, former);
    await recordFirstIssuer(stores.database, issuer);
    expect(await acme.find(id)).toMatchObject({ issuer: former });
    expect([await isActive(clientId, former), await isActive(clientId, issuer)]).toEqual([true, false]);
    // Inserted by the previous release during the deployment.
    const later = await createBefore();
    expect(await acme.find(later.id)).toMatchObject({ issuer: former });
  });

  it('are unknown before a program has recorded the first one, and then no token fits', async () => {
    const { clientId } = await createBefore();
    expect([await isActive(clientId, issuer), await isActive(clientId, '')]).toEqual([false, false]);
  });

  it('separate clients with the same id', async () => {
    const clientId = 'client-of-both';
    const finish = async (of: string): Promise<string> => {
      const intent = await beginCreation(acme, draftOf({ issuer: of }));
      return (await acme.finishCreation(intent, { clientId, now: noon })).id;
    };
    const [theirs, ours] = [await finish(former), await finish(issuer)];
    expect([await isActive(clientId, former), await isActive(clientId, issuer)]).toEqual([true, true]);
    await acme.finishFollowUp(intentOf(await acme.revoke(theirs, revoking())));
    expect([await isActive(clientId, former), await isActive(clientId, issuer)]).toEqual([false, true]);
    expect(await acme.find(ours)).toMatchObject({ issuer });
    await expect(finish(issuer)).rejects.toThrow('m2m_credentials_active_client');
  });

  it('are part of every unfinished change, for the reconciler too', async () => {
    const credentials = [await create(acme, draftOf({ issuer: former })), await createBefore()];
    await recordFirstIssuer(stores.database, former);
    const [one, two] = credentials;
    if (!one || !two) throw new RangeError();
    const begun = [
      intentOf(await acme.beginRotation(one.id, rotating())),
      intentOf(await acme.rename(two.id, newName, renaming())),
    ];
    expect(begun.map((each) => each.issuer)).toEqual([former, former]);
    const at = { now: laterBy(200_000), leaseUntil: laterBy(260_000) };
    const reconciler = store.systemScope('reconciler');
    const claimed = [await reconciler.claimUnfinished(at), await reconciler.claimUnfinished(at)];
    expect(claimed.map((each) => each?.issuer)).toEqual([former, former]);
  });

  it('can be left without the end of an overlap, which then counts as abandoned', async () => {
    const { id } = await create(acme, draftOf({ issuer: former }));
    const draft = { expiresAt: undefined, secretLastFour: 'abcd', overlapUntil: laterBy(3_600_000) };
    await acme.finishRotation(intentOf(await acme.beginRotation(id, rotating(), draft)), laterBy(1_000));
    const ending = intentOf(await acme.beginEndOfOverlap(id, rotating()));
    await acme.abandon(ending, laterBy(2_000));
    expect((await acme.find(id))?.previous).toBeDefined();
    expect(await stores.sql('SELECT id FROM credential_intents')).toEqual([]);
    const outcomes = await stores.sql('SELECT outcome FROM audit_trail WHERE target = $1 ORDER BY id', [id]);
    expect(outcomes.at(-1)).toEqual({ outcome: 'abandoned' });
  });

  it('list what is left elsewhere in every organization, page by page', async () => {
    const globex = store.forOrg('globex');
    const active = await create(acme, draftOf({ issuer: former }));
    const revoked = await create(globex, draftOf({ issuer: former }));
    await globex.finishFollowUp(intentOf(await globex.revoke(revoked.id, revoking())));
    const creating = draftOf({ issuer: former });
    await beginCreation(acme, creating);
    await create(acme);
    await createBefore();
    const reconciler = store.systemScope('reconciler');
    const page = { issuer, after: undefined, limit: 10 };
    const expected = [
      { id: active.id, orgId: 'acme', issuer: former, state: 'active', clientId: active.clientId },
      { id: revoked.id, orgId: 'globex', issuer: former, state: 'revoked', clientId: revoked.clientId },
      { id: creating.id, orgId: 'acme', issuer: former, state: 'creating', clientId: undefined },
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(await reconciler.leftElsewhere(page)).toEqual(expected);
    expect(await reconciler.leftElsewhere({ ...page, after: expected[0]?.id, limit: 1 })).toEqual([
      expected[1],
    ]);
    expect(await reconciler.leftElsewhere({ ...page, after: expected[2]?.id ?? randomUUID() })).toEqual([]);
  });
});
