import { type ConcurrentSteps } from '@governance/testing';
import { PostgresCredentialHousekeeping } from '../../src/credentials/postgres-credential-housekeeping';
import { PostgresCredentialStore } from '../../src/credentials/postgres-credential.store';
import { PostgresSystemCredentials } from '../../src/credentials/postgres-system-credentials';
import { PostgresExpiryNotices } from '../../src/expiry/postgres-expiry-notices';
import { PostgresServiceIdentityStore } from '../../src/service-identities/postgres-service-identity.store';
import { PostgresTrustRuleStore } from '../../src/trust-rules/postgres-trust-rule.store';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  contextOf,
  create,
  draftOf,
  issuer,
  newName,
  renaming,
  revoking,
  rotating,
} from '../credential-fixtures';
import { laterBy, noon, type TestStores } from '../fixtures';
import { createRule, ruleDraftOf } from '../trust-rule-fixtures';
import { dayMs, type World } from './world';

const rotation = { expiresAt: laterBy(20 * dayMs), secretLastFour: 'BBBB', overlapUntil: laterBy(dayMs) };
const soon = { now: laterBy(90_000), leaseUntil: laterBy(120_000) };

/** Writes of organizations, and the steps of the worker, on credentials and service identities. */
export function credentialSteps(stores: TestStores): ConcurrentSteps<World> {
  const { database, keyring } = stores;
  const store = new PostgresCredentialStore(database, keyring);
  const identities = new PostgresServiceIdentityStore(database);
  const change = (orgId: string, operation: 'rename' | 'delete') =>
    ({ now: noon, audit: contextOf(`service-identities:${operation}`, { orgId }) }) as const;
  return {
    ...workerSteps(stores),
    ...trustRuleSteps(stores),
    'create a credential': ({ orgId }) => create(store.forOrg(orgId)),
    'create a credential with a key': ({ orgId }) =>
      store
        .forOrg(orgId)
        .beginCreation(
          draftOf(),
          { ...renaming(), audit: contextOf('m2m-credentials:create', { orgId }) },
          { key: `key of ${orgId}`, body: 'body' },
        ),
    'create a credential of an identity': ({ orgId, credentials: [{ serviceIdentityId: id }] }) =>
      store.forOrg(orgId).beginCreation(draftOf({ serviceIdentity: { kind: 'existing', id } }), renaming()),
    'fail to create a credential': async ({ orgId }) => {
      const org = store.forOrg(orgId);
      await org.abandon(await beginCreation(org), noon);
    },
    'rotate a credential': async ({ orgId, credentials: [{ id }] }) => {
      const org = store.forOrg(orgId);
      const begun = await org.beginRotation(id, rotating(), rotation);
      if (begun.kind === 'begun') await org.finishRotation(begun.intent, noon);
    },
    'fail to rotate a credential': async ({ orgId, credentials: [{ id }] }) => {
      const org = store.forOrg(orgId);
      const begun = await org.beginRotation(id, rotating(), rotation);
      if (begun.kind === 'begun') await org.abandon(begun.intent, noon);
    },
    'rename a credential': async ({ orgId, credentials: [{ id }] }) => {
      const org = store.forOrg(orgId);
      const begun = await org.rename(id, newName, renaming());
      if (begun.kind === 'begun') await org.finishFollowUp(begun.intent);
    },
    'revoke credentials': async ({ orgId, credentials }) => {
      const org = store.forOrg(orgId);
      for (const { id } of credentials) {
        const begun = await org.revoke(id, revoking());
        if (begun.kind === 'begun') await org.finishFollowUp(begun.intent);
      }
    },
    'rename an identity': ({ orgId, credentials: [{ serviceIdentityId: id }] }) =>
      identities.forOrg(orgId).rename(id, 'Imports', change(orgId, 'rename')),
    'delete an identity': ({ orgId, credentials: [{ serviceIdentityId: id }] }) =>
      identities.forOrg(orgId).delete(id, change(orgId, 'delete')),
  };
}

function trustRuleSteps({ database }: TestStores): ConcurrentSteps<World> {
  const store = new PostgresTrustRuleStore(database);
  return {
    'create, change and delete a trust rule': async ({ orgId }) => {
      const rules = store.forOrg(orgId);
      const { id } = await createRule(rules);
      await rules.change(id, { name: 'After', keySet: undefined, revision: randomUUID() });
      await rules.delete(id);
    },
    'create a trust rule of an identity': async ({ orgId, credentials: [{ serviceIdentityId: id }] }) => {
      const rules = store.forOrg(orgId);
      const draft = ruleDraftOf({ serviceIdentity: { kind: 'existing', id } });
      if ((await rules.begin(draft)) === 'begun') await rules.delete(draft.id);
    },
  };
}

function workerSteps({ database, keyring }: TestStores): ConcurrentSteps<World> {
  const store = new PostgresCredentialStore(database, keyring);
  const notices = new PostgresExpiryNotices(database, keyring);
  const noteUses = (ids: readonly string[]) =>
    new PostgresSystemCredentials(database, 'last-used').touchLastUsed(new Map(ids.map((id) => [id, noon])));
  return {
    'note uses': ({ credentials }) => noteUses(credentials.map(({ id }) => id)),
    'note uses, in another order': ({ credentials }) =>
      noteUses(credentials.map(({ id }) => id).toReversed()),
    'undo a change left by another process': async () => {
      const intent = await new PostgresSystemCredentials(database, 'reconciler').claimUnfinished(soon);
      if (intent?.kind === 'create' || intent?.kind === 'rotate')
        await store.forOrg(intent.orgId).abandon(intent, noon);
    },
    'queue notices': ({ orgId, address: email }) =>
      notices.queue(orgId, { now: noon, mails: [{ deliveryId: randomUUID(), email }] }),
    'delete old notices': async ({ orgId, address: email }) => {
      await notices.queue(orgId, { now: noon, mails: [{ deliveryId: randomUUID(), email }] });
      await notices.removeOld(laterBy(1));
    },
    'delete old credentials': () =>
      new PostgresCredentialHousekeeping(database).removeOld({ now: laterBy(2 * dayMs), issuer }),
  };
}
