import { apiTextIn, given } from '@governance/testing';
import { type ConsoleAnswer } from './support/console';
import { sharedConsole } from './support/shared-console';
import { locationOf, SignedIn } from './support/signed-in';
import { type NewResult, storeResult, type StoredResult } from './support/stored-results';

/** The shipped console and the embedded provider: the clients of an organization. */
describe('the clients of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  const page = (path = ''): Promise<string> => admin.page(`clients${path}`);
  const add = (fields: Record<string, string>): Promise<ConsoleAnswer> => admin.post('clients', fields);
  const importText = (csv: string): Promise<ConsoleAnswer> => admin.post('clients/import', { csv });

  async function added(fields: Record<string, string>): Promise<string> {
    const { status, location } = await add(fields);
    expect(status).toBe(303);
    return /clients\/([\da-f-]{36})\?done=created$/.exec(location)?.[1] ?? '';
  }

  async function names(query: string): Promise<string[]> {
    const found = (await page(query)).matchAll(/clients\/[\da-f-]{36}"><bdi>([^<]+)</g);
    return Array.from(found, ([, name = '']) => name);
  }

  const globex = {
    name: 'Globex <b>Ltd</b>',
    contact_name: 'Eva "Muster"',
    contact_email: 'eva@globex.example',
    reference: 'CW-1042',
    domain: 'globex.example',
    tags: 'Gold, eu',
  };

  it('are added, shown and changed', async () => {
    expect(await page()).toContain('No current clients');
    const id = await added({ ...globex, owner_id: admin.person.userId });
    const details = await page(`/${id}?done=created`);
    for (const text of [
      'The client was added.',
      'Globex &lt;b&gt;Ltd&lt;/b&gt;',
      'Eva &quot;Muster&quot;',
      'CW-1042',
      '/console/clients?tag=gold"',
      'Looked after by</dt><dd><bdi>You',
    ])
      expect(details).toContain(text);
    expect(await page()).toContain('Eva &quot;Muster&quot;');

    const form = await page(`/${id}/change`);
    for (const text of ['value="eu, gold"', 'value="CW-1042"', `value="${admin.person.userId}" selected`])
      expect(form).toContain(text);
    const changes = { ...globex, tags: 'eu', contact_name: '', contact_email: '', owner_id: '' };
    const saved = await admin.post(`clients/${id}/change`, changes);
    expect(locationOf(saved)).toEqual([303, `/console/clients/${id}?done=saved`]);
    const after = await page(`/${id}?done=saved`);
    for (const text of ['The client was saved.', 'Contact</dt><dd>None', 'Looked after by</dt><dd>Not set'])
      expect(after).toContain(text);
    for (const text of ['Muster', 'eva@globex', 'gold']) expect(after).not.toContain(text);
  });

  it('are found by whole words, tag and owner', async () => {
    await added(globex);
    await added({ name: 'Hooli', tags: 'gold', owner_id: admin.person.userId });
    expect(await names('')).toEqual(['Hooli', 'Globex &lt;b&gt;Ltd&lt;/b&gt;']);
    expect(await names('?search=muster+GLOBEX')).toEqual(['Globex &lt;b&gt;Ltd&lt;/b&gt;']);
    expect(await names('?tag=gold')).toHaveLength(2);
    expect(await names('?owner=you')).toEqual(['Hooli']);
    expect(await names('?search=glob')).toEqual([]);
    expect(await page('?search=glob')).toContain('No client matches');
  });

  it('are in pages, which keep the filter', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Client ${index},paged`);
    await importText(['name,tags', ...lines].join('\n'));
    const first = await page('?tag=paged');
    expect(first.match(/<tr>/g)).toHaveLength(51);
    const next = /href="([^"]*cursor[^"]*)">Next page/.exec(first)?.[1] ?? '';
    const second = (await admin.visitor.get(next.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='))).html;
    expect(second.match(/<tr>/g)).toHaveLength(11);
    expect(second).toContain('value="paged"');
    expect(second).not.toContain('Next page');
  });

  it('see all problems of a form, at its fields', async () => {
    const { status, html } = await add({ name: ' ', contact_email: 'eva', tags: 'a'.repeat(41) });
    expect([status, html.includes('role="alert"')]).toEqual([400, true]);
    for (const [field, text] of [
      ['name', 'Name is required.'],
      ['contact_email', 'Email address of the contact must have the form name@example.org.'],
      ['tags', 'Each tag must have 1 to 40 characters.'],
    ])
      expect(html).toContain(`<a href="#${field}">${text}</a>`);
    await added(globex);
    const taken = await add({ name: 'Other', reference: globex.reference });
    expect([
      taken.status,
      taken.html.includes('Another client of the organization has this reference.'),
    ]).toEqual([409, true]);
    expect(taken.html).toContain('value="Other"');
  });

  it('are archived after a page that says what stays, and restored', async () => {
    const id = await added(globex);
    expect(await page(`/${id}/archive`)).toContain('Everything about it is kept');
    expect(locationOf(await admin.post(`clients/${id}/archive`))).toEqual([
      303,
      `/console/clients/${id}?done=archived`,
    ]);
    expect([await names(''), await names('?show=archived')]).toEqual([[], [globex.name].map(escaped)]);
    expect(await page(`/${id}?done=archived`)).toContain('Restore');
    expect(locationOf(await admin.post(`clients/${id}/restore`))).toEqual([
      303,
      `/console/clients/${id}?done=restored`,
    ]);
    expect(await names('')).toHaveLength(1);
  });

  it('are deleted after a page that says what is lost', async () => {
    const id = await added(globex);
    expect(await page(`/${id}/delete`)).toContain('This cannot be undone');
    expect(locationOf(await admin.post(`clients/${id}/delete`))).toEqual([
      303,
      '/console/clients?done=deleted',
    ]);
    expect(await page('?done=deleted')).toContain('The client was deleted');
    expect([
      (await admin.post(`clients/${id}/delete`)).status,
      (await admin.get(`clients/${id}`)).status,
    ]).toEqual([404, 404]);
    expect(await page('?show=all')).not.toContain('Globex');
  });

  it('are exported as the filter has them, and imported again without a change', async () => {
    await added(globex);
    await added({ name: 'Hooli' });
    const file = await admin.get('clients/export?tag=gold');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="clients.csv"');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(file.html.trim().split('\r\n')).toHaveLength(2);
    const { html } = await importText((await admin.get('clients/export')).html);
    expect([countIn(html, 'unchanged'), countIn(html, 'created'), countIn(html, 'refused')]).toEqual([
      2, 0, 0,
    ]);
  });

  it('are imported from a text, with a report by line in words', async () => {
    const { status, html, headers } = await importText(
      'name,contact_email,tags\nGlobex,eva@globex.example,gold\nHooli,nobody,\n,,gold\n',
    );
    expect(status).toBe(200);
    expect(['created', 'updated', 'unchanged', 'refused'].map((name) => countIn(html, name))).toEqual([
      1, 0, 0, 2,
    ]);
    for (const text of [
      'Line 3</th><td class="wraps">Email address of the contact must have the form',
      'Line 4</th><td class="wraps">Name must have 1 to 100 characters.',
    ])
      expect(html).toContain(text);
    expect(apiTextIn(html.replaceAll(/<code>[^<]*<\/code>|<[^>]*>/g, ' '))).toEqual([]);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(await names('')).toEqual(['Globex']);
    const part = await admin.post('clients/import', { csv: 'name\n \n,x', skipped: '500' });
    expect(part.html).toContain('Line 503<');
  });

  it('are not imported from what is no table, and the form keeps the text', async () => {
    for (const [csv, text] of [
      ['', 'Text of the file is required'],
      ['tags\n<i>gold', 'must name the columns'],
      ['name,phone\nGlobex,<i>7', 'names a column that clients do not have'],
      ['name\n<i>"Globex', 'quotation mark at one end only'],
    ] as const) {
      const { status, html } = await importText(csv);
      expect([csv, status, html.includes(text)]).toEqual([csv, 400, true]);
      if (csv !== '') expect(html).toContain('&lt;i&gt;');
    }
    const long = await importText(`name\n${'Globex\n'.repeat(20_000)}`);
    expect([long.status, long.html.includes('too much for one form')]).toEqual([413, true]);
    expect(await page('?show=all')).not.toContain('Globex');
  });

  it('are seen by the members who are assigned, and by administrators', async () => {
    const [one, other] = [await admin.colleague('client-manager'), await admin.colleague('client-manager')];
    const form = await page('/new');
    for (const { person } of [one, other]) expect(form).toContain(`value="${person.userId}"`);
    const id = await added({ ...globex, assigns: 'yes', member_ids: one.person.userId });
    const details = await page(`/${id}`);
    expect(details).toContain('Who sees it</dt><dd><bdi class="line">Assessor</bdi>');
    expect(await page(`/${id}/change`)).toContain(`value="${one.person.userId}" checked`);
    const seenBy = async (colleague: SignedIn): Promise<unknown[]> => [
      (await colleague.get(`clients/${id}`)).status,
      (await colleague.page('clients')).includes('Globex'),
      (await colleague.get('clients/export')).html.includes('Globex'),
    ];
    expect([await seenBy(one), await seenBy(other)]).toEqual([
      [200, true, true],
      [404, false, false],
    ]);
    // Without the list of members, the form leaves owner and assignment as they are.
    const theirs = await one.page(`clients/${id}/change`);
    for (const field of ['owner_id', 'member_ids', 'assigns'])
      expect(theirs).not.toContain(`name="${field}"`);
    expect((await one.post(`clients/${id}/change`, { ...globex, name: 'Globex AG' })).status).toBe(303);
    expect(await page(`/${id}`)).toContain('Who sees it</dt><dd><bdi class="line">Assessor</bdi>');
    expect((await admin.post(`clients/${id}/change`, { ...globex, assigns: 'yes' })).status).toBe(303);
    expect((await seenBy(other))[0]).toBe(200);
  });

  describe('with results', () => {
    function submitted(daysAgo: number): Date {
      const day = new Date();
      day.setUTCDate(day.getUTCDate() - daysAgo);
      return day;
    }

    async function attach(id: string, result: NewResult = {}): Promise<StoredResult> {
      const stored = await storeResult(app, result);
      const answer = await admin.post(`clients/${id}/attach`, { address: stored.capability });
      expect(locationOf(answer)).toEqual([303, `/console/clients/${id}?done=attached`]);
      return stored;
    }

    it('show them with trend and renewal, the newest in full', async () => {
      const id = await added(globex);
      const before = await page(`/${id}`);
      expect(before).toContain('This client was not assessed yet');
      expect(before).not.toContain('review-pack');
      const earlier = await attach(id, { submitted: submitted(400), score: 58 });
      const latest = await attach(id, { mayLaunch: false });
      const html = await page(`/${id}?done=attached`);
      for (const text of [
        'The result belongs to this client.',
        '<strong>71/100</strong>, Progressing',
        'Not ready to launch: 1 required control missing',
        '↑</span> 13 points higher than on',
        'Assessed again',
        'ISO/IEC 42001',
        `/verify/${latest.id}"`,
        `/console/portfolio/${id}/review-pack"`,
      ])
        expect(html).toContain(text);
      expect(html.indexOf(`results/${latest.id}"`)).toBeLessThan(html.indexOf(`results/${earlier.id}"`));
      expect(await admin.page(`results/${latest.id}`)).toContain(`/console/clients/${id}"`);
      const shown = admin.visitor.seen.map((answer) => answer.html + answer.location);
      for (const text of [...shown, app.platform.output()]) expect(text).not.toContain(latest.capability);
    });

    it('show them in pages', async () => {
      const id = await added(globex);
      for (let index = 0; index < 21; index += 1)
        await attach(id, { submitted: submitted(index), score: index });
      const first = await page(`/${id}`);
      expect(first.match(/\/100<\/strong> /g)).toHaveLength(20);
      const next = /cursor=([^"]+)">Earlier results/.exec(first)?.[1] ?? '';
      const second = await page(`/${id}?cursor=${next}`);
      expect(second.match(/\/100<\/strong> /g)).toHaveLength(1);
      expect(second).not.toContain('Latest result');
    });

    it('take a result from another client', async () => {
      const [one, other] = [await added(globex), await added({ name: 'Hooli' })];
      const { id, capability } = await attach(one);
      await admin.post(`clients/${other}/attach`, {
        address: `https://assess.example.org/results/${capability}`,
      });
      expect([(await page(`/${one}`)).includes(id), (await page(`/${other}`)).includes(id)]).toEqual([
        false,
        true,
      ]);
    });

    it('say what is wrong with an address', async () => {
      const id = await added(globex);
      for (const [address, status, text] of [
        ['', 400, 'Enter the address'],
        ['a'.repeat(48), 404, 'There is no result with this address'],
      ] as const) {
        const answer = await admin.post(`clients/${id}/attach`, { address });
        expect([answer.status, answer.html.includes(text)]).toEqual([status, true]);
      }
    });
  });

  it('name an owner who has left, and keep them', async () => {
    const ada = await admin.join('viewer');
    const id = await added({ name: 'Globex', owner_id: ada.userId });
    expect(await page(`/${id}`)).toContain('<bdi>Assessor</bdi>');
    expect((await admin.post(`members/${ada.userId}/remove`)).status).toBe(303);
    expect(await page(`/${id}`)).toContain('A former member');
    expect(await page(`/${id}/change`)).toMatch(/value="[^"]*" selected>As before</);
    const same = { name: 'Globex AG', owner_id: ada.userId };
    expect((await admin.post(`clients/${id}/change`, same)).status).toBe(303);
    expect(await page(`/${id}`)).toContain('A former member');
  });
});

function countIn(html: string, outcome: string): number {
  return Number(new RegExp(`data-count="${outcome}">(\\d+)<`).exec(html)?.[1]);
}

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
