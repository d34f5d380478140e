import { checkEd25519 } from '@governance/runtime';
import {
  BuiltProgram,
  callHttp,
  freePort,
  given,
  type HttpAnswer,
  temporaryFolder,
  until,
} from '@governance/testing';
import {
  entriesOf,
  entryBundlePath,
  GrowingTree,
  leafHash,
  openCheckpoint,
  type OpenedCheckpoint,
  openLogProof,
  parseLogProof,
  tilePath,
  WitnessPolicy,
} from '@governance/transparency';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

const origin = 'assess.example.org/.well-known/certificate-log';
const kills = 5;

/** A witness as its operator starts it. */
interface Witness {
  readonly line: string;
  start(logs: string): Promise<void>;
  stop(): Promise<void>;
}

async function witnessNamed(name: string, folder: string): Promise<Witness> {
  const settings = {
    WITNESS_NAME: `witness.example/${name}`,
    KEY_FILE: join(folder, `${name}.pem`),
    STATE_FILE: join(folder, `${name}.sqlite`),
    LOGS_FILE: join(folder, `${name}.txt`),
    PORT: String(await freePort()),
  };
  const { stdout } = await new BuiltProgram('apps/witness/init.js', settings).ended;
  let program: BuiltProgram | undefined;
  return {
    line: `witness ${name} ${stdout.trim()} http://127.0.0.1:${settings.PORT}`,
    start: async (logs) => {
      writeFileSync(settings.LOGS_FILE, logs);
      program = await new BuiltProgram('apps/witness/main.js', settings).started();
    },
    stop: async () => {
      await program?.kill();
    },
  };
}

describe('GET /.well-known/certificate-log/, with two witnesses', () => {
  const folder = temporaryFolder('certificate-log');
  const programs = given(publicPrograms);
  let witnesses: readonly Witness[];
  let settings: Readonly<Record<string, string>>;
  let logKey: string;
  let main: Service;
  const submitted: string[] = [];

  beforeAll(async () => {
    witnesses = [await witnessNamed('w1', folder), await witnessNamed('w2', folder)];
    const operated = {
      ISSUER_KEYS_FILE: programs.issuerKeysFile,
      PUBLIC_BASE_URL: `https://assess.example.org`,
    };
    logKey = (
      await new BuiltProgram('apps/public-api/operate.js', operated, ['log-key']).ended
    ).stdout.trim();
    for (const witness of witnesses) await witness.start(`${logKey}\n`);
    settings = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'certificates@example.org',
      CERTIFICATE_LOG_WITNESSES: join(folder, 'policy.txt'),
    };
    const policy = [...witnesses.map(({ line }) => line), 'group both all w1 w2', 'quorum both', ''];
    writeFileSync(join(folder, 'policy.txt'), policy.join('\n'));
    main = await programs.start('main');
  });
  afterAll(async () => {
    await programs.close();
    await Promise.all(witnesses.map((witness) => witness.stop()));
    rmSync(folder, { recursive: true });
  });

  const file = (path: string): Promise<Response> =>
    fetch(`${main.origin}/.well-known/certificate-log/${path}`);
  const bytesOf = async (path: string): Promise<Uint8Array> => {
    const answer = await file(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    return new Uint8Array(await answer.arrayBuffer());
  };
  const startWorker = (): Promise<Service> => programs.start('worker', settings);
  const recordOf = (id: string): Promise<HttpAnswer> =>
    callHttp(`${main.origin}/api/certification/verify/${id}?format=json`);

  async function submit(): Promise<void> {
    submitted.push(String((await submitTo(main)).body.id));
  }

  async function policy(): Promise<WitnessPolicy> {
    const { policy: text } = (await (await file('trust.json')).json()) as { policy: string };
    expect(text).toContain(logKey);
    return WitnessPolicy.parse(text, checkEd25519);
  }

  const keysOf = ({ logs, witnesses: known }: WitnessPolicy) => ({
    origin,
    log: logs,
    witnesses: known.map(({ verifier }) => verifier),
  });

  async function checkpoint(): Promise<OpenedCheckpoint> {
    const trusted = await policy();
    const opened = await openCheckpoint(await (await file('checkpoint')).text(), keysOf(trusted));
    expect(trusted.isSatisfiedBy(opened.cosignatures)).toBe(true);
    expect(opened.cosignatures).toHaveLength(2);
    return opened;
  }

  /** Of all published entries, from the files alone. */
  async function entries(): Promise<readonly Buffer[]> {
    const { size, root } = await checkpoint();
    const tree = new GrowingTree();
    const contents: Buffer[] = [];
    for (let index = 0; index * 256 < size; index += 1) {
      const width = Math.min(256, size - index * 256);
      for (const entry of entriesOf(await bytesOf(entryBundlePath({ index, width })))) {
        contents.push(Buffer.from(entry));
        tree.append(leafHash(entry));
      }
    }
    expect(Buffer.from(tree.root())).toEqual(Buffer.from(root));
    for (const tile of tree.takeTiles())
      expect(Buffer.from(await bytesOf(tilePath(tile)))).toEqual(Buffer.from(tile.hashes));
    return contents;
  }

  /** Each submitted result has one entry, and a record with its proof. */
  async function expectEveryCertificate(): Promise<void> {
    const numbers = new Set<unknown>();
    const records: HttpAnswer['body'][] = [];
    for (const id of submitted) {
      const { body } = await until(async () => {
        const record = await recordOf(id);
        return record.body.logProof !== undefined && record;
      });
      records.push(body);
    }
    const [trusted, contents] = [await policy(), await entries()];
    for (const body of records) {
      numbers.add(body.logEntry);
      const proof = String(body.logProof);
      expect(parseLogProof(proof).index).toBe(body.logEntry);
      const entry = contents[Number(body.logEntry)] ?? Buffer.of();
      const { cosignatures } = await openLogProof(proof, leafHash(entry), keysOf(trusted));
      expect(trusted.isSatisfiedBy(cosignatures)).toBe(true);
    }
    expect([numbers.size, contents.length]).toEqual([submitted.length, submitted.length]);
  }

  it('answers 404 before the first certificate, and to what no log has', async () => {
    for (const path of ['checkpoint', 'trust.json', 'tile/0/000.p/1', 'tile/entries/000.p/1']) {
      const answer = await file(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('cache-control')).toBeNull();
    }
  });

  it('has each certificate once, though workers are killed', async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const workers = await Promise.all([startWorker(), startWorker()]);
      for (let count = 0; count < 3; count += 1) await submit();
      // Each time later in the work on them.
      await until(async () => {
        const [{ waiting } = {}] = await programs.sql(
          'SELECT count(*)::integer AS waiting FROM survey_results WHERE credential IS NULL',
        );
        return Number(waiting) <= 3 - (kill % 4) && { waiting };
      });
      await Promise.all(workers.map(({ program }) => program.kill()));
    }
    const worker = await startWorker();
    await expectEveryCertificate();
    await worker.program.kill();
  });

  it('serves each tile in the widths that it has had, and in no other', async () => {
    const size = submitted.length;
    for (const width of [1, size - 1, size]) await bytesOf(`tile/0/000.p/${width}`);
    for (const path of [
      `tile/0/000.p/${size + 1}`,
      'tile/0/000',
      'tile/0/001.p/1',
      'tile/1/000.p/1',
      'tile/x',
    ])
      expect([path, (await file(path)).status]).toEqual([path, 404]);
  });

  it('waits while a witness is away, says so in a metric, and goes on', async () => {
    await witnesses[1]?.stop();
    const worker = await startWorker();
    const before = await checkpoint();
    await submit();
    const waiting = await until(async () => {
      const { text } = await callHttp(`${worker.management}/metrics`);
      const seconds = Number(/^certificate_log_waiting_seconds (\S+)$/m.exec(text)?.[1]);
      const failed = text.includes('witness="witness.example/w2",outcome="failed"');
      return seconds > 0 && failed && seconds;
    });
    expect(waiting).toBeGreaterThan(0);
    expect(await checkpoint()).toMatchObject({ size: before.size });
    expect((await recordOf(submitted.at(-1) ?? '')).body).not.toHaveProperty('logProof');
    await witnesses[1]?.start(`${logKey}\n`);
    await expectEveryCertificate();
    await worker.program.kill();
  });

  it('gets no cosignature for a history that the owner of the database wrote anew', async () => {
    const before = await checkpoint();
    await programs.sql(
      `UPDATE certificate_log_entries SET content = set_byte(content, 20, 65) WHERE entry = 1`,
    );
    const worker = await startWorker();
    await submit();
    await until(async () => {
      const { text } = await callHttp(`${worker.management}/metrics`);
      return text.includes('witness="witness.example/w1",outcome="failed"') && text;
    });
    expect(await checkpoint()).toMatchObject({ size: before.size });
    await worker.program.kill();
  });
});
