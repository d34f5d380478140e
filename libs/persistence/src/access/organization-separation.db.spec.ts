import { everythingOf, type OrgCredentials } from '@governance/iam';
import { opened, refused, RoleSession } from '@governance/testing';
import { databaseRoles } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { PostgresAuditTrail } from '../audit/postgres-audit-trail';
import { PostgresAuditTrees } from '../audit/postgres-audit-trees';
import {
  beginCreation,
  contextOf,
  create,
  draftOf,
  newName,
  renaming,
  revoking,
  rotating,
  rowsSeen,
  listedIds,
} from '../../spec/credential-fixtures';
import { addCampaign } from '../../spec/campaign-fixtures';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { foreignRowOf } from '../../spec/foreign-row';
import { scopes } from '../../spec/scopes';
import { invitationOf, partsOf } from '../../spec/invitation-fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresCredentialStore } from '../credentials/postgres-credential.store';
import { PostgresExpiryNotices } from '../expiry/postgres-expiry-notices';
import { PostgresInvitationStore } from '../invitations/postgres-invitation.store';
import { memberOf } from '../../spec/member-fixtures';
import { PostgresProviderChangeStore } from '../provider-changes/postgres-provider-change.store';
import { beginRemoval } from '../../spec/provider-change-fixtures';
import { createRule } from '../../spec/trust-rule-fixtures';
import { PostgresTokenCutOffs } from '../members/postgres-token-cut-offs';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresTrustRuleStore } from '../trust-rules/postgres-trust-rule.store';

const tables = [
  'service_identities',
  'm2m_credentials',
  'credential_intents',
  'credential_creation_keys',
  'trust_rules',
  'provider_changes',
  'expiry_notices',
  'credential_policies',
  'organization_policies',
  'second_factor_windows',
  'invitations',
  'org_clients',
  'org_client_words',
  'org_results',
  'campaigns',
  'campaign_drafts',
  'campaign_outbox',
  'campaign_opt_outs',
  'token_cut_offs',
  'audit_trail',
  'unsealed_audit_events',
  'audit_seal_requests',
  'audit_leaves',
  'audit_tree_tiles',
  'audit_tree_heads',
];

/** What the worker's housekeeping reads in every organization. */
const housekept = [
  'service_identities',
  'm2m_credentials',
  'credential_intents',
  'credential_creation_keys',
  'trust_rules',
  'expiry_notices',
  'invitations',
  'audit_trail',
  // Retention deletes sealed events only.
  'audit_leaves',
  'audit_tree_heads',
];

/** What has personal data of people who are no members. */
const erased = ['invitations', 'org_clients', 'org_client_words', 'org_results', 'campaign_drafts'];

const resultIds: Readonly<Record<string, string>> = { acme: randomUUID(), globex: randomUUID() };

const programs = databaseRoles.filter((role) => !/identity|functions/.test(role));

describe('the separation of organizations', () => {
  const stores = opened(openTestStores);
  let store: PostgresCredentialStore;
  let url: string;

  beforeAll(async () => {
    ({ url } = stores.testDatabase);
    store = new PostgresCredentialStore(stores.database, stores.keyring);
    for (const orgId of ['acme', 'globex']) {
      await create(store.forOrg(orgId), draftOf({ expiresAt: laterBy(86_400_000) }), {
        key: { key: 'key', body: '{}' },
        now: laterBy(-86_400_000),
      });
      await new PostgresExpiryNotices(stores.database, stores.keyring).queue(orgId, { now: noon, mails: [] });
      await beginCreation(store.forOrg(orgId));
      await createRule(new PostgresTrustRuleStore(stores.database).forOrg(orgId));
      await beginRemoval(new PostgresProviderChangeStore(stores.database), orgId);
      await stores.sql(`INSERT INTO credential_policies VALUES ($1, 'allowed')`, [orgId]);
      await stores.sql('INSERT INTO organization_policies VALUES ($1, $2)', [orgId, []]);
      await stores.sql('INSERT INTO second_factor_windows VALUES ($1, 300)', [orgId]);
      await new PostgresTokenCutOffs(stores.database).remove(memberOf({ orgId }), noon);
      const trees = new PostgresAuditTrees(stores.database);
      await trees.seal(orgId, noon);
      await stores.sql('INSERT INTO audit_tree_tiles VALUES ($1, 1, 0, $2)', [orgId, Buffer.alloc(32)]);
      await trees.forOrg(orgId).requestSeal();
      const invitation = invitationOf({ orgId });
      const invitations = new PostgresInvitationStore(stores.database, stores.keyring).forOrg(orgId);
      await invitations.create(invitation, partsOf(invitation));
      const clients = new PostgresOrgClientStore(stores.database, stores.keyring);
      const client = clientOf();
      await clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
      const results = new PostgresResultStore(stores.database, stores.keyring);
      await results.create(resultOf({ id: resultIds[orgId] ?? '' }), {});
      await stores.sql('INSERT INTO org_results VALUES ($1, $2, $3, $2)', [orgId, resultIds[orgId], noon]);
      await addCampaign(stores, { orgId, clientId: client.id });
    }
    const entry = { at: noon, outcome: 'refused', reason: 'step_up_required' } as const;
    const trail = new PostgresAuditTrail(stores.database);
    await trail.append({ ...contextOf('m2m-credentials:create', { orgId: undefined }), ...entry });
  });

  const orgsSeen = async (
    table: string,
    as: { readonly orgId?: string; readonly scope?: string } = {},
  ): Promise<unknown[]> => {
    const rows = await rowsSeen(url, `SELECT DISTINCT org_id FROM ${table} ORDER BY org_id`, as);
    return rows.map(({ org_id }) => org_id);
  };

  it('applies row-level security to the owner', async () => {
    const [role] = await stores.sql(`
      SELECT rolsuper, rolbypassrls, tableowner = current_user AS is_owner
      FROM pg_roles JOIN pg_tables ON tablename = 'm2m_credentials' WHERE rolname = current_user`);
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, is_owner: true });
  });

  it('shows each organization its own results through the view, and none to others § 10.13ae', async () => {
    const seen = async (as: { readonly orgId?: string; readonly scope?: string }): Promise<unknown[]> =>
      (await rowsSeen(url, 'SELECT id FROM attached_results', as)).map(({ id }) => id);
    for (const orgId of ['acme', 'globex']) expect(await seen({ orgId })).toEqual([resultIds[orgId]]);
    for (const as of [{}, { orgId: 'initech' }, { orgId: '' }]) expect(await seen(as)).toEqual([]);
    for (const scope of [...scopes, 'operator']) expect(await seen({ scope })).toEqual([]);
  });

  it('covers every table with an organization, including those of later releases', async () => {
    const found = await stores.sql(`
      SELECT relname AS table, relrowsecurity AND relforcerowsecurity AS is_forced
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE attname = 'org_id' AND relkind IN ('r', 'p') AND nspname = 'public'`);
    expect(found.map(({ table }) => table)).toEqual(expect.arrayContaining(tables));
    expect(found.filter(({ is_forced }) => is_forced !== true)).toEqual([]);
  });

  describe.each(tables)('%s', (table) => {
    it('shows an organization its own rows', async () => {
      expect(await orgsSeen(table, { orgId: 'acme' })).toEqual(['acme']);
      expect(await orgsSeen(table, { orgId: 'globex' })).toEqual(['globex']);
    });

    it('shows nothing to another one, and nothing when none is set § 1.4h V8.4.1', async () => {
      expect(await orgsSeen(table, { orgId: 'initech' })).toEqual([]);
      expect(await orgsSeen(table, { orgId: '' })).toEqual([]);
      expect(await orgsSeen(table)).toEqual([]);
      expect(await orgsSeen(table, { scope: 'an unknown reason' })).toEqual([]);
    });

    it('accepts no row for another one', async () => {
      const row = `SELECT * FROM jsonb_populate_record(NULL::${table}, $$${JSON.stringify(foreignRowOf(table))}$$)`;
      const insert = `INSERT INTO ${table} OVERRIDING SYSTEM VALUE ${row}`;
      await expect(rowsSeen(url, insert, { orgId: 'acme' })).rejects.toThrow('row-level security');
      await expect(rowsSeen(url, insert)).rejects.toThrow('row-level security');
    });
  });

  it.each(tables.filter((table) => table !== 'audit_trail'))(
    '%s lets no other organization change it',
    async (table) => {
      for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET org_id = org_id`]) {
        const statement = `${change} RETURNING 1`;
        expect(await rowsSeen(url, statement, { orgId: 'initech' })).toEqual([]);
        expect(await rowsSeen(url, statement)).toEqual([]);
      }
      const steal = `UPDATE ${table} SET org_id = 'globex' WHERE org_id = 'acme'`;
      await expect(rowsSeen(url, steal, { orgId: 'acme' })).rejects.toThrow('row-level security');
    },
  );

  it('shows the owner in a cross-organization scope only what the scope is for', async () => {
    const seen: Record<string, string[]> = {};
    for (const scope of [...scopes, 'operator']) {
      seen[scope] = [];
      for (const table of tables) {
        if ((await orgsSeen(table, { scope })).length > 0) seen[scope].push(table);
      }
    }
    expect(seen).toEqual({
      guard: ['m2m_credentials', 'trust_rules'],
      'last-used': ['m2m_credentials', 'trust_rules'],
      reconciler: ['m2m_credentials', 'credential_intents', 'provider_changes'],
      housekeeping: housekept,
      audit: [],
      'audit-tree': ['unsealed_audit_events', 'audit_seal_requests', 'audit_tree_heads'],
      'audit-signing': ['audit_leaves', 'audit_tree_tiles', 'audit_tree_heads'],
      erasure: erased,
      'expiry-mail': ['m2m_credentials', 'expiry_notices'],
      'invitation-mail': ['invitations'],
      'campaign-mail': ['campaign_drafts', 'campaign_outbox'],
      'client-results': ['org_clients', 'org_client_words', 'org_results'],
      operator: tables,
    });
  });

  it('lets the owner in a cross-organization scope change only what the scope is for', async () => {
    const changes: Record<string, string[]> = {};
    for (const scope of scopes) {
      changes[scope] = [];
      for (const table of tables.filter((each) => each !== 'audit_trail')) {
        const rows = await rowsSeen(url, `UPDATE ${table} SET org_id = org_id RETURNING 1`, { scope });
        if (rows.length > 0) changes[scope].push(table);
      }
    }
    expect(changes).toEqual({
      guard: [],
      'last-used': ['m2m_credentials', 'trust_rules'],
      reconciler: ['credential_intents', 'provider_changes'],
      housekeeping: [],
      audit: [],
      'audit-tree': [],
      'audit-signing': ['audit_tree_heads'],
      erasure: ['org_clients', 'campaign_drafts'],
      'expiry-mail': [],
      'invitation-mail': ['invitations'],
      'campaign-mail': ['campaign_drafts'],
      'client-results': ['org_clients', 'org_results'],
    });
  });

  it('opens a scope to the programs it is meant for, and to no other program that names it', async () => {
    const crossings: Record<string, string[]> = {};
    for (const role of programs) {
      const session = await RoleSession.open(url, role);
      for (const scope of [...scopes, 'operator', 'an unknown reason']) {
        for (const table of tables) {
          const settings = { 'governance.system_scope': scope };
          const seen = await session.try(`SELECT FROM ${table} LIMIT 1`, settings);
          if (seen.length > 0 && seen !== refused) (crossings[`${role} ${scope}`] ??= []).push(table);
        }
      }
      await session.close();
    }
    expect(crossings).toEqual({
      'governance_platform_worker reconciler': ['m2m_credentials', 'credential_intents', 'provider_changes'],
      'governance_platform_worker housekeeping': housekept,
      'governance_platform_worker audit-tree': [
        'unsealed_audit_events',
        'audit_seal_requests',
        'audit_tree_heads',
      ],
      'governance_public_worker audit-signing': ['audit_leaves', 'audit_tree_tiles', 'audit_tree_heads'],
      'governance_platform_worker expiry-mail': ['m2m_credentials', 'expiry_notices'],
      'governance_platform_worker invitation-mail': ['invitations'],
      'governance_platform_worker campaign-mail': ['campaign_drafts', 'campaign_outbox'],
      'governance_platform_worker client-results': ['org_clients', 'org_client_words', 'org_results'],
      'governance_commands erasure': erased,
    });
  });

  it.each(['governance_platform_api', 'governance_platform_worker'] as const)(
    '%s sees one organization at a time, even if it names every scope, and writes to no other',
    async (role) => {
      const session = await RoleSession.open(url, role);
      const orgs = async (org: string): Promise<unknown> =>
        session.try('SELECT DISTINCT org_id FROM service_identities', {
          'governance.org_id': org,
          'governance.system_scope': 'operator',
        });
      expect(await orgs('acme')).toEqual([{ org_id: 'acme' }]);
      expect(await orgs('')).toEqual([]);
      expect(await orgs('%')).toEqual([]);
      const entry = `INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
        VALUES (now(), 'globex', 'person', 'i', 's', 'org-invitations:deliver', 'r', 'done')`;
      for (const scope of [...scopes, 'operator']) {
        const settings = { 'governance.org_id': 'acme', 'governance.system_scope': scope };
        expect([scope, await session.try(entry, settings)]).toEqual([scope, refused]);
      }
      await session.close();
    },
  );

  it('lets the stores neither find nor change rows by an id of another one § 1.4h', async () => {
    const ours = store.forOrg('acme');
    const [id = ''] = await listedIds(ours);
    const serviceIdentityId = (await ours.find(id))?.serviceIdentityId ?? '';
    const begun = await ours.beginRotation(id, rotating());
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    const other: OrgCredentials = store.forOrg('globex');

    expect(await other.find(id)).toBeUndefined();
    expect(await listedIds(other)).not.toContain(id);
    expect(await listedIds(other)).toHaveLength(1);
    expect(await other.findServiceIdentity(serviceIdentityId)).toBeUndefined();
    expect(await other.beginRotation(id, rotating())).toEqual({ kind: 'unknown' });
    expect(await other.rename(id, newName, renaming())).toEqual({ kind: 'unknown' });
    expect(await other.revoke(id, revoking())).toEqual({ kind: 'unknown' });
    await expect(other.finishRotation(begun.intent, noon)).rejects.toThrow();
    await expect(other.abandon(begun.intent, noon)).rejects.toThrow();

    expect(await ours.finishRotation(begun.intent, noon)).toMatchObject({ id });
  });
});
