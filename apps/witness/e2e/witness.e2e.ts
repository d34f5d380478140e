import {
  BuiltProgram,
  callHttp,
  freePort,
  type HttpAnswer,
  runShellPage,
  sendRaw,
  temporaryFolder,
} from '@governance/testing';
import { checkEd25519 } from '@governance/runtime';
import {
  addCheckpointText,
  noteVerifier,
  parseAddCheckpoint,
  withCosignatures,
} from '@governance/transparency';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type History, TestLog } from '../spec/test-log';

const workspace = join(__dirname, '../../..');

describe('the program of the witness', () => {
  const log = new TestLog('example.com/log');
  const [left, right]: readonly History[] = ['left', 'right'].map((name) => ({ name, fork: 1 }));
  let folder: string;
  let settings: Record<string, string>;
  let running: BuiltProgram[];

  beforeEach(async () => {
    folder = temporaryFolder('witness');
    running = [];
    settings = {
      WITNESS_NAME: 'witness.example/w1',
      KEY_FILE: join(folder, 'key.pem'),
      STATE_FILE: join(folder, 'state.sqlite'),
      LOGS_FILE: join(folder, 'logs.txt'),
      PORT: String(await freePort()),
    };
    writeFileSync(join(folder, 'logs.txt'), `# the only log\n${log.verifierKey}\n`);
  });
  afterEach(async () => {
    await Promise.all(running.map((program) => program.kill()));
    rmSync(folder, { recursive: true });
  });

  const init = (...args: string[]) => new BuiltProgram('apps/witness/init.js', settings, args).ended;
  function launched(): BuiltProgram {
    const program = new BuiltProgram('apps/witness/main.js', settings);
    running.push(program);
    return program;
  }
  const call = (path: string, body?: string): Promise<HttpAnswer> =>
    callHttp(
      `http://127.0.0.1:${settings.PORT ?? ''}${path}`,
      body === undefined ? {} : { method: 'POST', body },
    );
  const submit = async (oldSize: number, size: number, history?: History): Promise<HttpAnswer> =>
    call('/add-checkpoint', await log.request(oldSize, size, history));
  async function endOf(program: BuiltProgram): Promise<[number | null, string]> {
    const { code } = await program.ended;
    return [code, String(program.log().at(-1)?.msg)];
  }

  it('creates its key once, cosigns, and stops gracefully', async () => {
    const { code, stdout } = await init();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^witness\.example\/w1\+[0-9a-f]{8}\+B\S+$/)]);
    expect(await init()).toMatchObject({ code: 0, stdout });
    expect(statSync(settings.KEY_FILE ?? '').mode & 0o777).toBe(0o600);
    const program = await launched().started();
    expect(program.log()[0]).toMatchObject({ msg: 'witness', verifierKey: stdout, logs: [log.origin] });
    expect(await call('/health')).toMatchObject({ status: 200, text: 'ok\n' });
    const { status, text } = await submit(0, 3);
    expect(status).toBe(200);
    const note = await log.checkpoint(3);
    await withCosignatures(note, text, [noteVerifier(stdout, checkEd25519)]);
    const conflict = await submit(0, 5);
    expect([conflict.status, conflict.headers.get('content-type'), conflict.text]).toEqual([
      409,
      'text/x.tlog.size',
      '3\n',
    ]);
    expect((await submit(3, 5)).status).toBe(200);
    expect((await call('/metrics')).text.replace(/(?<=timestamp_seconds\{.*\} )\d{10}$/m, 'TIME')).toBe(`\
# TYPE witness_answers_total counter
witness_answers_total{status="200"} 2
witness_answers_total{status="409"} 1
# TYPE witness_cosigned_timestamp_seconds gauge
witness_cosigned_timestamp_seconds{origin="${log.origin}"} TIME
# TYPE witness_tree_size gauge
witness_tree_size{origin="${log.origin}"} 5
`);
    expect(program.output()).not.toContain(readFileSync(settings.KEY_FILE ?? '', 'utf8').split('\n')[1]);
    program.signal('SIGTERM');
    expect(await endOf(program)).toEqual([0, 'stopped']);
  });

  it('follows its documentation from nothing to a cosigned checkpoint', async () => {
    writeFileSync(join(folder, 'request.txt'), await log.request(0, 3));
    const blocks = await runShellPage(join(workspace, 'docs/witness.md'), {
      cwd: join(workspace, 'dist/apps/witness'),
      env: {
        FOLDER: folder,
        LOG_KEY: log.verifierKey,
        LOG_ORIGIN: log.origin,
        PORT: settings.PORT ?? '',
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      },
    });
    const [key = '', health, answers = ''] = blocks.map(({ output }) => output);
    expect(health).toBe('ok\n');
    const note = await log.checkpoint(3);
    const [line = ''] = answers.split(note);
    expect(answers).toBe(`${line}${note}${line}`);
    await withCosignatures(note, line, [noteVerifier(key.trim(), checkEd25519)]);
    expect(readFileSync(join(folder, 'witness.log'), 'utf8')).toContain('"msg":"stopped"');
  });

  it('answers what it does not know, a longer body and broken requests, and goes on', async () => {
    await init();
    await launched().started();
    expect((await call('/add-checkpoint')).status).toBe(404);
    expect((await call('/', 'x')).status).toBe(404);
    expect((await call('/add-checkpoint', 'x')).status).toBe(400);
    expect((await call('/add-checkpoint', 'x'.repeat(65_537))).status).toBe(413);
    const request = parseAddCheckpoint(await log.request(0, 3));
    const longer = addCheckpointText({
      ...request,
      checkpoint: `${request.checkpoint}— other AAAAAAAA\n`,
    });
    expect((await call('/add-checkpoint', longer)).status).toBe(200);
    const port = Number(settings.PORT);
    expect(
      (await sendRaw(port, 'POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n')).status,
    ).toBe(400);
    expect((await submit(3, 4)).status).toBe(200);
  });

  it('keeps one history when it is killed while two are submitted', async () => {
    await init();
    const cosigned = new Set<string>();
    let program = await launched().started();
    await submit(0, 1);
    for (let size = 1; size < 9; size++) {
      const requests = await Promise.all(
        Array.from({ length: 20 }, (_, each) => log.request(size, size + 1, each % 2 === 0 ? left : right)),
      );
      const answers = requests.map(async (body, each) => {
        const { status } = await call('/add-checkpoint', body);
        if (status === 200) cosigned.add(each % 2 === 0 ? 'left' : 'right');
      });
      // In every other round at the first answer, else at the line that the cosignature is stored.
      await Promise.any(
        size % 2 === 0
          ? answers
          : [program.logged(({ msg, size: at }) => msg === 'cosigned' && at === size + 1), ...answers],
      );
      await program.kill();
      await Promise.allSettled(answers);
      program = await launched().started();
    }
    expect(cosigned.size).toBe(1);
    const [kept, refused] = cosigned.has('left') ? [left, right] : [right, left];
    const { text } = await submit(0, 10, kept);
    const stored = Number(text);
    expect(stored).toBe(9);
    expect([(await submit(stored, 12, refused)).status, (await submit(stored, 12, kept)).status]).toEqual([
      422, 200,
    ]);
  });

  it('does not start a second time on its files', async () => {
    await init();
    await launched().started();
    settings.PORT = String(await freePort());
    expect(await endOf(launched())).toEqual([1, 'cannot start: STATE_FILE is in use by another process']);
  });

  it('forgets only by a decision of the operator, which each start reports', async () => {
    await init();
    rmSync(settings.STATE_FILE ?? '');
    expect((await endOf(launched()))[1]).toContain('STATE_FILE does not exist');
    const { code, stderr } = await init();
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('An empty one could cosign a second history'),
    ]);
    expect(existsSync(settings.STATE_FILE ?? '')).toBe(false);
    expect((await init('--forget')).code).toBe(0);
    const program = await launched().started();
    expect(program.log()[0]).toMatchObject({
      level: 'warn',
      msg: 'what this key cosigned before is forgotten',
    });
    expect((await submit(0, 3)).status).toBe(200);
    await program.kill();
    rmSync(settings.KEY_FILE ?? '');
    expect((await init()).stderr).toContain('KEY_FILE is lost');
  });

  it('does not start without settings, or with a line that is no key', async () => {
    delete settings.STATE_FILE;
    const { code, stderr } = await launched().ended;
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining('STATE_FILE is missing: the path of a file'),
    ]);
    settings = { ...settings, STATE_FILE: join(folder, 'state.sqlite') };
    await init();
    writeFileSync(settings.LOGS_FILE ?? '', 'example.com/log');
    expect(await endOf(launched())).toEqual([
      1,
      'cannot start: LOGS_FILE: this is no verifier key: example.com/log',
    ]);
    settings.WITNESS_NAME = 'two words';
    expect((await launched().ended).stderr).toContain('WITNESS_NAME must be a name without spaces');
  });
});
