import { runSql, until } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { Auditor } from '../src/scenarios/governance';
import { LostKeyring } from './support/lost-keyring';
import { everySealedColumn } from './support/sealed-data';

/** The statements of docs/operations.md: of the surfaces, and of the identity provider. */
function cleanUps(): readonly string[] {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = page.split('### A lost keyring');
  return [...section.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, statements = '']) => statements);
}

// docs/operations.md, "A lost keyring": what it costs, and what it does not.
let run: LostKeyring;

beforeAll(async () => {
  run = await LostKeyring.start();
  await run.useBefore();
});
afterAll(() => run.stop());

describe('a new keyring of the surfaces, on the data of a lost one', () => {
  beforeAll(() => run.loseKeyring(String(cleanUps()[0])));

  it('leaves nothing that the lost keyring had encrypted, of every kind of data', () => {
    expect(run.sealedBefore.toSorted()).toEqual(everySealedColumn.toSorted());
    expect(run.sealedAfter).toEqual([]);
  });

  it('leaves results, certificates and the audit trail verifiable', async () => {
    const record = await run.website(`/api/certification/verify/${run.result}?format=json`);
    expect(record.body).toMatchObject({ valid: true });
    expect(record.text).not.toContain('msp.example');
    using auditor = new Auditor(run.world);
    expect(await auditor.verifyCertificate(run.certificate)).toMatchObject({ isGenuine: true });
    expect(await auditor.verifyAuditProof()).toMatchObject({ isGenuine: true });
  });

  it('leaves members, credentials and tokens as they were', async () => {
    expect(await run.machine.statusWith(await run.machine.token())).toBe(200);
    expect((await run.platform('/iam/members')).body).toMatchObject({ members: [{ id: 'admin' }] });
    expect((await run.platform('/iam/m2m-credentials')).body.credentials).toHaveLength(1);
  });

  it('has lost addresses and invitations, and says so without an error', async () => {
    expect((await run.website(`/api/survey-results/${run.result}/resend`, {})).status).toBe(404);
    expect((await run.platform('/iam/org-invitations')).body).toEqual({ invitations: [] });
    expect((await run.platform('/self/profile')).body).toMatchObject({ sub: 'admin', display_name: null });
    const attached = await run.platform('/org/results');
    expect(attached.body).toMatchObject({ results: [{ id: run.result }] });
    expect(attached.text).not.toContain('Canary');
    expect(await run.console('/console')).toMatchObject({ status: 303 });
    expect(run.errors()).toEqual([]);
  });

  it('has lost the mail that was not sent, and sends new ones', async () => {
    const id = await run.submit('after@example.com');
    await run.mailTo('after@example.com');
    const states = `SELECT result_id, state FROM deliveries WHERE result_id IN ('${run.unsent}', '${id}')`;
    const sent = await until(async () => {
      const rows = await runSql(run.product.database.url, states);
      return rows.every(({ state }) => state !== 'queued') && rows;
    });
    expect(sent).toEqual(
      expect.arrayContaining([
        { result_id: run.unsent, state: 'cancelled' },
        { result_id: id, state: 'sent' },
      ]),
    );
    expect(run.product.mail.mails.filter(({ recipient }) => recipient === 'unsent@example.com')).toEqual([]);
  });
});

describe('then a new keyring of the identity provider', () => {
  beforeAll(() => run.loseIdentityKeyring(String(cleanUps()[1])));

  it('leaves no encrypted value but those that are replaced', () => {
    expect(run.identitySealedBefore).toContain('invitations.email');
    expect(run.identitySealedAfter).toEqual(['signing_keys.private_key', 'users.email', 'users.name']);
  });

  it('has lost the secrets of machines, until an admin rotates them', async () => {
    await expect(run.machine.token()).rejects.toThrow(/401.*invalid_client/);
    await run.product.putAdmin('admin');
    expect(run.errors()).toEqual([]);
    const token = await run.product.tokenOf('admin@example.com');
    await run.knownEverywhere(token);
    const list = await run.platform('/iam/m2m-credentials', undefined, token);
    const [{ id } = { id: '' }] = list.body.credentials as readonly { id: string }[];
    const rotated = await run.platform(`/iam/m2m-credentials/${id}/rotate-secret`, {}, token);
    expect(rotated.status).toBe(200);
    const machine = run.machine.withSecret(String(rotated.body.client_secret));
    expect(await machine.statusWith(await machine.token())).toBe(200);
  });
});
