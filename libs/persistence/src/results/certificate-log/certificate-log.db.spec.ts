import { CertificateLog, TooFewWitnesses, type WitnessedTree, Witnesses } from '@governance/assessments';
import { type Database, type RunStatement } from '@governance/postgres';
import { opened } from '@governance/testing';
import {
  emptyRoot,
  entriesOf,
  GrowingTree,
  isExtension,
  leafHash,
  type NoteSigner,
  noteSigner,
  noteVerifier,
  openCheckpoint,
  openLogProof,
  parseLogProof,
  type TreeState,
  verifierKey,
} from '@governance/transparency';
import { createHash, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresPersonalDataStore } from '../../addresses/postgres-personal-data.store';
import { PostgresCertificationStore } from '../certification/postgres-certification.store';
import { PostgresWithdrawalStore } from '../certification/postgres-withdrawal.store';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresCertificateLogStore } from './postgres-certificate-log.store';
import { PostgresCertificateLogFiles } from './postgres-certificate-log-files';

const origin = 'assess.example.org/.well-known/certificate-log';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = {
  name: origin,
  publicKey: Uint8Array.from(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')),
};
const signer: NoteSigner = noteSigner(key, (bytes) => Promise.resolve(sign(null, bytes, privateKey)));
const keys = {
  origin,
  log: [
    noteVerifier(verifierKey(key, 'note'), (_, { signed, signature }) =>
      Promise.resolve(verify(null, signed, publicKey, signature)),
    ),
  ],
  witnesses: [],
};

/** Cosigns only what extends the last tree, as any witness. */
class RememberingWitness extends Witnesses {
  last: TreeState = { size: 0, root: emptyRoot() };
  isAway = false;
  readonly sizes: number[] = [];

  async cosign({ checkpoint, note, tree }: WitnessedTree): Promise<string> {
    if (this.isAway || checkpoint.size < this.last.size) throw new TooFewWitnesses('away');
    const path = await tree.consistencyPath(this.last.size);
    if (!isExtension(this.last, path, checkpoint)) throw new Error('two histories');
    this.last = checkpoint;
    this.sizes.push(checkpoint.size);
    return note;
  }
}

/** Fails at one statement, before it runs or after, as a program that ends there. */
class Crash extends Error {}
function crashing(database: Database, at: number, when: 'before' | 'after'): Database {
  let statements = 0;
  const crashingAt =
    (query: RunStatement): RunStatement =>
    async (...statement) => {
      statements += 1;
      if (statements > at || (statements === at && when === 'before')) throw new Crash();
      const answer = await query(...statement);
      if (statements === at) throw new Crash();
      return answer as never;
    };
  return {
    query: crashingAt(database.query),
    inTransaction: <Result>(work: (query: RunStatement) => Promise<Result>) =>
      database.inTransaction((query) => work(crashingAt(query))),
  } as Partial<Database> as Database;
}

describe('the certificate log in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let witness: RememberingWitness;

  beforeEach(async () => {
    witness = new RememberingWitness();
    await stores.sql(`TRUNCATE certificate_log_entries, certificate_log_tiles, certificate_log_checkpoint,
      certificate_log_records RESTART IDENTITY`);
    await stores.sql('TRUNCATE survey_results CASCADE');
  });

  function logOf(database: Database = stores.database, { now = noon, trust = '{}\n' } = {}): CertificateLog {
    const store = new PostgresCertificateLogStore(database);
    return new CertificateLog({ store, signer, witnesses: witness, trust, now: () => now });
  }

  const published = (): PostgresCertificateLogFiles => new PostgresCertificateLogFiles(stores.database);

  /** As triggers do. */
  async function record(count: number): Promise<void> {
    await stores.sql(
      `INSERT INTO certificate_log_records (result_id, kind, credential_sha256)
       SELECT gen_random_uuid(), 'issued', sha256(convert_to(n::text, 'UTF8')) FROM generate_series(1, $1::integer) AS n`,
      [count],
    );
  }

  async function entries(): Promise<string[]> {
    const checkpoint = await openCheckpoint((await published().checkpoint()) ?? '', keys);
    const texts: string[] = [];
    for (let index = 0; index * 256 < checkpoint.size; index += 1) {
      const width = Math.min(256, checkpoint.size - index * 256);
      const bundle = await published().entries({ index, width });
      texts.push(
        ...entriesOf(bundle ?? new Uint8Array()).map((entry) => Buffer.from(entry).toString('utf8')),
      );
    }
    const tree = new GrowingTree();
    for (const text of texts) tree.append(leafHash(Buffer.from(text)));
    expect({ size: texts.length, root: tree.root() }).toEqual({
      size: checkpoint.size,
      root: checkpoint.root,
    });
    for (const tile of tree.takeTiles())
      expect(Buffer.from((await published().tile(tile)) ?? [])).toEqual(Buffer.from(tile.hashes));
    return texts;
  }

  /** Each record has one entry, and a proof of it. Each entry has one record. */
  async function expectWhole(records: number): Promise<void> {
    const texts = await entries();
    const rows = await stores.sql('SELECT * FROM certificate_log_records ORDER BY entry');
    expect(rows.map(({ entry }) => entry)).toEqual(Array.from({ length: records }, (_, entry) => entry));
    for (const { kind, result_id: id, salt, credential_sha256: hash, entry, proof } of rows) {
      const base64 = (bytes: unknown): string => (bytes as Buffer | null)?.toString('base64') ?? '';
      const text = `certificate-log/v1\n${String(kind)}\n${String(id)}\n${base64(salt)}\n${base64(hash)}\n`;
      const content = `${minuteIn(proof)} ${createHash('sha256').update(text).digest('base64')}`;
      expect(texts[Number(entry)]).toBe(content);
      expect(parseLogProof(String(proof)).index).toBe(entry);
      await openLogProof(String(proof), leafHash(Buffer.from(content)), keys);
    }
  }

  function minuteIn(proof: unknown): string {
    return Buffer.from(parseLogProof(String(proof)).extra ?? [])
      .subarray(16)
      .toString('utf8');
  }

  it.each([1, 255, 256, 257, 513])('takes %i records, each with a proof, which stays', async (count) => {
    await record(count);
    await logOf().advance();
    await expectWhole(count);
    const before = await stores.sql('SELECT entry, proof FROM certificate_log_records ORDER BY entry');
    await record(3);
    await logOf().advance();
    await expectWhole(count + 3);
    const after = await stores.sql('SELECT entry, proof FROM certificate_log_records ORDER BY entry');
    expect(after.slice(0, count)).toEqual(before);
  });

  it('publishes nothing before there is an entry, and nothing again without a new one', async () => {
    await logOf().advance();
    expect(await published().checkpoint()).toBeUndefined();
    expect(await published().trust()).toBeUndefined();
    expect(await published().tile({ level: 0, index: 0, width: 1 })).toBeUndefined();
    await record(1);
    await logOf().advance();
    await logOf().advance();
    expect(witness.sizes).toEqual([1]);
    expect(await published().trust()).toBe('{}\n');
    expect(await published().tile({ level: 0, index: 0, width: 2 })).toBeUndefined();
    expect(await published().entries({ index: 1, width: 1 })).toBeUndefined();
  });

  it('publishes once after a start with other witnesses, which verifiers learn without a new entry', async () => {
    await record(2);
    await logOf().advance();
    const restarted = logOf(stores.database, { trust: '{"other":1}\n' });
    await restarted.advance();
    await restarted.advance();
    expect(await published().trust()).toBe('{"other":1}\n');
    expect(witness.sizes).toEqual([2, 2]);
    await expectWhole(2);
  });

  it.each(['before', 'after'] as const)(
    'survives a crash %s each statement, and a second worker',
    async (when) => {
      let [records, at, ended] = [0, 0, false];
      while (!ended) {
        at += 1;
        await record(2);
        records += 2;
        const crash = logOf(crashing(stores.database, at, when)).advance();
        ended = await crash.then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(Crash);
            return false;
          },
        );
        await Promise.all([logOf().advance(), logOf().advance()]).catch(() => undefined);
        await logOf().advance();
        await expectWhole(records);
      }
      expect(at).toBeGreaterThan(10);
    },
  );

  it('has one writer: five workers at once make neither a gap nor a second entry', async () => {
    await record(300);
    await Promise.allSettled(Array.from({ length: 5 }, () => logOf().advance()));
    await logOf().advance();
    await expectWhole(300);
  });

  it('goes on with the checkpoint that another worker has published while it asked the witnesses', async () => {
    await record(2);
    jest.spyOn(witness, 'cosign').mockImplementationOnce(async (tree) => {
      await record(1);
      await logOf().advance();
      return witness.cosign(tree);
    });
    await logOf().advance();
    expect(witness.sizes).toEqual([3]);
    await expectWhole(3);
  });

  it('waits for its witnesses, loses nothing, and says since when', async () => {
    witness.isAway = true;
    await record(2);
    const store = new PostgresCertificateLogStore(stores.database);
    await expect(logOf().advance()).rejects.toThrow(TooFewWitnesses);
    expect(await published().checkpoint()).toBeUndefined();
    const [{ oldest } = {}] = await stores.sql(
      'SELECT min(recorded_at) AS oldest FROM certificate_log_records',
    );
    expect(await store.waitingSince()).toEqual(oldest);
    await record(1);
    witness.isAway = false;
    await logOf().advance();
    await expectWhole(3);
    expect(await store.waitingSince()).toBeUndefined();
  });

  it('goes on with a clock that is a day behind: a minute is what the log says, not when witnesses saw it', async () => {
    await record(1);
    await logOf().advance();
    await record(1);
    await logOf(stores.database, { now: laterBy(-86_400_000) }).advance();
    await expectWhole(2);
    expect((await entries()).map((text) => text.slice(0, 17))).toEqual([
      '2026-11-20T12:00Z',
      '2026-11-19T12:00Z',
    ]);
  });

  it('gives back the proof of a credential, also of one from before the log', async () => {
    const id = randomUUID();
    const { entry, proof } = await logOf().proofOf(id, 'an old credential');
    expect(await logOf().proofOf(id, 'an old credential')).toEqual({ entry, proof });
    await expectWhole(1);
    witness.isAway = true;
    await expect(logOf().proofOf(id, 'a new credential')).rejects.toThrow(TooFewWitnesses);
    expect(await logOf().proofOf(id, 'an old credential')).toEqual({ entry, proof });
  });

  it('rolls back when the disk is full', async () => {
    await record(1);
    await logOf().advance();
    await stores.sql('ALTER TABLE certificate_log_entries ADD CONSTRAINT full_disk CHECK (entry < 3)');
    await record(4);
    await expect(logOf().advance()).rejects.toThrow('full_disk');
    await expect(logOf().advance()).rejects.toThrow('full_disk');
    await stores.sql('ALTER TABLE certificate_log_entries DROP CONSTRAINT full_disk');
    await logOf().advance();
    await expectWhole(5);
  });

  describe('about results', () => {
    const address = 'assessor@example.com';

    /** A result with a credential, which triggers record. */
    async function certified(): Promise<string> {
      const results = new PostgresResultStore(stores.database, stores.keyring);
      const certificates = new PostgresCertificationStore(stores.database);
      const result = resultOf();
      await results.create(result, { submitterEmail: address, deliveryId: randomUUID() });
      const [status] = await certificates.takeStatusEntries(1);
      if (!status) throw new Error('there is no place');
      const certification = { credential: `credential of ${result.id}`, keyId: 'key', status };
      await certificates.keep([{ resultId: result.id, certification }]);
      return result.id;
    }

    it('records each credential and each withdrawal once, and the record shows the proof', async () => {
      const id = await certified();
      const results = new PostgresResultStore(stores.database, stores.keyring);
      expect(await results.findVerifiable(id)).not.toHaveProperty('logged');
      await logOf().advance();
      const logged = await logOf().proofOf(id, `credential of ${id}`);
      expect(await results.findVerifiable(id)).toMatchObject({ logged });
      const withdrawals = new PostgresWithdrawalStore(stores.database);
      for (let times = 0; times < 2; times += 1)
        await withdrawals.withdraw(id, { at: laterBy(1), reason: 'misused' });
      await logOf().advance();
      await expectWhole(2);
      expect(await stores.sql('SELECT kind FROM certificate_log_records ORDER BY entry')).toEqual([
        { kind: 'issued' },
        { kind: 'withdrawn' },
      ]);
    });

    it('keeps the entry of an erased result, and nothing that leads to it', async () => {
      const id = await certified();
      await logOf().advance();
      const unlogged = await certified();
      const before = await entries();
      await new PostgresPersonalDataStore(stores.database, stores.keyring).erase(address);
      expect(await entries()).toEqual(before);
      expect(await stores.sql('SELECT result_id, entry, salt, proof FROM certificate_log_records')).toEqual([
        { result_id: id, entry: 0, salt: null, proof: null },
      ]);
      const { entry } = await logOf().proofOf(unlogged, `credential of ${unlogged}`);
      expect(entry).toBe(1);
      expect((await logOf().proofOf(id, `credential of ${id}`)).entry).toBe(2);
    });
  });
});
