import { type HttpAnswer, opened, startInbox, Times, until } from '@governance/testing';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

const submitters = 8;
const kills = 10;
/** Responses per submitter between two kills, so that every kill interrupts work in progress. */
const answersBetweenKills = 10 * submitters;

describe('the loss of every database connection under load', () => {
  const programs = opened(publicPrograms);
  let service: Service;

  beforeAll(async () => {
    service = await programs.start('main');
  });

  const kill = `
    SELECT count(pg_terminate_backend(pid))::integer AS killed FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

  it('ends no process, loses no acknowledged submission, and is recovered from within a second', async () => {
    const answers: HttpAnswer[] = [];
    const load = { stopped: false };
    const submitter = async (): Promise<void> => {
      while (!load.stopped) answers.push(await submitTo(service, { submitterEmail: 'assessor@example.com' }));
    };
    const running = Array.from({ length: submitters }, submitter);
    const times = new Times();
    let killed = 0;
    for (let round = 0; round < kills; round++) {
      const before = answers.length;
      await until(() => answers.length >= before + answersBetweenKills);
      const [row] = await programs.sql(kill);
      killed += Number(row?.killed);
      const recovered = times.begin();
      await until(async () => (await submitTo(service)).status === 201);
      recovered();
    }
    load.stopped = true;
    await Promise.all(running);

    expect(killed).toBeGreaterThan(kills);
    times.expectEachBelow(1_000);
    const acknowledged = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused) {
      expect({ status, body }).toEqual({
        status: 503,
        body: { error: 'the service is temporarily unavailable, try again' },
      });
    }
    const ids = acknowledged.map(({ body }) => body.id);
    const [kept] = await programs.sql(
      `SELECT count(*)::integer AS results, count(deliveries.id)::integer AS deliveries
       FROM survey_results LEFT JOIN deliveries ON result_id = survey_results.id
       WHERE survey_results.id = ANY($1)`,
      [ids],
    );
    expect(kept).toEqual({ results: ids.length, deliveries: ids.length });
    // Still running, and the same process as at the start.
    service.program.signal('SIGTERM');
    expect((await service.program.ended).code).toBe(0);
  });

  it('ends no worker, and prevents no message from being sent', async () => {
    await programs.sql('TRUNCATE deliveries, survey_results CASCADE');
    const inbox = await startInbox();
    const main = await programs.start('main');
    const worker = await programs.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
    });
    const addresses: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 4; count += 1) {
        const submitterEmail = `assessor-${addresses.length}@example.com`;
        addresses.push(submitterEmail);
        while ((await submitTo(main, { submitterEmail })).status !== 201);
      }
      const underWay = 'SELECT id FROM deliveries WHERE lease IS NOT NULL LIMIT 1';
      await until(async () => (await programs.sql(underWay)).length > 0);
      await programs.sql(kill);
    }
    // Makes interrupted deliveries due now instead of at the end of their leases.
    await programs.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued'`);
    await programs.sql('NOTIFY deliveries');
    const unsent = `SELECT id FROM deliveries WHERE state <> 'sent' LIMIT 1`;
    await until(async () => (await programs.sql(unsent)).length === 0);

    expect([...new Set(inbox.messages().flatMap(({ to }) => to))].toSorted()).toEqual(addresses.toSorted());
    worker.program.signal('SIGTERM');
    expect((await worker.program.ended).code).toBe(0);
    await inbox.close();
  });
});
