import { Keyring } from '@governance/keyring';
import {
  accessibilityFindings,
  callHttp,
  fullWidth,
  given,
  type HttpAnswer,
  until,
} from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { OwnershipLinks } from '../../src/site/ownership/ownership-links';
import { sharedSite } from '../support/site';

const address = 'holder-canary@example.com';

interface Held {
  readonly id: string;
  readonly code: string;
}

describe('"Prove that it is yours"', () => {
  const site = given(sharedSite);
  let held: Held;

  beforeAll(async () => {
    held = await mailed(address);
  });
  afterAll(() => site.leave());

  /** The certificate of a mail, and the ownership code in it. */
  async function mailed(to: string): Promise<Held> {
    const { mail, result } = await site.mailed('persona-policy-on-paper', to);
    const [url = ''] = /\S+\/verify\/\S+\/ownership/.exec(mail.text) ?? [];
    expect(url).toBe(`${site.app.origin}/verify/${result.id}/ownership`);
    const code = /^[\w-]{22}$/m.exec(mail.text)?.[0] ?? '';
    expect(code).not.toBe('');
    return { id: result.id, code };
  }

  function attempt(id: string, fields: Record<string, string>, headers = {}): Promise<HttpAnswer> {
    return callHttp(`${site.app.origin}/verify/${id}/ownership`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  function linkAt({ id }: Held, provenAt: Date): string {
    const links = new OwnershipLinks(Keyring.load(site.app.keyringFile));
    return `/verify/ownership/${links.of({ resultId: id, provenAt })}`;
  }

  it('confirms to the person beside the holder, by a link without the address, and without scripts § 1.2h', async () => {
    const page = await site.visit({ scripts: false });
    await page.goto(`${site.app.origin}/verify/${held.id}`);
    await Promise.all([page.waitForNavigation(), page.click(`a[href$="/ownership"]`)]);
    await page.type('#address', ` ${address.toUpperCase()}`);
    await page.type('#code', held.code);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toMatch(/\/verify\/ownership\/[\w-]{54}$/);
    const text = String(await page.evaluate('document.body.innerText'));
    expect(text).toContain('The holder has proven this certificate');
    expect(text).toContain(held.id);
    expect(await page.content()).not.toMatch(/canary/i);
    const beside = await site.visit();
    await beside.goto(page.url());
    expect(await beside.evaluate('document.body.innerText')).toContain(
      'The holder has proven this certificate',
    );
    expect(Buffer.from(page.url().split('/').at(-1) ?? '', 'base64url').toString('latin1')).not.toMatch(
      /canary/i,
    );
  });

  it('takes address and code in the full width of an input method', async () => {
    const page = await site.visit();
    await page.goto(`${site.app.origin}/verify/${held.id}/ownership`);
    await page.type('#address', fullWidth(address));
    await page.type('#code', fullWidth(held.code));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toMatch(/\/verify\/ownership\/[\w-]{54}$/);
  });

  it('answers 403 alike for a wrong address, a wrong code and a certificate without an address', async () => {
    const { id: anonymous } = await site.submitted('persona-policy-on-paper');
    const other = await mailed('other-holder@example.com');
    const answers = await Promise.all([
      attempt(held.id, { address: 'eve@example.com', code: held.code }),
      attempt(held.id, { address, code: other.code }),
      attempt(held.id, { address, code: '' }),
      attempt(held.id, { address: 'a'.repeat(300), code: held.code }),
      attempt(held.id, {}),
      attempt(anonymous, { address, code: held.code }),
    ]);
    const texts = answers.map(({ text }) => text.replaceAll(anonymous, held.id));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('This does not match.');
    expect(answers[0].headers.get('cache-control')).toBe('no-store');
  });

  it('answers 404 for an unknown or withdrawn certificate, and for a link that is not ours', async () => {
    const withdrawn = await mailed('withdrawn-holder@example.com');
    const link = linkAt(withdrawn, new Date());
    await withdraw(withdrawn.id);
    for (const id of [randomUUID(), '42', withdrawn.id]) {
      expect((await site.app.get(`/verify/${id}/ownership`, { accept: 'text/html' })).status).toBe(404);
      expect((await attempt(id, { address, code: withdrawn.code })).status).toBe(404);
    }
    for (const path of ['nothing', link.replace(/.*\/(.)/, (_, first) => (first === '-' ? 'A' : '-'))]) {
      const { status, text } = await site.app.get(`/verify/ownership/${path}`, { accept: 'text/html' });
      expect([status, text.includes('Nothing to prove here')]).toEqual([404, true]);
    }
    const { status, text } = await site.app.get(link, { accept: 'text/html' });
    expect([status, text.includes('This certificate was withdrawn')]).toEqual([410, true]);
  });

  async function withdraw(id: string): Promise<void> {
    await site.app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [id],
    );
  }

  it('answers 410 after ten minutes', async () => {
    const { status, text } = await site.app.get(linkAt(held, new Date(0)), { accept: 'text/html' });
    expect([status, text.includes('This confirmation has expired')]).toEqual([410, true]);
    const now = await site.app.get(linkAt(held, new Date()), { accept: 'text/html' });
    expect(now.status).toBe(200);
  });

  it('answers 429 with Retry-After after many attempts of one client, and stores only hashed counters', async () => {
    const { id, code } = await mailed('limited-holder@example.com');
    const before = await countsOfRows();
    let answer = await attempt(id, { address, code });
    for (let count = 0; count < 40 && answer.status === 403; count += 1)
      answer = await attempt(id, { address, code });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).toContain('Wait before you try again');
    // Also with the right address: the limit is no oracle.
    expect((await attempt(id, { address: 'limited-holder@example.com', code })).status).toBe(429);
    expect(await countsOfRows()).toEqual(before);
    const rows = JSON.stringify(await site.app.sql('SELECT * FROM rate_limits'));
    expect(rows).not.toMatch(new RegExp(`canary|limited-holder|${id}|${code}`));
  });

  /** Of every table except the counters. */
  async function countsOfRows(): Promise<unknown> {
    const tables = await site.app.sql(
      `SELECT table_name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'rate_limits' ORDER BY 1`,
    );
    return Promise.all(
      tables.map(async ({ table_name: name }) => [
        name,
        (await site.app.sql(`SELECT count(*) FROM "${String(name)}"`))[0]?.count,
      ]),
    );
  }

  it('is accessible on a phone and in the dark, also when it has expired', async () => {
    const page = await site.visit();
    await page.goto(`${site.app.origin}${linkAt(held, new Date(0))}`);
    for (const [width, theme] of [
      [320, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      const folder = process.env.SCREENSHOTS;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/ownership-ended-${width}-${theme}.png`, fullPage: true });
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});

const owner = 'owner@example.com';

describe('"this was not me"', () => {
  const site = given(sharedSite);
  let link: string;

  beforeAll(async () => {
    await site.app.sql('TRUNCATE blocked_addresses');
    const { mail } = await site.mailed('persona-mature', owner);
    [link = ''] = /\S+\/not-me\/\S+/.exec(mail.text) ?? [];
  });
  afterAll(() => site.leave());

  const blocked = (): Promise<unknown[]> => site.app.sql('SELECT * FROM blocked_addresses');

  async function stateOf(resultId: string): Promise<unknown> {
    const [row] = await site.app.sql('SELECT state FROM deliveries WHERE result_id = $1', [resultId]);
    return row?.state;
  }

  it('asks before it does anything: opening the link changes nothing § V3.5.3', async () => {
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
    expect(site.inbox.messages().filter(({ to }) => /^owner[@+]/i.test(to.join()))).toHaveLength(1);
    await page.browserContext().close();
  });
});
