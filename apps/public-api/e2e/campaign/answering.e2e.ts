import { callHttp, given } from '@governance/testing';
import { ask, type AskedDraft, client, codeMailed, FormBrowser, message, sender } from '../support/campaigns';
import { goldenCase } from '../support/golden';
import { sharedSite } from '../support/site';

const { answers } = goldenCase('persona-policy-on-paper');
const filled = Object.fromEntries(
  Object.entries(answers).map(([id, value]) => [`answers.${id}`, String(value)]),
);
const some = { 'answers.gov-ai-policy': '2', notes: 'a note', 'owner.gov-ai-policy': 'Ada' };
const checked = (id: string, value: number): string => `name="answers.${id}" value="${value}" checked`;

describe('the link of a campaign', () => {
  const site = given(sharedSite);
  let asked: AskedDraft;
  let browser: FormBrowser;

  beforeEach(async () => {
    await site.app.sql('TRUNCATE rate_limits');
    asked = await ask(site.app);
    browser = new FormBrowser(site.app.origin);
  });
  afterAll(() => site.leave());

  const another = (): FormBrowser => new FormBrowser(site.app.origin);
  const sheet = (): string => `${asked.path}/assessment`;
  const row = async (): Promise<Record<string, unknown>> =>
    (await site.app.sql('SELECT * FROM campaign_drafts WHERE id = $1', [asked.draftId]))[0] ?? {};
  const save = (by: FormBrowser, fields: Record<string, string>, version = 0) =>
    by.post(sheet(), { ...fields, version: String(version), save: 'later' });

  /** Types the code of a mail. */
  async function prove(by: FormBrowser, carried: Record<string, string> = {}) {
    const code = await codeMailed(site.inbox, asked, async () => {
      expect((await by.post(`${asked.path}/code`, { ...carried, send: 'true' })).status).toBe(200);
    });
    return by.post(`${asked.path}/code`, { ...carried, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  }

  it('answers 200 with who asks, why and until when, for no one else to find § 10.12x', async () => {
    const { status, text, headers } = await browser.get(asked.path);
    expect(status).toBe(200);
    for (const part of [sender, client, message, 'acme.example', 'Begin', `${asked.path}/opt-out`])
      expect(text).toContain(part);
    expect(text).toContain('One cookie, for 12 hours');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain(asked.email);
  });

  it('is changed by no GET and no HEAD § 10.12x V3.5.3', async () => {
    await save(browser, some);
    const before = await row();
    for (const path of ['', '/assessment', '/opt-out', '?saved=1'])
      for (const method of ['GET', 'HEAD'])
        for (const cookie of ['', browser.cookie])
          expect(
            (await callHttp(site.app.origin + asked.path + path, { method, headers: { cookie } })).status,
          ).toBeLessThan(400);
    expect(await row()).toEqual(before);
    expect(await site.app.sql('SELECT 1 FROM campaign_outbox WHERE draft_id = $1', [asked.draftId])).toEqual(
      [],
    );
  });

  it.each([
    ['msp-self', 40, 'the services that it gives to its clients'],
    ['client-on-behalf', 40, 'the AI that it uses'],
  ] as const)('answers 303 with the form when a person begins: %s', async (mode, questions, about) => {
    asked = await ask(site.app, { mode });
    const { status, headers } = await browser.post(asked.path);
    expect([status, headers.get('location')]).toEqual([303, site.app.origin + sheet()]);
    expect((await row()).opened_at).not.toBeNull();
    const { text } = await browser.get(sheet());
    expect(text).toContain(`<bdi>${client}</bdi>`);
    expect(text.match(/class="question"/g)).toHaveLength(questions);
    expect(text).toContain(about);
    expect(text).not.toContain('id="client"');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('saves what is filled in, and shows it in the same browser', async () => {
    const saved = await save(browser, { ...some, 'link.gov-ai-policy': 'half-writ' });
    expect([saved.status, saved.headers.get('location')]).toEqual([
      303,
      `${site.app.origin}${asked.path}?saved=1`,
    ]);
    const [cookie = ''] = saved.headers.getSetCookie();
    expect(cookie).toMatch(
      /^campaign=[\w-]+; Max-Age=43200; Path=\/campaign\/[\w-]{48}; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get(`${asked.path}?saved=1`)).text).toContain('Your answers are saved.');
    const { text } = await browser.get(sheet());
    expect(text).toContain(checked('gov-ai-policy', 2));
    for (const typed of ['a note</textarea>', 'value="Ada"', 'value="half-writ"', 'name="version" value="1"'])
      expect(text).toContain(typed);
    expect((await save(browser, { ...some, notes: 'more' }, 1)).headers.get('location')).toMatch(
      /\?saved=2$/,
    );
    expect((await browser.get(sheet())).text).toContain('more</textarea>');
  });

  it('shows saved answers in no other browser, until the code of a mail is typed there § 10.12y', async () => {
    await save(browser, some);
    const other = another();
    expect((await other.get(sheet())).headers.get('location')).toBe(site.app.origin + asked.path);
    const landing = await other.get(asked.path);
    expect(landing.text).toContain('Send the code');
    expect(landing.text).not.toContain('Continue</a>');
    const proven = await prove(other);
    expect([proven.status, proven.headers.get('location')]).toEqual([303, site.app.origin + sheet()]);
    expect((await other.get(sheet())).text).toContain(checked('gov-ai-policy', 2));
    expect((await other.get(asked.path)).text).toContain('Continue</a>');
  });

  it('answers 403 for a wrong code, and takes none after five', async () => {
    await save(browser, some);
    const other = another();
    const code = await codeMailed(site.inbox, asked, () =>
      other.post(`${asked.path}/code`, { send: 'true' }),
    );
    const wrong = code === '000000' ? '000001' : '000000';
    for (const typed of [wrong, '', 'letters', wrong, wrong, wrong, wrong, code]) {
      const { status, text } = await other.post(`${asked.path}/code`, { code: typed });
      expect([status, text.includes('This code is not right')]).toEqual([403, true]);
    }
    expect(other.cookie).toBe('');
  });

  it('answers 409 to a later writer with what differs, and keeps what a person chooses § 10.12z', async () => {
    await save(browser, some);
    const other = another();
    await prove(other);
    await save(other, { ...some, 'answers.gov-ai-policy': '3', 'answers.inv-register': '1' }, 1);
    // The first browser wrote version 1, which is no longer the newest: it proves itself as every other one.
    await prove(browser);
    const conflict = await save(browser, { ...some, notes: 'first <b>\nsecond' }, 1);
    expect(conflict.status).toBe(409);
    for (const part of [
      'name="answers.gov-ai-policy" value="2" required>',
      'name="answers.gov-ai-policy" value="3" required>',
      'name="answers.inv-register" value="1" required checked>',
      'name="notes" value="first &lt;b&gt;\nsecond" required>',
      'name="notes" value="a note" required>',
      '<input type="hidden" name="owner.gov-ai-policy" value="Ada">',
      '<input type="hidden" name="version" value="2">',
    ])
      expect(conflict.text).toContain(part);
    expect(conflict.text.match(/<fieldset class="versions">/g)).toHaveLength(3);
    expect(await row()).toMatchObject({ version: 2 });
    const chosen = { ...some, 'answers.gov-ai-policy': '2', 'answers.inv-register': '1', notes: 'a note' };
    const kept = await browser.post(sheet(), { ...chosen, version: '2', save: 'on' });
    expect([kept.status, kept.headers.get('location')]).toEqual([303, site.app.origin + sheet()]);
    const { text } = await browser.get(sheet());
    expect(text).toContain(checked('gov-ai-policy', 2));
    expect(text).toContain(checked('inv-register', 1));
  });

  it('takes the same answers again without a question', async () => {
    await save(browser, some);
    expect((await save(browser, some, 0)).status).toBe(303);
    expect((await save(browser, some, 99)).status).toBe(303);
  });

  it('keeps the form of a browser that has to type the code first', async () => {
    const other = another();
    await other.post(asked.path);
    await save(browser, some);
    const mine = { ...filled, notes: 'mine', version: '0', save: 'later' };
    const refused = await other.post(sheet(), mine);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('<input type="hidden" name="notes" value="mine">');
    expect(refused.text).not.toContain('a note');
    expect((await row()).version).toBe(1);
    const proven = await prove(other, mine);
    expect(proven.status).toBe(409);
    expect(proven.text).toContain('a note');
    expect(proven.text).toContain('mine');
  });

  it('sends complete answers after they are shown once more: 303 with the page of the result § 10.12aa', async () => {
    await save(browser, some);
    const check = await browser.post(sheet(), { ...filled, version: '1', check: 'true' });
    expect(check.status).toBe(200);
    expect(check.text).toContain('<title>Check your answers –');
    expect(check.text).toContain('name="version" value="1"');
    const sent = await browser.post(sheet(), { ...filled, version: '1', mode: 'client-on-behalf' });
    expect(sent.status).toBe(303);
    const location = sent.headers.get('location') ?? '';
    expect((await callHttp(location)).text).toContain('Not ready to launch');
    expect(await row()).toMatchObject({ answers: null, mode: 'msp-self' });
    expect(
      await site.app.sql('SELECT kind FROM campaign_outbox WHERE draft_id = $1', [asked.draftId]),
    ).toEqual([{ kind: 'submitted' }]);
    expect((await browser.get(asked.path)).text).toContain(`href="${location}"`);
    const stranger = await another().get(asked.path);
    expect(stranger.text).toContain('Your answers were sent');
    expect(stranger.text).not.toContain('/results/');
    const again = await browser.post(sheet(), { ...filled, version: '2' });
    expect(again.headers.get('location')).toBe(site.app.origin + asked.path);
    const other = another();
    await prove(other);
    expect((await other.get(asked.path)).text).toContain(`href="${location}"`);
  });

  it('sends a result once, also from two browsers at a time', async () => {
    const send = (by: FormBrowser) => by.post(sheet(), { ...filled, version: '0' });
    const locations = (await Promise.all([send(browser), send(another())])).map(({ headers }) =>
      headers.get('location'),
    );
    expect(locations.filter((location) => location?.includes('/results/'))).toHaveLength(1);
    expect(locations.filter((location) => location?.endsWith(asked.path))).toHaveLength(1);
  });

  it('answers 400 with the form when answers are missing', async () => {
    const { status, text } = await browser.post(sheet(), {
      ...filled,
      'answers.gov-ai-policy': '',
      version: '0',
    });
    expect(status).toBe(400);
    expect(text).toContain('<a href="#q-gov-ai-policy">');
    expect((await row()).version).toBe(0);
  });

  it.each([
    ['closed by its sender', 20, 'This assessment was closed'],
    ['overdue', 0, 'The due day has passed'],
  ])('takes no answers when it is %s § 10.12ab', async (_state, days, title) => {
    const now = Date.now();
    asked = await ask(site.app, {
      dueAt: new Date(now + days * 86_400_000 - 1_000),
      closesAt: new Date(now - 1_000),
    });
    expect((await browser.get(asked.path)).text).toContain(`<h1>${title}</h1>`);
    for (const answer of [
      await save(browser, some),
      await browser.get(sheet()),
      await browser.post(sheet(), { ...filled, version: '0' }),
    ])
      expect([answer.status, answer.headers.get('location')]).toEqual([303, site.app.origin + asked.path]);
    expect((await row()).version).toBe(0);
  });

  it('stops the mails of its sender, when a person asks for it or a mail program does § 10.12ac', async () => {
    expect((await browser.get(`${asked.path}/opt-out`)).text).toContain('Stop the mails</button>');
    expect((await row()).opted_out_at).toBeNull();
    const { status, text } = await browser.post(`${asked.path}/opt-out`, { 'List-Unsubscribe': 'One-Click' });
    expect([status, text.includes('You get no more mails')]).toEqual([200, true]);
    expect((await row()).opted_out_at).not.toBeNull();
    expect((await browser.get(asked.path)).text).toContain('You have stopped the mails');
  });

  it.each(['x'.repeat(48), '%00', 'x%0d%0ax:%20y', '%2e%2e%2f'])('answers 404 for %s', async (capability) => {
    for (const path of ['', '/assessment', '/opt-out']) {
      const { status, text } = await browser.get(`/campaign/${capability}${path}`);
      expect([status, text.includes('No such assessment')]).toEqual([404, true]);
    }
    for (const path of ['', '/assessment', '/code', '/opt-out']) {
      const { status, headers } = await browser.post(`/campaign/${capability}${path}`, {
        ...some,
        save: 'later',
      });
      expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([404, null, []]);
    }
  });

  it('answers 404 after erasure', async () => {
    await site.app.sql('UPDATE campaign_drafts SET shown = NULL WHERE id = $1', [asked.draftId]);
    expect((await browser.get(asked.path)).status).toBe(404);
  });

  it('answers 413 and 415 with a page', async () => {
    const large = await save(browser, { notes: 'x'.repeat(102_400) });
    expect([large.status, large.text.includes('The texts are too long')]).toEqual([413, true]);
    const headers = { 'content-type': 'application/json' };
    expect((await callHttp(site.app.origin + sheet(), { method: 'POST', headers, body: '{}' })).status).toBe(
      415,
    );
  });

  it('answers 429 to a client that tries links, and to too many codes', async () => {
    for (let count = 0; count < 60; count += 1) await browser.get(`/campaign/${'x'.repeat(48)}`);
    expect((await browser.get(`/campaign/${'y'.repeat(48)}`)).status).toBe(429);
    expect((await browser.get(asked.path)).status).toBe(200);
    await save(browser, some);
    const other = another();
    for (let count = 0; count < 5; count += 1)
      expect((await other.post(`${asked.path}/code`, { send: 'true' })).status).toBe(200);
    const sixth = await other.post(`${asked.path}/code`, { ...some, version: '0', send: 'true' });
    expect([
      sixth.status,
      sixth.text.includes('five codes within a day'),
      sixth.text.includes('a note'),
    ]).toEqual([429, true, true]);
  });
});
