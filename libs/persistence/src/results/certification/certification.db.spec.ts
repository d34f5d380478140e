import { opened } from '@governance/testing';
import { Certifier, type SurveyResult, type WithdrawalReason } from '@governance/assessments';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresPersonalDataStore } from '../../addresses/postgres-personal-data.store';
import { PostgresResendQueue } from '../../deliveries/postgres-resend-queue';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresCertificateHolderStore } from './postgres-certificate-holder.store';
import { PostgresCertificationStore } from './postgres-certification.store';
import { PostgresHolderProofStore } from './postgres-holder-proof.store';
import { PostgresIssuerKeyStore } from './postgres-issuer-key.store';
import { PostgresStatusListStore } from './postgres-status-list.store';
import { PostgresWithdrawalStore } from './postgres-withdrawal.store';

const dayMs = 24 * 60 * 60 * 1000;

function credentialFor(resultId: string, number: number): string {
  return `credential ${number} of ${resultId}`;
}

describe('certificates in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let certificates: PostgresCertificationStore;
  let withdrawals: PostgresWithdrawalStore;
  let lists: PostgresStatusListStore;
  let proofs: PostgresHolderProofStore;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    certificates = new PostgresCertificationStore(stores.database);
    withdrawals = new PostgresWithdrawalStore(stores.database);
    lists = new PostgresStatusListStore(stores.database);
    proofs = new PostgresHolderProofStore(stores.database, stores.keyring);
  });
  beforeEach(async () => {
    await stores.sql('TRUNCATE survey_results, deliveries, status_lists, idempotency_keys CASCADE');
  });

  async function kept(overrides: Partial<SurveyResult> = {}, extras: object = {}): Promise<SurveyResult> {
    const result = resultOf(overrides);
    await results.create(result, extras);
    return result;
  }

  async function certified(result: SurveyResult): Promise<number> {
    const [status] = await certificates.takeStatusEntries(1);
    if (!status) throw new Error('there is no place');
    const certification = { credential: credentialFor(result.id, status.index), keyId: 'key', status };
    await certificates.keep([{ resultId: result.id, certification }]);
    return status.index;
  }

  async function withdrawn(result: SurveyResult, reason: WithdrawalReason = 'misused'): Promise<unknown> {
    return withdrawals.withdraw(result.id, { at: laterBy(1_000), reason });
  }

  it('are due for every result, oldest first, mailed or not', async () => {
    const second = await kept({ createdAt: laterBy(1) });
    const first = await kept({}, { submitterEmail: 'assessor@example.com', deliveryId: randomUUID() });
    expect(await certificates.uncertified(10)).toEqual([first, second]);
    expect(await certificates.uncertified(1)).toEqual([first]);
    await certified(first);
    expect(await certificates.uncertified(10)).toEqual([second]);
  });

  it('are never replaced', async () => {
    const result = await kept();
    await certified(result);
    const first = await certificates.find(result.id);
    await certified(result);
    expect(await certificates.find(result.id)).toEqual(first);
    expect(await results.findVerifiable(result.id)).toMatchObject({
      signed: { credential: first?.credential, keyId: 'key' },
    });
  });

  it('are created once per result by concurrent certifiers', async () => {
    for (let count = 0; count < 250; count += 1) await kept({ createdAt: laterBy(count) });
    const signer = {
      sign: ({ id }: SurveyResult) => Promise.resolve({ credential: `of ${id}`, keyId: 'key' }),
    };
    const certifiers = [1, 2, 3].map(() => new Certifier(certificates, signer));
    await Promise.all(
      certifiers.map(async (certifier) => {
        while ((await certifier.certifyNext()) > 0);
      }),
    );
    const [counted] = await stores.sql(`
      SELECT count(*)::integer AS results, count(DISTINCT (status_list, status_index))::integer AS places
      FROM survey_results WHERE credential = 'of ' || id`);
    expect(counted).toEqual({ results: 250, places: 250 });
  });

  it('are withdrawn once, with the first date and reason', async () => {
    const result = await kept();
    await certified(result);
    expect(await withdrawn(result)).toBe('withdrawn');
    expect(await withdrawn(result, 'rubric_defect')).toBe('withdrawn_before');
    expect(await withdrawals.withdraw(randomUUID(), { at: noon, reason: 'misused' })).toBe('unknown');
    expect(await results.findVerifiable(result.id)).toMatchObject({
      withdrawal: { at: laterBy(1_000), reason: 'misused' },
    });
  });

  it('are not created, mailed or resent after they are withdrawn', async () => {
    const deliveryId = randomUUID();
    const result = await kept({}, { submitterEmail: 'assessor@example.com', deliveryId });
    await withdrawn(result);
    expect(await certificates.uncertified(10)).toEqual([]);
    expect(await certified(result).then(() => certificates.find(result.id))).toBeUndefined();
    expect(await stores.sql('SELECT state FROM deliveries')).toEqual([{ state: 'cancelled' }]);
    const resends = new PostgresResendQueue(stores.database, stores.keyring);
    const request = { resultId: result.id, deliveryId: randomUUID(), clientAddress: '192.0.2.1', now: noon };
    expect(await resends.add(request)).toBe('withdrawn');
  });

  it('have a list that is due before the first of them, until it shows every withdrawal, and when it is old', async () => {
    const yesterday = laterBy(-dayMs);
    const list = { list: 0, withdrawn: [] };
    expect(await lists.due(yesterday)).toEqual([list]);
    await lists.publish(list, { credential: 'empty', at: noon });
    expect(await lists.due(yesterday)).toEqual([]);
    expect(await lists.due(laterBy(1))).toEqual([list]);

    const result = await kept();
    const index = await certified(result);
    const next = { list: 1, withdrawn: [] };
    expect(await lists.due(yesterday)).toEqual([next]);
    await lists.publish(next, { credential: 'next', at: noon });

    await withdrawn(result);
    expect(await lists.due(yesterday)).toEqual([{ list: 0, withdrawn: [index] }]);
    await lists.publish({ list: 0, withdrawn: [index] }, { credential: 'with one', at: laterBy(1) });
    expect(await lists.due(yesterday)).toEqual([]);
    expect(await lists.find(0)).toEqual({ list: 0, credential: 'with one' });
    expect(await lists.find(2)).toBeUndefined();
  });

  it('have a list that never drops a withdrawal', async () => {
    await lists.publish({ list: 0, withdrawn: [1, 2] }, { credential: 'newer', at: laterBy(1) });
    await lists.publish({ list: 0, withdrawn: [1] }, { credential: 'overtaken', at: laterBy(2) });
    expect(await lists.find(0)).toMatchObject({ credential: 'newer' });
  });

  it('have keys that are published once and never removed', async () => {
    const issuerKeys = new PostgresIssuerKeyStore(stores.database);
    const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', alg: 'ES256', use: 'sig' } as const;
    await issuerKeys.publish([{ kid: 'first', ...key }], noon);
    await issuerKeys.publish(
      [
        { kid: 'first', ...key, x: 'other' },
        { kid: 'second', ...key },
      ],
      laterBy(1),
    );
    expect(await issuerKeys.all()).toEqual([
      { kid: 'second', ...key },
      { kid: 'first', ...key },
    ]);
  });

  it('have a holder whose declared name is sealed, and erased with the address', async () => {
    const submitterEmail = 'assessor@example.com';
    const holders = new PostgresCertificateHolderStore(stores.database, stores.keyring);
    const named = await kept({}, { submitterEmail, organizationName: 'Acme Ltd', deliveryId: randomUUID() });
    expect(await holders.find(named.id)).toEqual({ organizationName: 'Acme Ltd' });
    expect(await holders.find((await kept()).id)).toEqual({});
    const rows = await stores.sql('SELECT row_to_json(r)::text AS text FROM survey_results AS r');
    const dump = rows.map(({ text }) => String(text)).join('');
    expect(dump).not.toMatch(new RegExp(`Acme|${Buffer.from('Acme').toString('hex')}`));

    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase(submitterEmail);
    expect(await holders.find(named.id)).toEqual({});
  });

  it('keep their first holder proof, sealed, until the address is erased', async () => {
    const submitterEmail = 'assessor@example.com';
    const result = await kept({}, { submitterEmail, deliveryId: randomUUID() });
    const proof = { proof: 'digest-of-an-address', salt: 'salt-for-the-holder' };
    expect(await proofs.find(result.id)).toBeUndefined();
    expect(await proofs.keep(result.id, proof)).toEqual(proof);
    expect(await proofs.keep(result.id, { proof: 'other', salt: 'other' })).toEqual(proof);
    const [row] = await stores.sql('SELECT row_to_json(r)::text AS text FROM survey_results AS r');
    expect(String(row?.text)).not.toMatch(/digest-of|salt-for/);

    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase(submitterEmail);
    expect(await proofs.find(result.id)).toBeUndefined();
    await proofs.keep(result.id, proof);
    expect(await proofs.find(result.id)).toBeUndefined();
  });
});
