import { type LinkedDraft, type DraftWriting } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { CampaignCapability } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { given, refused, RoleSession, urlAs } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { addCampaign } from '../../spec/campaign-fixtures';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, noon, openTestStores, resultOf, waiting } from '../../spec/fixtures';
import { withCapability } from '../access/scoped-transactions';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresCampaignDraftStore } from './postgres-campaign-draft.store';

const shown = {
  senderName: 'Acme MSP',
  domain: 'acme.example',
  clientName: 'Globex Ltd',
  contactName: 'Eva Muster',
  message: 'Please answer by Friday.',
};
const fields = { 'answers.gov-ai-policy': '3', 'note.gov-ai-policy': 'half a no' };
const email = 'eva@globex.example';

interface Asked {
  readonly draftId: string;
  readonly capability: string;
  readonly hash: Buffer;
}

describe('the drafts of campaigns in PostgreSQL, for the role of the public surface', () => {
  const stores = given(openTestStores);
  let database: Database;
  let session: RoleSession;
  let drafts: PostgresCampaignDraftStore;

  beforeAll(async () => {
    const role = 'governance_public_api';
    const url = await urlAs(stores.testDatabase.url, role);
    database = await Database.open({ url, onConnectionLost: () => undefined });
    session = await RoleSession.open(stores.testDatabase.url, role);
    drafts = new PostgresCampaignDraftStore(database, stores.keyring);
  });
  afterAll(async () => {
    await session.close();
    await database.close();
    await stores.close();
  });

  async function ask(): Promise<Asked> {
    const orgId = `org-${randomUUID()}`;
    const client = clientOf();
    const clients = new PostgresOrgClientStore(stores.database, stores.keyring);
    await clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
    const { draftId, hash } = await addCampaign(stores, { orgId, clientId: client.id, email, shown });
    return { draftId, hash, capability: new CampaignCapability(stores.keyring).of(draftId) };
  }

  const found = async ({ capability }: Asked): Promise<LinkedDraft> => {
    const draft = await drafts.find(capability);
    if (!draft) throw new Error('there is no such draft');
    return draft;
  };
  const save = (asked: Asked, seen: number, saved: Record<string, string> = fields) =>
    drafts.save(asked.capability, saved, { seen, now: noon });
  const submit = (asked: Asked, seen: number, { result = resultOf(), extras = {} } = {}) =>
    drafts.submit(asked.capability, { result, extras }, { seen, now: noon });
  const rowOf = async ({ draftId }: Asked): Promise<Record<string, unknown>> =>
    (await stores.sql('SELECT * FROM campaign_drafts WHERE id = $1', [draftId]))[0] ?? {};
  const reports = ({ draftId }: Asked) =>
    stores.sql(`SELECT kind, result_id, at FROM campaign_outbox WHERE draft_id = $1 ORDER BY kind`, [
      draftId,
    ]);
  const outcomes = (writings: readonly (DraftWriting | undefined)[]) =>
    writings.map((writing) => writing?.outcome).toSorted();

  it('show what the campaign says, and change nothing by that', async () => {
    const asked = await ask();
    const before = await rowOf(asked);
    expect(await found(asked)).toMatchObject({
      ...shown,
      id: asked.draftId,
      mode: 'msp-self',
      version: 0,
      savedAt: undefined,
      fields: {},
      hasRecipient: true,
      submittedAt: undefined,
    });
    expect(await rowOf(asked)).toEqual(before);
  });

  it('are unknown for every other text, and after what they show was erased', async () => {
    const asked = await ask();
    for (const text of ['', asked.draftId, new CampaignCapability(stores.keyring).of(randomUUID())]) {
      expect(await drafts.find(text)).toBeUndefined();
      expect(await drafts.save(text, fields, { seen: 0, now: noon })).toBeUndefined();
      expect(await drafts.checkCode(text, '123456', noon)).toBe(false);
    }
    await stores.sql('UPDATE campaign_drafts SET shown = NULL WHERE id = $1', [asked.draftId]);
    expect(await drafts.find(asked.capability)).toBeUndefined();
    expect(await save(asked, 0)).toBeUndefined();
  });

  it('note the first beginning alone', async () => {
    const asked = await ask();
    await drafts.open(asked.capability, noon);
    await drafts.open(asked.capability, laterBy(1_000));
    expect(await rowOf(asked)).toMatchObject({ opened_at: noon, started_at: null, version: 0 });
  });

  it('save sealed answers, as often as their writer has seen the newest version', async () => {
    const asked = await ask();
    expect(await save(asked, 0)).toMatchObject({ outcome: 'written', draft: { version: 1, fields } });
    expect(await save(asked, 1, { notes: 'second' })).toMatchObject({
      outcome: 'written',
      draft: { version: 2, fields: { notes: 'second' } },
    });
    const { answers, started_at: startedAt } = await rowOf(asked);
    expect(startedAt).toEqual(noon);
    expect(String(answers)).not.toContain('second');
  });

  it('never overwrite what another writer has saved: the later one is told what it is', async () => {
    const asked = await ask();
    await save(asked, 0);
    expect(await save(asked, 0, { notes: 'late' })).toMatchObject({
      outcome: 'stale',
      draft: { version: 1, fields },
    });
    expect(await submit(asked, 0)).toMatchObject({ outcome: 'stale' });
    expect(await found(asked)).toMatchObject({ version: 1, fields });
  });

  it('have one writer at a time', async () => {
    const asked = await ask();
    const writers = ['one', 'two', 'three', 'four'].map((notes) => save(asked, 0, { notes }));
    expect(outcomes(await Promise.all(writers))).toEqual(['stale', 'stale', 'stale', 'written']);
    const again = [resultOf(), resultOf(), resultOf()].map((result) => submit(asked, 1, { result }));
    expect(outcomes(await Promise.all(again))).toEqual(['ended', 'ended', 'written']);
    expect(await reports(asked)).toHaveLength(2);
  });

  it('end with a result, its delivery and a report to the platform, and without answers § 10.12aa', async () => {
    const asked = await ask();
    await save(asked, 0);
    const result = resultOf();
    const deliveryId = randomUUID();
    const extras = { submitterEmail: 'me@globex.example', deliveryId, clientAddress: '192.0.2.1' };
    const writing = await submit(asked, 1, { result, extras });
    expect(writing).toMatchObject({
      outcome: 'written',
      draft: { resultId: result.id, submittedAt: noon, fields: {} },
    });
    expect(await stores.sql('SELECT id FROM survey_results WHERE id = $1', [result.id])).toHaveLength(1);
    expect(await stores.sql('SELECT kind FROM deliveries WHERE id = $1', [deliveryId])).toEqual([
      { kind: 'completion' },
    ]);
    expect(await rowOf(asked)).toMatchObject({ answers: null, result_id: result.id });
    expect((await reports(asked)).find(({ kind }) => kind === 'submitted')).toEqual({
      kind: 'submitted',
      result_id: result.id,
      at: noon,
    });
    expect(await save(asked, 2)).toMatchObject({ outcome: 'ended' });
  });

  it('keep their answers when the result cannot be stored', async () => {
    const [asked, other] = [await ask(), await ask()];
    await save(asked, 0);
    const result = resultOf();
    await submit(other, 0, { result });
    await expect(submit(asked, 1, { result })).rejects.toThrow();
    expect(await found(asked)).toMatchObject({ version: 1, fields, submittedAt: undefined });
  });

  it('take nothing after their end', async () => {
    const asked = await ask();
    await stores.sql('UPDATE campaign_drafts SET closes_at = $2 WHERE id = $1', [asked.draftId, noon]);
    expect(await save(asked, 0)).toMatchObject({ outcome: 'ended' });
    expect(await submit(asked, 0)).toMatchObject({ outcome: 'ended' });
    expect((await found(asked)).version).toBe(0);
  });

  describe('with a code', () => {
    const code = '042137';
    const send = (asked: Asked, sent = code, deliveryId = randomUUID()) =>
      drafts.sendCode(asked.capability, {
        code: sent,
        deliveryId,
        clientAddress: '192.0.2.1',
        now: noon,
        expiresAt: laterBy(900_000),
      });
    const check = (asked: Asked, typed = code, now = noon) => drafts.checkCode(asked.capability, typed, now);

    it('take the right one once, of the newest mail', async () => {
      const asked = await ask();
      await send(asked, '111111');
      await send(asked);
      expect(await check(asked, '111111')).toBe(false);
      expect(await check(asked)).toBe(true);
      expect(await check(asked)).toBe(false);
    });

    it('take none after five attempts, after 15 minutes, and of another draft', async () => {
      const [asked, other] = [await ask(), await ask()];
      await send(asked);
      expect(await check(other)).toBe(false);
      expect(await check(asked, code, laterBy(900_000))).toBe(false);
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await check(asked, '000000')).toBe(false);
      expect(await check(asked)).toBe(false);
    });

    it('count concurrent attempts', async () => {
      const asked = await ask();
      await send(asked);
      await Promise.all(Array.from({ length: 6 }, () => check(asked, '000000')));
      expect(await check(asked)).toBe(false);
    });

    it('queue its mail to the contact, and store a hash of it', async () => {
      const asked = await ask();
      const deliveryId = randomUUID();
      expect(await send(asked, code, deliveryId)).toBe(true);
      const [row] = await stores.sql('SELECT * FROM deliveries WHERE id = $1', [deliveryId]);
      expect(row).toMatchObject({ kind: 'campaign-code', campaign_draft_id: asked.draftId, state: 'queued' });
      const place = { table: 'deliveries', column: 'recipient', row: deliveryId };
      expect(stores.keyring.open(row?.recipient as Buffer, place).toString()).toBe(email);
      expect((await rowOf(asked)).code_mac).toHaveLength(32);
    });

    it('leave no address in a mail that is queued during an erasure', async () => {
      const asked = await ask();
      const deliveryId = randomUUID();
      const personalData = new PostgresPersonalDataStore(stores.database, stores.keyring);
      // As `sendCode` does, which an erasure begins meanwhile.
      const erasure = await withCapability(database, asked.hash, async (query) => {
        const lock = {
          name: 'lock-asked',
          text: 'SELECT FROM campaign_drafts WHERE capability_hash = $1 FOR UPDATE',
        };
        await query(lock, [asked.hash]);
        const running = personalData.erase(email);
        await waiting(stores, 1);
        const queue = {
          name: 'queue-late-code',
          text: `
            INSERT INTO deliveries (id, kind, campaign_draft_id, recipient, created_at, available_at, recipient_mac)
            SELECT $1, 'campaign-code', id, '', $2, $2, recipient_mac FROM campaign_drafts`,
        };
        await query(queue, [deliveryId, noon]);
        return { running };
      });
      await erasure.running;
      expect(
        await stores.sql('SELECT recipient, recipient_mac FROM deliveries WHERE id = $1', [deliveryId]),
      ).toEqual([{ recipient: null, recipient_mac: null }]);
      expect(await drafts.find(asked.capability)).toBeUndefined();
    });

    it('send none without an address', async () => {
      const asked = await ask();
      await stores.sql('UPDATE campaign_drafts SET recipient = NULL, recipient_mac = NULL WHERE id = $1', [
        asked.draftId,
      ]);
      expect(await send(asked)).toBe(false);
      expect((await found(asked)).hasRecipient).toBe(false);
    });
  });

  it('report that their contact wants no more mails, once', async () => {
    const asked = await ask();
    const before = (await reports(asked)).length;
    await drafts.optOut(asked.capability, noon);
    await drafts.optOut(asked.capability, laterBy(1_000));
    expect(await reports(asked)).toHaveLength(before + 1);
    expect((await found(asked)).optedOutAt).toEqual(noon);
  });

  it('are all that the role sees: the one of its capability, in the columns of answering § 10.12ad', async () => {
    const [asked, other] = [await ask(), await ask()];
    const settings = { 'governance.capability': asked.hash.toString('hex') };
    const attempt = (text: string) => session.try(text, settings);
    expect(await session.try('SELECT id FROM campaign_drafts')).toEqual([]);
    expect(await session.try('SELECT id FROM campaign_drafts', { 'governance.capability': '' })).toEqual([]);
    expect(await attempt('SELECT id FROM campaign_drafts')).toEqual([{ id: asked.draftId }]);
    expect(await attempt(`UPDATE campaign_drafts SET version = 9 RETURNING id`)).toEqual([
      { id: asked.draftId },
    ]);
    const report = (id: string, org = 'org_id') =>
      `INSERT INTO campaign_outbox (draft_id, org_id, kind, at) SELECT '${id}', ${org}, 'opted-out', now() FROM campaign_drafts`;
    expect(await attempt(report(asked.draftId))).toEqual([]);
    for (const attack of [
      report(other.draftId),
      report(asked.draftId, `'another'`),
      'SELECT client_id FROM campaign_drafts',
      'SELECT campaign_id FROM campaign_drafts',
      `UPDATE campaign_drafts SET closes_at = 'infinity'`,
      `UPDATE campaign_drafts SET capability_hash = ''`,
      `UPDATE campaign_drafts SET org_id = 'another'`,
      'DELETE FROM campaign_drafts',
      'SELECT id FROM campaign_outbox',
      'SELECT id FROM campaigns',
      'SELECT org_id FROM campaign_opt_outs',
      'SELECT id FROM org_clients',
      'SELECT result_id FROM org_results',
    ])
      expect([attack, await attempt(attack)]).toEqual([attack, refused]);
  });
});
