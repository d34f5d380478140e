import { type AuditContext } from '@governance/iam';
import { PostgresBlockedAddresses } from './postgres-blocked-addresses';
import { PostgresOrgInvitations } from '../invitations/postgres-org-invitations';
import { PostgresPersonalDataStore } from './postgres-personal-data.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { laterBy, noon, openTestStores, resultOf, type TestStores } from '../../spec/fixtures';
import { randomUUID } from 'node:crypto';
import { bringOverAddresses } from './bring-over-addresses';

const spelling = 'Victim+tag@exa\u00admple.org';
const canonical = 'Victim+tag@example.org';
const nothing = { changed: 0, withoutForm: 0, unreadable: 0 };

describe('addresses stored by earlier releases', () => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  const bringOver = (): Promise<object> => bringOverAddresses(stores.testDatabase.url, stores.keyring);

  /** The hash that an earlier release used: of the lower-case address without its tag. */
  function formerMac(address: string): Buffer {
    const [local = '', domain = ''] = address.toLowerCase().split('@');
    return stores.keyring.mac('recipient-address', `${local.split('+')[0] ?? ''}@${domain}`);
  }

  /** Rewrites a row as an earlier release would have stored the address. */
  async function respell(
    table: string,
    [column, mac]: [string, string],
    row: { id: unknown; as: string },
  ): Promise<void> {
    const sealed = stores.keyring.seal(row.as, { table, column, row: String(row.id) });
    await stores.sql(
      `WITH scope AS MATERIALIZED (SELECT set_config('governance.system_scope', 'operator', true))
       UPDATE ${table} SET ${column} = $2, ${mac} = $3 FROM scope WHERE id = $1`,
      [row.id, sealed, formerMac(row.as)],
    );
  }

  async function submitted(as: string): Promise<{ id: string; deliveryId: string }> {
    const [result, deliveryId] = [resultOf(), randomUUID()];
    const store = new PostgresResultStore(stores.database, stores.keyring);
    await store.create(result, { submitterEmail: canonical, deliveryId });
    await respell('survey_results', ['submitter_email', 'submitter_email_mac'], { id: result.id, as });
    await respell('deliveries', ['recipient', 'recipient_mac'], { id: deliveryId, as });
    return { id: result.id, deliveryId };
  }

  it('are converted to their canonical form, and found by all spellings', async () => {
    const { deliveryId } = await submitted(spelling);
    await submitted(canonical);
    expect(await bringOver()).toEqual({ ...nothing, changed: 2 });

    const [row] = await stores.sql('SELECT recipient FROM deliveries WHERE id = $1', [deliveryId]);
    const place = { table: 'deliveries', column: 'recipient', row: deliveryId };
    expect(stores.keyring.open(row?.recipient as Buffer, place).toString('utf8')).toBe(canonical);
    const erasure = new PostgresPersonalDataStore(stores.database, stores.keyring);
    expect(await erasure.erase('victim@example.org')).toEqual({ results: 2, deliveries: 2 });
  });

  it('are converted once, and an interrupted conversion is resumed', async () => {
    for (let row = 0; row < 3; row += 1) await submitted(spelling);
    await bringOver();
    expect(await bringOver()).toEqual(nothing);
    await submitted(spelling);
    expect(await bringOver()).toEqual({ ...nothing, changed: 2 });
  });

  it('are read in batches of any number', async () => {
    await submitted(spelling);
    await stores.sql(
      `INSERT INTO survey_results SELECT (jsonb_populate_record(survey_results, jsonb_build_object('id', gen_random_uuid()))).*
       FROM survey_results, generate_series(1, 1200)`,
    );
    // Sealed for another row, which counts as damage.
    expect(await bringOver()).toEqual({ ...nothing, changed: 2, unreadable: 1_200 });
  });

  it('are unchanged without a canonical form, and can be erased', async () => {
    await submitted('assessor@exa_mple.org');
    expect(await bringOver()).toEqual({ ...nothing, withoutForm: 2 });
    const erasure = new PostgresPersonalDataStore(stores.database, stores.keyring);
    expect(await erasure.erase('assessor@exa_mple.org')).toEqual({ results: 1, deliveries: 1 });
  });

  it('stay blocked, in all spellings', async () => {
    await submitted(spelling);
    await stores.sql('INSERT INTO blocked_addresses VALUES ($1, $2)', [formerMac(spelling), noon]);
    await bringOver();
    const blocked = await stores.sql('SELECT address_mac FROM blocked_addresses');
    const token = new PostgresBlockedAddresses(stores.database, stores.keyring).tokenOf(canonical);
    const mac = Buffer.from(token, 'base64url').subarray(0, 32);
    expect(blocked.some(({ address_mac: known }) => mac.equals(known as Buffer))).toBe(true);
  });

  it('have one pending invitation in an organization: the newest', async () => {
    const [older, newer] = [await invited('a@example.org', 0), await invited('b@example.org', 1)];
    const elsewhere = await invited('c@example.org', 2, 'org_globex');
    for (const [index, id] of [older, newer, elsewhere].entries()) {
      const as = ['v@\u24d4xample.org', 'v@exa\u00admple.org', 'v@e\u200bxample.org'][index] ?? '';
      await respell('invitations', ['email', 'email_mac'], { id, as });
    }
    await bringOver();
    const rows = await stores.sql(
      `WITH scope AS MATERIALIZED (SELECT set_config('governance.system_scope', 'operator', true))
       SELECT invitations.id, is_replaced, token IS NULL AS is_forgotten, state
       FROM scope, invitations JOIN deliveries ON invitation_id = invitations.id ORDER BY invitations.created_at`,
    );
    expect(rows).toEqual([
      { id: older, is_replaced: true, is_forgotten: true, state: 'cancelled' },
      { id: newer, is_replaced: false, is_forgotten: false, state: 'queued' },
      { id: elsewhere, is_replaced: false, is_forgotten: false, state: 'queued' },
    ]);
  });

  async function invited(email: string, ms: number, orgId = 'org_acme'): Promise<string> {
    const id = randomUUID();
    const audit: AuditContext = {
      orgId,
      requestId: 'request',
      secondFactorAgeSeconds: undefined,
      operation: 'org-invitations:create',
      target: id,
      actor: {
        kind: 'person',
        issuer: 'https://login.example.org',
        subject: 'person-1',
        clientId: undefined,
      },
    };
    await new PostgresOrgInvitations(stores.database, stores.keyring, orgId).create(
      {
        id,
        orgId,
        email,
        role: 'viewer',
        connectionId: undefined,
        createdAt: laterBy(ms),
        expiresAt: laterBy(86_400_000),
      },
      { token: 'token', deliveryId: randomUUID(), audit },
    );
    return id;
  }
});
