import { type RunningProgram } from '@governance/runtime';
import { HeldDomain } from '../support/domains';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';
import { TestRecords } from '../support/test-records';
import { startWorker } from '../support/worker-app';

describe('the domain of a result', () => {
  const records = new TestRecords();
  let app: PublicApp;
  let worker: RunningProgram;

  beforeAll(async () => {
    app = await startPublicApp();
    worker = await startWorker(app, 'smtp://127.0.0.1:1', { records });
  });
  afterAll(async () => {
    await worker.close();
    await app.close();
  });

  it('answers 409 to another domain, and to a mail, while one is proven by its record', async () => {
    const held = new HeldDomain(app, await submit(app));
    await held.prove('acme.example', records);
    const other = await held.ask('other.example');
    expect([other.status, other.body]).toEqual([
      409,
      { error: 'the certificate shows another domain: remove it first' },
    ]);
    const mail = await held.mail();
    expect([mail.status, mail.body]).toEqual([409, { error: 'the domain is already proven by its record' }]);
    expect((await held.read()).body).toMatchObject({ status: 'proven', name: 'acme.example' });
    await held.remove();
    expect((await held.ask('other.example')).status).toBe(200);
  });
});
