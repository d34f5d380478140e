import { writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const progress = { clients: 3, sent: 2, started: 1, submitted: 1, overdue: 0 };
const campaign = { id: 'id', name: 'Spring', due_at: '2027-01-31T12:00:00.000Z', closed_at: null, progress };

describe('commands of campaigns', () => {
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
  const create = 'campaigns create --name Spring --due 2027-01-31 --yes';
  const sent = (): unknown => service.calls.at(-1)?.body;

  it.each([
    ['--client one --client two', { ids: ['one', 'two'] }],
    ['--tag gold --owner user_ada', { filter: { tag: 'gold', owner: 'user_ada' } }],
    ['--all', { filter: {} }],
  ])('create %s: names the clients in one way', async (options, clients) => {
    service.answers({ ...campaign, left_out: [] });
    expect(await run(`${create} ${options}`)).toMatchObject({ code: exitCode.done });
    expect(service.calls).toEqual([
      {
        method: 'POST',
        path: '/org/campaigns',
        body: { name: 'Spring', mode: 'msp-self', due_at: '2027-01-31T12:00:00Z', clients },
      },
    ]);
  });

  it('create: takes ids or references from a file, and says who gets no mail', async () => {
    service.answers({
      ...campaign,
      clients: [
        { id: 'one', reference: 'CW-1' },
        { id: 'two', reference: null },
        { id: 'three', reference: 'CW-3' },
      ],
      left_out: [{ client_id: 'one', reason: 'no_contact' }],
    });
    writeFileSync(program.path('ids.csv'), 'name,id\nGlobex,one\nHooli,two\n');
    const { err } = await run(`${create} --file ${program.path('ids.csv')} --message`, 'Before the audit');
    expect(sent()).toMatchObject({ clients: { ids: ['one', 'two'] }, message: 'Before the audit' });
    expect(err).toContain('1 clients get no mail');
    writeFileSync(program.path('references.csv'), 'Reference\nCW-3\nCW-1\n');
    await run(`${create} --file ${program.path('references.csv')}`);
    expect(sent()).toMatchObject({ clients: { ids: ['one', 'three'] } });
    writeFileSync(program.path('unknown.csv'), 'reference\nCW-9\n');
    const unknown = await run(`${create} --file ${program.path('unknown.csv')}`);
    expect([unknown.code, unknown.err]).toEqual([exitCode.usage, expect.stringContaining('CW-9')]);
  });

  it.each([
    [create, '--client'],
    [`${create} --all --client one`, '--client'],
    ['campaigns create --name Spring --all', '--due'],
    ['campaigns create --name Spring --due 2027-01-31 --all', '--yes'],
    ['campaigns close id', '--yes'],
    ['campaigns delete id', '--yes'],
    [`${create} --file names.csv`, 'with a column id or reference'],
  ])('%s: is refused before any call', async (line, said) => {
    writeFileSync(program.path('names.csv'), 'name\nGlobex\n');
    const { code, err } = await run(line.replace(/\w+\.csv/, (file) => program.path(file)));
    expect([code, err]).toEqual([exitCode.usage, expect.stringContaining(said)]);
    expect(service.calls).toEqual([]);
  });

  it('list and clients: show how far they have come', async () => {
    service.answers({
      campaigns: [campaign],
      clients: [{ client_id: 'one', name: 'Globex', reference: null, step: 'started', submitted_at: null }],
    });
    expect((await run('campaigns list')).out).toMatch(/^id +Spring +2027-01-31 +3 +2 +1 +1 +0 +no$/m);
    expect((await run('campaigns clients id')).out).toMatch(/^one +Globex .*started/m);
    service.answers({ campaigns: [{ ...campaign, client_step: 'started' }] });
    expect((await run('campaigns list --client one')).out).toMatch(/no +started$/m);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/org/campaigns?limit=50',
      '/org/campaigns/id/clients?limit=200',
      '/org/campaigns?limit=50&client_id=one',
    ]);
  });
});
