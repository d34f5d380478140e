import { callHttp, opened, startInbox, until } from '@governance/testing';
import { publicPrograms, type Service } from '../support/public-programs';

const turns = 20;
const queue = 'public/retention';

describe('three workers of one database', () => {
  const programs = opened(publicPrograms);
  const inbox = opened(startInbox);
  let workers: readonly Service[];

  beforeAll(async () => {
    const settings = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' };
    workers = await Promise.all([1, 2, 3].map(() => programs.start('worker', settings)));
  });

  /** By each worker. */
  async function runs(): Promise<readonly number[]> {
    const texts = await Promise.all(workers.map(({ management }) => callHttp(`${management}/metrics`)));
    const done = `jobs_total{queue="${queue}",outcome="done"} `;
    return texts.map(({ text }) => Number(text.split(done)[1]?.split('\n')[0]));
  }

  const isOver = async (): Promise<boolean> => {
    const due = 'SELECT FROM jobs WHERE queue = $1 AND lease IS NULL AND due_at > now()';
    return (await programs.sql(due, [queue])).length === 1;
  };

  it('run each turn of a repeated job once, though a hint wakes all of them', async () => {
    await until(isOver);
    for (let turn = 0; turn < turns; turn += 1) {
      await programs.sql('UPDATE jobs SET due_at = now() WHERE queue = $1', [queue]);
      await programs.sql('NOTIFY jobs');
      await until(isOver);
    }
    const total = async (): Promise<number> => (await runs()).reduce((sum, count) => sum + count, 0);
    // A worker counts a run after it has put the job back.
    await until(async () => (await total()) > turns);
    expect(await total()).toBe(1 + turns);
  });
});
