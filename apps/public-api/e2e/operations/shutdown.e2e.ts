import { callHttp, given, processTree, startInbox, stillRuns, Times, until } from '@governance/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

describe('SIGTERM to the HTTP process', () => {
  const programs = given(publicPrograms);
  let service: Service;
  let blocker: Client;

  beforeAll(async () => {
    blocker = new Client({ connectionString: programs.databaseUrl });
    await blocker.connect();
  });
  beforeEach(async () => {
    service = await programs.start('main');
  });
  afterAll(async () => {
    await blocker.end();
    await programs.close();
  });

  async function opened(text: string): Promise<Socket> {
    const socket = connect(service.port, '127.0.0.1');
    // The server resets the connection in the end, as these tests expect.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  /** Blocks submissions in the database until the returned function is called. */
  async function holdSubmissions(): Promise<() => Promise<void>> {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE survey_results IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await blocker.query('ROLLBACK');
    };
  }

  async function untilSubmissionWaits(): Promise<void> {
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await until(async () => (await programs.sql(waiting)).length > 0);
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes requests in progress and drops stalled ones, within 10 seconds (%s)',
    async (signal) => {
      const stalled = await opened(
        'POST /api/survey-results HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      const idle = await opened('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(idle, 'data');
      const [idleEnded, stalledEnded] = [once(idle, 'close'), once(stalled, 'close')];
      const release = await holdSubmissions();
      const submitted = submitTo(service);
      await untilSubmissionWaits();

      const times = new Times();
      const over = times.begin();
      service.program.signal(signal);
      await service.program.logged(({ msg }) => msg === 'stopping');
      // Its last request, whose response closes it.
      idle.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      await idleEnded;
      // Not ready, on a port that still answers; the other port accepts no new connection.
      expect((await callHttp(`${service.management}/health/ready`)).status).toBe(503);
      expect((await callHttp(`${service.management}/health/live`)).status).toBe(200);
      await expect(callHttp(`${service.origin}/health`)).rejects.toThrow('fetch failed');

      await release();
      const { status, body, headers } = await submitted;
      expect(status).toBe(201);
      expect(headers.get('connection')).toBe('close');
      expect(await programs.sql('SELECT id FROM survey_results WHERE id = $1', [body.id])).toHaveLength(1);

      const { code, stderr } = await service.program.ended;
      await stalledEnded;
      expect(code).toBe(0);
      expect(stderr).toBe('');
      over();
      times.expectEachBelow(10_000);
      expect(service.program.log().at(-1)).toMatchObject({ msg: 'stopped' });
    },
  );

  it('stops it at once when no request is in progress', async () => {
    const times = new Times();
    const over = times.begin();
    service.program.signal('SIGTERM');
    expect((await service.program.ended).code).toBe(0);
    over();
    times.expectEachBelow(2_000);
  });
});

const submitterEmail = 'assessor@example.com';

describe('SIGTERM to the worker', () => {
  const programs = given(publicPrograms);
  const inbox = given(() => startInbox({ onRecipient: () => onRecipient() }));
  let service: Service;
  let worker: Service;
  let onRecipient: () => Promise<void> | void;

  beforeAll(async () => {
    service = await programs.start('main');
  });
  beforeEach(async () => {
    onRecipient = () => undefined;
    worker = await programs.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
    });
  });
  afterAll(async () => {
    await programs.close();
    await inbox.close();
  });

  async function untilReady(): Promise<void> {
    await until(async () => (await callHttp(`${worker.management}/health/ready`)).status === 200);
  }

  it('closes the browser and leaves no process', async () => {
    await untilReady();
    const tree = processTree(worker.program.pid);
    // The worker itself, and a browser with its child processes.
    expect(tree.length).toBeGreaterThan(3);

    worker.program.signal('SIGTERM');
    const { code, stderr } = await worker.program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(tree.filter(stillRuns)).toEqual([]);
  });

  it('finishes the current delivery', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    onRecipient = async () => {
      arrived.resolve(undefined);
      await held.promise;
    };
    await submitTo(service, { submitterEmail });
    await arrived.promise;
    const tree = processTree(worker.program.pid);

    const times = new Times();
    const over = times.begin();
    worker.program.signal('SIGTERM');
    await worker.program.logged(({ msg }) => msg === 'stopping');
    expect((await callHttp(`${worker.management}/health/ready`)).status).toBe(503);
    held.resolve(undefined);

    expect((await worker.program.ended).code).toBe(0);
    over();
    times.expectEachBelow(10_000);
    expect(tree.filter(stillRuns)).toEqual([]);
    expect(await programs.sql('SELECT state, attempts FROM deliveries')).toEqual([
      { state: 'sent', attempts: 1 },
    ]);
    expect(inbox.messages()).toHaveLength(1);
  });
});
