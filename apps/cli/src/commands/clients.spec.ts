import { readCsv } from '@governance/kernel';
import { writeFileSync } from 'node:fs';
import { type Call, FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

describe('commands of clients', () => {
  let program: TestProgram;
  let service: FakeService;
  beforeEach(() => {
    program = new TestProgram({ GOVERNANCE_TOKEN: 'token', GOVERNANCE_API_URL: 'https://api.example.org' });
    service = new FakeService();
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  const run = (line: string, ...more: string[]): Promise<ProgramRun> =>
    program.run([...line.split(' '), ...more]);
  const rowsSent = () =>
    service.calls.map(
      ({ body }) => readCsv((body as { readonly csv: string }).csv)?.map(({ cells }) => cells) ?? [],
    );

  it.each<[line: string, call: Call]>([
    [
      'clients create --name Globex --contact-email eva@globex.example --reference CW-1 --tag gold --tag eu --owner user_ada --member user_ada --member user_bob --archived false',
      {
        method: 'POST',
        path: '/org/clients',
        body: {
          name: 'Globex',
          contact_email: 'eva@globex.example',
          reference: 'CW-1',
          tags: ['gold', 'eu'],
          owner_id: 'user_ada',
          member_ids: ['user_ada', 'user_bob'],
          archived: false,
        },
      },
    ],
    [
      'clients update id --archived true',
      { method: 'PATCH', path: '/org/clients/id', body: { archived: true } },
    ],
    [
      'clients update id --contact-name= --contact-email= --tag= --member=',
      {
        method: 'PATCH',
        path: '/org/clients/id',
        body: { contact_name: null, contact_email: null, tags: [], member_ids: [] },
      },
    ],
  ])('%s', async (line, call) => {
    service.answers({ id: 'id', name: 'Globex' });
    expect(await run(line)).toMatchObject({ code: exitCode.done });
    expect(service.calls).toEqual([call]);
  });

  it.each([
    ['clients create', '--name'],
    ['clients update id', 'what to change'],
    ['clients delete id', '--yes'],
    ['clients import empty.csv', 'is not a CSV file'],
    ['clients import open.csv', 'is not a CSV file'],
  ])('%s: is refused before any call', async (line, said) => {
    writeFileSync(program.path('empty.csv'), 'name\n');
    writeFileSync(program.path('open.csv'), 'name\n"Globex\n');
    const { code, err } = await run(line.replace(/\w+\.csv/, (file) => program.path(file)));
    expect([code, err]).toEqual([exitCode.usage, expect.stringContaining(said)]);
    expect(service.calls).toEqual([]);
  });

  it('import: sends a long file in parts, each below the names of the columns', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => [`Client ${n}`, n === 7 ? '=1\n2' : 'é'.repeat(20)]);
    const text = rows.map(([name = '', more = '']) => `${name},"${more}"`).join('\n');
    writeFileSync(program.path('clients.csv'), `name,contact_name\n${text}\n`);
    service.answers({ lines: [] });
    expect(await run(`clients import ${program.path('clients.csv')}`)).toMatchObject({ code: exitCode.done });
    const sent = rowsSent();
    expect(sent.map(([head]) => head)).toEqual(sent.map(() => ['name', 'contact_name']));
    expect(sent.every(({ length }) => length <= 501)).toBe(true);
    expect(sent.flatMap((part) => part.slice(1))).toEqual(rows);
    for (const { body } of service.calls)
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(100 * 1_024);
  });

  it('import: says in which line of the file each refused one begins', async () => {
    writeFileSync(program.path('clients.csv'), 'name\n"Glo\nbex"\n\nHooli\n');
    service.answers({
      lines: [
        { line: 2, outcome: 'created', id: 'client-1', reason: null },
        { line: 4, outcome: 'refused', id: null, reason: 'name must have 1 to 100 characters' },
      ],
    });
    const { code, out, err } = await run(`clients import ${program.path('clients.csv')}`);
    expect([code, out]).toEqual([
      exitCode.negative,
      expect.stringMatching(/^5 +refused .*name must have 1 to 100 characters/m),
    ]);
    expect(out).not.toContain('client-1');
    expect(err).toContain('1 created, 0 updated, 0 unchanged');
    expect(err).toContain('1 lines were refused. The others were carried out');
    const json = await run(`clients import ${program.path('clients.csv')} --output json`);
    expect(JSON.parse(json.out)).toMatchObject([{ line: 2, id: 'client-1' }, { line: 5 }]);
  });

  it('list and export: send the conditions that are given', async () => {
    service.answers({ clients: [{ id: 'id', name: 'Globex', tags: ['gold'], archived: true }] });
    const listed = await run('clients list --tag gold --archived true --search', 'globex ltd');
    expect(listed.out).toMatch(/^id +Globex .*gold +yes$/m);
    expect(service.calls[0]?.path).toBe('/org/clients?search=globex+ltd&tag=gold&archived=true&limit=50');
  });
});
