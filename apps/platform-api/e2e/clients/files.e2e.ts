import { given, type HttpAnswer } from '@governance/testing';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';

const header =
  'id,name,contact_name,contact_email,reference,domain,tags,owner_id,member_ids,archived,created_at,updated_at\r\n';

describe('GET /org/clients/export', () => {
  const app = given(newOrganization);
  afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
  const exported = (query = ''): Promise<HttpAnswer> => app.ask('GET', `${clientsPath}/export${query}`);

  it('answers 200 with a CSV file of every client of the list § 10.18aj', async () => {
    const members = { reference: 'CW-1', contact_email: 'eva@globex.example', tags: ['gold', 'eu'] };
    const id = await createClient(app, { name: 'Łukasz, "Söhne"', ...members });
    const { status, headers, text } = await exported();
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="clients.csv"',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.startsWith(header)).toBe(true);
    expect(text.slice(header.length)).toMatch(
      new RegExp(`^${id},"Łukasz, ""Söhne""",,eva@globex.example,CW-1,,eu; gold,,,false,[^,]+,[^,]+\r\n$`),
    );
  });

  it('marks what a spreadsheet would compute § 10.18aj', async () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM'])
      await createClient(app, { name: text, contact_name: text, reference: text, tags: [text] });
    const { text } = await exported();
    for (const cell of ["'=1+1", "'+1", "'-1"]) expect(text).toContain(`,${cell},${cell},,${cell},,${cell},`);
    expect(text).toContain(",'@SUM,'@SUM,,'@SUM,,'@sum,");
  });

  it('has the clients that match, without pages, and none of others § 10.18ae', async () => {
    for (const name of ['Acme Ltd', 'Globex', 'Acme Inc']) await createClient(app, { name });
    await createClient(app, { name: 'Acme of others' }, { token: app.personToken({ org_id: 'org_other' }) });
    const { text } = await exported('?search=acme&limit=1');
    expect(text.match(/\r\n/g)).toHaveLength(3);
    expect(text).not.toMatch(/Globex|others/);
    expect((await exported('?archived=true')).text).toBe(header);
  });

  it.each([
    ['search=-', 'search must have 1 to 8 words, in at most 200 characters'],
    ['archived=no', 'archived must be true or false'],
    ['tag=a&tag=a', 'tag must be given once'],
  ])('refuses %s with an error in JSON § 10.18ak', async (query, text) => {
    const { status, headers, body } = await exported(`?${query}`);
    expect([status, headers.get('content-disposition'), body]).toEqual([
      400,
      null,
      { error: 'invalid_request', error_description: text },
    ]);
  });
});

describe('POST /org/clients/import', () => {
  const app = given(newOrganization);
  afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
  const importing = (csv: unknown, token = app.personToken()): Promise<HttpAnswer> =>
    app.ask('POST', `${clientsPath}/import`, { body: { csv }, token });
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;

  it('answers 200 with a report of every line, of which each stands for itself § 10.18ao 10.18as', async () => {
    const id = await createClient(app, { name: 'Globex', reference: 'CW-1', tags: ['gold'] });
    const csv =
      'reference,name,contact_email\nCW-1,Globex Ltd,eva@globex.example\nCW-2,Hooli,\nCW-3,Initech,nonsense\n';
    const { status, headers, body } = await importing(csv);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      created: 1,
      updated: 1,
      unchanged: 0,
      refused: 1,
      lines: [
        { line: 2, outcome: 'updated', id, reason: null },
        { line: 3, outcome: 'created', id: uuid, reason: null },
        { line: 4, outcome: 'refused', id: null, reason: 'contact_email must be an email' },
      ],
    });
    const changed = { name: 'Globex Ltd', contact_email: 'eva@globex.example', tags: ['gold'] };
    expect((await app.ask('GET', `${clientsPath}/${id}`)).body).toMatchObject(changed);
    expect((await app.ask('GET', clientsPath)).body.clients).toHaveLength(2);
    expect((await importing(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 1 });
  });

  it('reads the export back, with every sign, and changes nothing § 10.18ao', async () => {
    await createClient(app, {
      name: '=1+1',
      contact_name: '"Eva"',
      reference: '-1',
      tags: ['+1', 'eu west'],
    });
    await createClient(app, { name: 'Zürich, Söhne', archived: true });
    const before = await app.sql('SELECT * FROM org_clients ORDER BY id');
    const { text } = await app.ask('GET', `${clientsPath}/export`);
    expect((await importing(text)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 0 });
    expect(await app.sql('SELECT * FROM org_clients ORDER BY id')).toEqual(before);
  });

  it('changes no client of another organization, by id or reference § 10.18ae', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const foreign = await createClient(app, { name: 'Theirs', reference: 'CW-1' }, { token });
    const csv = `id,name,reference\n${foreign},Ours,\n,Ours,CW-1\n`;
    expect((await importing(csv)).body.lines).toEqual([
      { line: 2, outcome: 'refused', id: null, reason: 'there is no client with this id' },
      { line: 3, outcome: 'created', id: uuid, reason: null },
    ]);
    const { body } = await app.ask('GET', `${clientsPath}/${foreign}`, { token });
    expect(body).toMatchObject({ name: 'Theirs' });
  });

  it('takes 500 lines at once, in one transaction, and writes an audit event for each client § 10.18ai', async () => {
    const lines = Array.from(
      { length: 500 },
      (_, n) => `Client ${n},contact ${n},c${n}@globex.example,CW-${n}`,
    );
    const { headers, body } = await importing(
      ['name,contact_name,contact_email,reference', ...lines].join('\n'),
    );
    expect(body).toMatchObject({ created: 500, refused: 0 });
    const events = await app.sql(
      `SELECT count(DISTINCT target) AS written FROM audit_trail WHERE request_id = $1 AND operation = 'org-clients:import'`,
      [headers.get('x-request-id')],
    );
    expect(events).toEqual([{ written: '500' }]);
  });

  const amount = 'csv must have 1 to 500 lines below the names of the columns';
  it.each([
    ['that is no text', 7, 'csv must be a string'],
    ['without lines', '', 'csv must have a first line that names its columns, name at least'],
    ['with another column', 'name,phone\na,b', /^csv must have no other columns than id, name, /],
    ['with a column twice', 'name,name\na,b', 'csv must name each column once'],
    ['with an open quotation mark', 'name\n"a', /^csv must have a quotation mark at both ends/],
    ['with its first line alone', 'name', amount],
    ['with 501 lines', `name${'\na'.repeat(501)}`, amount],
  ])('refuses a file %s as a whole § 10.18ap', async (_, csv, reason) => {
    const { status, body } = await importing(csv);
    const text: unknown = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(await app.sql('SELECT FROM org_clients')).toEqual([]);
  });

  describe('in an organization with little room', () => {
    const small = given(() => startCredentialsApp({ settings: { CLIENTS_PER_ORGANIZATION: 2 } }));

    it('refuses the lines over the limit', async () => {
      const body = { csv: 'name\nOne\nTwo\nThree\n' };
      const answer = await small.ask('POST', `${clientsPath}/import`, { body });
      expect(answer.body).toMatchObject({ created: 2, refused: 1 });
      const reason = 'the organization has 2 clients already: delete one first';
      expect((answer.body.lines as unknown[]).at(-1)).toMatchObject({ line: 4, reason });
    });
  });
});
