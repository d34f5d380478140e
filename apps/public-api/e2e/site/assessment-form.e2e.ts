import { callHttp, given, type HttpAnswer } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { sharedSite } from '../support/site';

const formType = 'application/x-www-form-urlencoded';
const { answers } = goldenCase('persona-policy-on-paper');
const key = '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10';
const filled = Object.fromEntries(
  Object.entries(answers).map(([id, value]) => [`answers.${id}`, String(value)]),
);

describe('the form of the assessment, without scripts', () => {
  const site = given(sharedSite);

  afterAll(() => site.leave());

  function send(fields: Record<string, string>, type = formType): Promise<HttpAnswer> {
    const body = new URLSearchParams({ mode: 'msp-self', rubricVersion: '1.0.0', key, ...fields }).toString();
    const headers = { 'content-type': type };
    return callHttp(`${site.app.origin}/assessment`, { method: 'POST', headers, body });
  }

  const count = async (rows: string): Promise<number> => (await site.app.sql(`SELECT 1 FROM ${rows}`)).length;
  const results = (): Promise<number> => count('survey_results');
  const reminders = (): Promise<number> => count(`deliveries WHERE kind = 'renewal-reminder'`);

  it('answers 303 with the page of the result', async () => {
    const { status, headers } = await send(filled);
    expect(status).toBe(303);
    const location = headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${site.app.origin}/results/[A-Za-z0-9_-]{48}$`));
    expect((await callHttp(location)).text).toContain('Not ready to launch');
  });

  it('shows the answers once more before they are sent, when its button asks for that § 10.12r', async () => {
    const before = await results();
    const { status, text } = await send({ ...filled, check: 'true', notes: 'a note' });
    expect(status).toBe(200);
    expect(text).toContain('<title>Check your answers –');
    expect(text.match(/<b data-answer-to="[a-z-]+">(?:None|Partial|Mostly|Yes)<\/b>/g)).toHaveLength(40);
    expect(text).toContain('<a href="#q-gov-ai-policy">Change');
    expect(text).toContain('You cannot change or take back answers that you have sent,');
    expect(text).toContain('a note</textarea>');
    expect(await results()).toBe(before);
    const refused = await send({ ...filled, check: 'true', 'answers.gov-ai-policy': '' });
    expect([refused.status, refused.text.includes('id="check" hidden')]).toEqual([400, true]);
  });

  it('is one submission when it is sent twice, and another when something was changed', async () => {
    const before = await results();
    const first = await send({ ...filled, notes: 'first' });
    expect((await send({ ...filled, notes: 'first' })).headers.get('location')).toBe(
      first.headers.get('location'),
    );
    expect(await results()).toBe(before + 1);
    await send({ ...filled, notes: 'second' });
    expect(await results()).toBe(before + 2);
  });

  it('answers 400 with the form as it was filled in, and says what is missing and where', async () => {
    const { status, text } = await send({
      ...filled,
      'answers.gov-ai-policy': '',
      submitterEmail: 'a<b@',
      notes: '<i>',
    });
    expect(status).toBe(400);
    expect(text).toContain('<a href="#q-gov-ai-policy">');
    expect(text).toContain('id="q-gov-ai-policy-error"');
    expect(text).toContain('value="a&lt;b@"');
    expect(text).toContain('&lt;i&gt;</textarea>');
    expect(text.match(/ checked>/g)).toHaveLength(39);
    expect(text).not.toContain('<i>');
  });

  it('asks for a reminder when its box is checked, which needs an address § 10.12j', async () => {
    const before = await reminders();
    const asked = { ...filled, renewalReminder: 'true' };
    const { status, text } = await send(asked);
    expect(status).toBe(400);
    expect(text).toContain('<a href="#renewalReminder">');
    expect(text).toContain('id="renewalReminder-error"');
    expect(text).toMatch(/id="renewalReminder"[^>]* checked /);
    expect((await send({ ...asked, submitterEmail: 'unscripted@example.com' })).status).toBe(303);
    expect(await reminders()).toBe(before + 1);
  });

  it('takes evidence, and gives it back as it was typed when something else is wrong', async () => {
    const given = {
      ...filled,
      'owner.gov-ai-policy': 'Ada <b>',
      'note.gov-ai-policy': 'one\r\ntwo',
      'link.gov-ai-policy': 'https://EXAMPLE.com',
      'reviewOn.gov-ai-policy': '2027-03-31',
    };
    const refused = await send({ ...given, 'link.inv-register': 'example.com/<i>' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('<a href="#link.inv-register">Question 6: enter a web address');
    expect(refused.text).toContain('id="link.inv-register-error"');
    for (const typed of [
      'value="Ada &lt;b&gt;"',
      '>one\ntwo</textarea>',
      'value="https://EXAMPLE.com"',
      'value="2027-03-31"',
      'value="example.com/&lt;i&gt;"',
    ])
      expect(refused.text).toContain(typed);
    expect(refused.text.match(/<details class="own-evidence" open>/g)).toHaveLength(1);
    const { status, headers } = await send(given);
    expect(status).toBe(303);
    const { text } = await callHttp(headers.get('location') ?? '');
    expect(text).toContain('<a href="https://example.com/" rel="noopener noreferrer nofollow">');
  });

  it.each([
    ['what is no form', (): Promise<HttpAnswer> => send(filled, 'application/json'), 415],
    ['too much', (): Promise<HttpAnswer> => send({ notes: 'x'.repeat(102_400) }), 413],
  ])('answers %s with a page', async (_what, ask, status) => {
    const answered = await ask();
    expect(answered.status).toBe(status);
    expect(answered.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('accepts notes of 10,000 characters of any script', async () => {
    expect((await send({ ...filled, notes: '文'.repeat(10_000) })).status).toBe(303);
  });
});
