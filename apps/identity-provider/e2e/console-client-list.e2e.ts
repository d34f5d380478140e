import { given } from '@governance/testing';
import { campaignForm, proveDomain } from './support/console-things';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';
import { type NewResult, storeResult } from './support/stored-results';

/** The shipped console and the embedded provider: what the list of clients and the page of one say of results and campaigns. */
describe('the clients of the console, by results and campaigns', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  const page = (path = ''): Promise<string> => admin.page(`clients${path}`);
  const globex = { name: 'Globex', contact_email: 'eva@globex.example', tags: 'gold' };

  async function added(fields: Record<string, string>): Promise<string> {
    const { location } = await admin.post('clients', fields);
    return /clients\/([\da-f-]{36})\?done=created$/.exec(location)?.[1] ?? '';
  }

  async function names(query: string): Promise<string[]> {
    const found = (await page(query)).matchAll(/clients\/[\da-f-]{36}"><bdi>([^<]+)</g);
    return Array.from(found, ([, name = '']) => name);
  }

  function submitted(daysAgo: number): Date {
    const day = new Date();
    day.setUTCDate(day.getUTCDate() - daysAgo);
    return day;
  }

  async function attach(id: string, result: NewResult): Promise<void> {
    const { capability } = await storeResult(app, result);
    expect((await admin.post(`clients/${id}/attach`, { address: capability })).status).toBe(303);
  }

  it('are listed with their latest result, and found by it', async () => {
    const [one, due] = [await added(globex), await added({ name: 'Hooli' })];
    await added({ name: 'Initech' });
    await attach(one, { submitted: submitted(500), score: 41 });
    await attach(one, { score: 58, mayLaunch: false });
    await attach(due, { submitted: submitted(350) });
    const html = await page();
    for (const text of [
      '<strong>58/100</strong> Progressing<span class="aside">Not ready to launch<',
      '<strong>71/100</strong> Progressing<span class="aside">Ready to launch<',
      'class="ended">Due soon<',
      'Latest result">Never assessed<',
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('41/100');
    const [first, second, third] = ['Globex', 'Hooli', 'Initech'];
    for (const [query, found] of [
      ['?assessed=false', [third]],
      ['?assessed=true', [second, first]],
      ['?assessed=due', [second]],
      ['?launch=false', [first]],
      ['?tier=Progressing&launch=true', [second]],
      ['?tier=Ready', []],
      ['?tier=Progressing&tag=gold', [first]],
    ] as const)
      expect([query, await names(query)]).toEqual([query, found]);
    const file = (await admin.get('clients/export?assessed=due')).html;
    expect([file.includes('Hooli'), file.includes('Globex')]).toEqual([true, false]);
  });

  it('are not found by what is no word or no tag: the form says so at the field, and keeps it', async () => {
    await added(globex);
    const words = 'Search for 1 to 8 words.';
    const tag = 'Enter one tag, without a comma or semicolon.';
    for (const [path, field, text] of [
      ['clients?search=%3F', 'search', words],
      ['clients?search=a+b+c+d+e+f+g+h+%3F+i', 'search', words],
      ['clients?tag=%3F%3B', 'tag', tag],
      ['results?client=%3F', 'client', words],
      ['portfolio?tag=%3F%3B', 'tag', tag],
    ] as const) {
      const { status, html } = await admin.get(path);
      expect([path, status, html.includes(`<a href="#${field}">${text}</a>`)]).toEqual([path, 400, true]);
      expect(html.replaceAll('&#x3D;', '=')).toMatch(
        new RegExp(`id="${field}-error">${text}</span>\\s*<input id="${field}"[^>]*value="[^"]*\\?`),
      );
      for (const absent of ['matches', '/export', 'Globex']) expect(html).not.toContain(absent);
    }
  });

  it('show the campaigns that ask them, and how far they have come', async () => {
    await proveDomain(admin);
    const id = await added(globex);
    expect(await page(`/${id}`)).toContain('No campaign has asked this client');
    const created = await admin.post('campaigns', { ...campaignForm(), name: 'Spring <i>' });
    const campaign = /campaigns\/([\da-f-]{36})"/.exec(created.html)?.[1] ?? '';
    const shown = await page(`/${id}`);
    for (const text of [`/campaigns/${campaign}"><bdi>Spring &lt;i&gt;`, 'Mail is queued', '>Open<'])
      expect(shown).toContain(text);
    await admin.post(`campaigns/${campaign}/close`);
    const closed = await page(`/${id}`);
    for (const text of ['Closed without an answer', 'Closed on ']) expect(closed).toContain(text);
    expect(await page(`/${await added({ name: 'Hooli' })}`)).toContain('No campaign has asked this client');
  });
});
