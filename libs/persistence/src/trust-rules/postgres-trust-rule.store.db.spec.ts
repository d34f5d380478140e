import {
  type OrgCredentials,
  type OrgTrustRules,
  type StoredTrustRule,
  type TrustRuleDraft,
} from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  contextOf,
  create,
  draftOf,
  issuer,
  revoking,
  rowsSeen,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { createRule, ruleDraftOf } from '../../spec/trust-rule-fixtures';
import { PostgresCredentialHousekeeping } from '../credentials/postgres-credential-housekeeping';
import { PostgresCredentialStore } from '../credentials/postgres-credential.store';
import { PostgresServiceIdentityStore } from '../service-identities/postgres-service-identity.store';
import { PostgresTrustRuleStore } from './postgres-trust-rule.store';

const whole = { limit: 100, after: undefined };
const revision = randomUUID();
const keySet = { keys: [{ kty: 'OKP', kid: 'first', crv: 'Ed25519', x: 'AAAA' }] } as const;

describe('PostgresTrustRuleStore', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let rules: OrgTrustRules;
  let others: OrgTrustRules;
  let credentials: OrgCredentials;
  let guard: ReturnType<PostgresCredentialStore['systemScope']>;
  beforeEach(() => {
    const store = new PostgresTrustRuleStore(stores.database);
    [rules, others] = [store.forOrg('acme'), store.forOrg('globex')];
    const ofCredentials = new PostgresCredentialStore(stores.database, stores.keyring);
    credentials = ofCredentials.forOrg('acme');
    guard = ofCredentials.systemScope('guard');
  });

  const active = ({ clientId }: Pick<StoredTrustRule, 'clientId'>, changes: object = {}) =>
    guard.findActive({ issuer, clientId, orgId: 'acme', now: noon, ...changes });
  const forIdentity = (id: string): TrustRuleDraft =>
    ruleDraftOf({ serviceIdentity: { kind: 'existing', id } });

  it('keeps every member of a rule', async () => {
    const full = {
      subject: 'job',
      keySet,
      singleUse: true,
      allowedNetworks: ['192.0.2.0/24'],
      expiresAt: laterBy(9),
    };
    for (const draft of [ruleDraftOf(), ruleDraftOf(full)]) {
      const { serviceIdentity, ...members } = draft;
      const rule = await createRule(rules, draft);
      expect(rule).toEqual({
        ...members,
        clientId: `client-${draft.id}`,
        serviceIdentityId: serviceIdentity.id,
        permissions: new Set(['m2m:credentials:read']),
        lastUsedAt: undefined,
      });
      expect(await rules.find(draft.id)).toEqual(rule);
    }
  });

  it('shows a rule from its activation to its deletion, and to its organization only', async () => {
    const draft = ruleDraftOf();
    const client = { clientId: `client-${draft.id}` };
    await rules.begin(draft);
    expect([await rules.find(draft.id), await rules.list(whole)]).toEqual([undefined, []]);
    expect(await others.activate(draft.id, 'theirs')).toBeUndefined();
    await rules.activate(draft.id, client.clientId);
    expect(await others.find(draft.id)).toBeUndefined();
    expect(await others.change(draft.id, { name: 'Theirs', keySet: undefined, revision })).toBeUndefined();
    expect([await others.delete(draft.id), await rules.delete(draft.id)]).toEqual([false, true]);
    expect([await rules.find(draft.id), await active(client)]).toEqual([undefined, undefined]);
    expect([await rules.delete(draft.id), await rules.activate(draft.id, 'late')]).toEqual([
      false,
      undefined,
    ]);
  });

  it('lists pages, newest first', async () => {
    const ids: string[] = [];
    for (const ms of [1, 3, 2])
      ids.push((await createRule(rules, ruleDraftOf({ createdAt: laterBy(ms) }))).id);
    const [first, last, middle] = ids;
    const [newest] = await rules.list({ limit: 1, after: undefined });
    expect(newest?.id).toBe(last);
    const rest = await rules.list({ limit: 5, after: newest });
    expect(rest.map(({ id }) => id)).toEqual([middle, first]);
  });

  it('changes the name and the keys, and nothing else', async () => {
    const before = await createRule(rules, ruleDraftOf({ keySet }));
    expect(await rules.change(before.id, { name: 'After', keySet: undefined, revision })).toEqual({
      ...before,
      revision,
      name: 'After',
    });
    const other = { keys: [{ ...keySet.keys[0], kid: 'second' }] };
    const after = await rules.change(before.id, { name: undefined, keySet: other, revision });
    expect(after).toEqual({ ...before, name: 'After', keySet: other, revision });
  });

  it('keeps at most 100 rules of an organization, also of 30 concurrent creations', async () => {
    await createRule(rules);
    await stores.sql(`
      INSERT INTO trust_rules SELECT (jsonb_populate_record(rule,
        jsonb_build_object('id', gen_random_uuid(), 'client_id', 'client-' || n))).*
      FROM trust_rules AS rule, generate_series(1, 95) AS n`);
    const begun = await Promise.all(Array.from({ length: 30 }, () => rules.begin(ruleDraftOf())));
    expect(begun.filter((kind) => kind === 'begun')).toHaveLength(4);
    expect(begun.filter((kind) => kind === 'full')).toHaveLength(26);
    expect(await others.begin(ruleDraftOf())).toBe('begun');
  });

  describe('the guard', () => {
    it('finds an active rule of the issuer, client and organization, until it ends', async () => {
      const { id, clientId } = await createRule(
        rules,
        ruleDraftOf({ expiresAt: laterBy(1_000), allowedNetworks: ['192.0.2.0/24'] }),
      );
      expect(await active({ clientId })).toEqual({
        id,
        orgId: 'acme',
        isTrustRule: true,
        expiresAt: laterBy(1_000),
        lastUsedAt: undefined,
        allowedNetworks: ['192.0.2.0/24'],
      });
      expect(await active({ clientId }, { now: laterBy(999) })).toBeDefined();
      for (const changes of [
        { now: laterBy(1_000) },
        { orgId: 'globex' },
        { issuer: 'https://other.example.org' },
      ])
        expect(await active({ clientId }, changes)).toBeUndefined();
    });

    it('finds a credential before a rule of another provider with the same client', async () => {
      const { id, clientId } = await create(credentials);
      const draft = ruleDraftOf({ provider: 'https://other.example.org' });
      await rules.begin(draft);
      await rules.activate(draft.id, clientId);
      expect(await active({ clientId })).toMatchObject({ id, isTrustRule: false });
      const there = await active({ clientId }, { issuer: draft.provider });
      expect(there).toMatchObject({ id: draft.id, isTrustRule: true });
    });

    it('reads one index for a rule', async () => {
      const { clientId } = await createRule(rules);
      await stores.sql(`
        INSERT INTO trust_rules SELECT (jsonb_populate_record(rule,
          jsonb_build_object('id', gen_random_uuid(), 'client_id', 'client-' || n))).*
        FROM trust_rules AS rule, generate_series(1, 5000) AS n`);
      await stores.sql('ANALYZE trust_rules');
      const plan = await rowsSeen(
        stores.testDatabase.url,
        `EXPLAIN SELECT id FROM trust_rules
         WHERE state = 'active' AND client_id = '${clientId}' AND org_id = 'acme' AND provider = '${issuer}'`,
        { scope: 'guard' },
      );
      expect(JSON.stringify(plan)).toContain('Index Scan using trust_rules_active_client');
    });

    it('notes the last use of rules and credentials, and never moves it back', async () => {
      const uses = new PostgresCredentialStore(stores.database, stores.keyring).systemScope('last-used');
      const [rule, credential] = [await createRule(rules), await create(credentials)];
      for (const ms of [5_000, 4_000])
        await uses.touchLastUsed(
          new Map([
            [rule.id, laterBy(ms)],
            [credential.id, laterBy(ms)],
          ]),
        );
      expect((await rules.find(rule.id))?.lastUsedAt).toEqual(laterBy(5_000));
      expect((await credentials.find(credential.id))?.lastUsedAt).toEqual(laterBy(5_000));
    });
  });

  describe('the service identity', () => {
    const removeOld = () =>
      new PostgresCredentialHousekeeping(stores.database).removeOld({ now: laterBy(86_400_000), issuer });
    const change = { now: noon, audit: contextOf('service-identities:delete') };

    it('exists while a rule acts for it, and is deleted with the last one', async () => {
      const identities = new PostgresServiceIdentityStore(stores.database).forOrg('acme');
      const { id, serviceIdentityId } = await createRule(rules);
      const second = await createRule(rules, forIdentity(serviceIdentityId));
      const credential = await create(credentials);
      await credentials.revoke(credential.id, revoking());
      expect(await identities.delete(serviceIdentityId, change)).toBe('used');
      const [entry] = await identities.list(whole);
      expect(entry).toMatchObject({ id: serviceIdentityId, credentials: [] });
      expect(entry?.trustRules.map((rule) => rule.id).toSorted()).toEqual([id, second.id].toSorted());
      await rules.delete(id);
      await removeOld();
      expect(await credentials.findServiceIdentity(serviceIdentityId)).toBeDefined();
      await rules.delete(second.id);
      expect(await credentials.findServiceIdentity(serviceIdentityId)).toBeUndefined();
      await removeOld();
      expect(
        await stores.sql('SELECT id FROM service_identities WHERE id = $1', [serviceIdentityId]),
      ).toEqual([]);
    });

    it('of a creation that is undone goes too', async () => {
      const draft = ruleDraftOf();
      await rules.begin(draft);
      await removeOld();
      expect(await stores.sql('SELECT id FROM service_identities')).toHaveLength(1);
      await rules.delete(draft.id);
      await removeOld();
      expect(await stores.sql('SELECT id FROM service_identities')).toEqual([]);
    });

    it('stays when the creation of a further credential is undone', async () => {
      const { serviceIdentityId: id } = await createRule(rules);
      const draft = draftOf({ serviceIdentity: { kind: 'existing', id } });
      await credentials.abandon(await beginCreation(credentials, draft), noon);
      expect(await credentials.findServiceIdentity(id)).toMatchObject({ id });
    });

    it('must exist, and is one of the organization', async () => {
      const theirs = await createRule(others);
      const unknown = [randomUUID(), theirs.serviceIdentityId];
      for (const id of unknown) expect(await rules.begin(forIdentity(id))).toBe('no-identity');
    });
  });
});
