import { callHttp, type Inbox, processTree, startInbox, stillRuns, Times, until } from '@governance/testing';
import { type PublicPrograms, publicPrograms, type Service, submitTo } from '../support/public-programs';

const submitterEmail = 'assessor@example.com';

describe('SIGTERM to the worker', () => {
  let programs: PublicPrograms;
  let inbox: Inbox;
  let service: Service;
  let worker: Service;
  let onRecipient: () => Promise<void> | void;

  beforeAll(async () => {
    programs = await publicPrograms();
    inbox = await startInbox({ onRecipient: () => onRecipient() });
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
