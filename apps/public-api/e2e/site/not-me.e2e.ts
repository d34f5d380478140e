import { callHttp, until } from '@governance/testing';
import { type Site, startSite } from '../support/site';

const owner = 'owner@example.com';

describe('"this was not me"', () => {
  let site: Site;
  let link: string;

  beforeAll(async () => {
    site = await startSite();
    const { mail } = await site.mailed('persona-mature', owner);
    [link = ''] = /\S+\/not-me\/\S+/.exec(mail.text) ?? [];
  });
  afterAll(() => site.close());

  const blocked = (): Promise<unknown[]> => site.app.sql('SELECT * FROM blocked_addresses');

  async function stateOf(resultId: string): Promise<unknown> {
    const [row] = await site.app.sql('SELECT state FROM deliveries WHERE result_id = $1', [resultId]);
    return row?.state;
  }

  it('asks before it does anything: opening the link changes nothing', async () => {
    expect(link).toContain(`${site.app.origin}/not-me/`);
    for (const method of ['GET', 'HEAD']) expect((await callHttp(link, { method })).status).toBe(200);
    expect(await blocked()).toEqual([]);
  });

  it('shows neither the address nor anything of the result', async () => {
    const { text } = await callHttp(link);
    expect(text).not.toMatch(/owner|Progressing|Ready/);
  });

  it('answers 404 with a page for a link that we did not make', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await callHttp(`${site.app.origin}/not-me/${'A'.repeat(64)}`, { method });
      expect(status).toBe(404);
      expect(text).toContain('This link is incomplete');
    }
  });

  it('ends all messages to the address, and no answer shows it', async () => {
    const page = await site.visit();
    await page.goto(link);
    await Promise.all([page.waitForNavigation(), page.click('form button')]);
    expect(await page.evaluate('document.querySelector("h1").textContent')).toBe(
      'We will not send messages to your address',
    );
    expect(await blocked()).toHaveLength(1);

    const silent = await site.submitted('persona-mature', { submitterEmail: 'Owner+other@EXAMPLE.com' });
    expect(silent).toMatchObject({ certificateDelivery: 'queued' });
    await site.mailed('persona-mature', 'another-person@example.com');
    await until(async () => (await stateOf(silent.id)) !== 'queued');
    expect(await stateOf(silent.id)).toBe('cancelled');
    const path = `${site.app.origin}/api/survey-results/${silent.id}/resend`;
    expect((await callHttp(path, { method: 'POST' })).body).toEqual({ id: silent.id, status: 'queued' });
    expect(site.inbox.messages().filter(({ to }) => /owner/i.test(to.join()))).toHaveLength(1);
    await page.browserContext().close();
  });
});
