import {
  type ClientLine,
  type ClientWrite,
  type ImportedLine,
  OrgClientStore,
} from '@governance/assessments';
import { type OrgViewer } from '@governance/iam';
import { auditContextOf, InMemoryMemberDirectory, machineOf } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../spec/expect-problem';
import { ClientImports } from './client-imports.service';
import { ClientOwners } from './client-owners';

const ours = machineOf('org_acme');
const clock = new FixedClock();
const importing = auditContextOf(ours, 'org-clients:import');

/** Gives the lines of one import these outcomes, in their order. */
class Clients extends OrgClientStore {
  readonly quota = 7;
  readonly imports: (readonly ClientLine[])[] = [];
  outcomes: readonly ImportedLine[] = [];

  forViewer(viewer: OrgViewer): ReturnType<OrgClientStore['forViewer']> {
    expect(viewer).toEqual({ orgId: 'org_acme', sees: 'unassigned' });
    const other = (): never => {
      throw new Error('an import imports');
    };
    return {
      list: other,
      find: other,
      among: other,
      create: other,
      change: other,
      delete: other,
      import: (lines, write: ClientWrite) => {
        expect(write).toEqual({ now: clock.now(), audit: importing });
        this.imports.push(lines);
        return Promise.resolve(this.outcomes);
      },
    };
  }
}

describe('ClientImports', () => {
  let store: Clients;
  let imports: ClientImports;
  beforeEach(() => {
    store = new Clients();
    const members = new InMemoryMemberDirectory();
    members.put('org_acme', { id: 'user_ada', role: 'viewer' });
    members.put('org_globex', { id: 'user_bob', role: 'viewer' });
    imports = new ClientImports(store, new ClientOwners(members), clock);
  });
  const refused = (line: number, reason: string) => ({ line, outcome: 'refused', reason });

  it('reports every line of the file, and carries out those that the rules accept', async () => {
    const id = randomUUID();
    store.outcomes = [
      { outcome: 'created', id },
      { outcome: 'taken' },
      { outcome: 'full' },
      { outcome: 'unknown' },
      { outcome: 'nameless' },
      { outcome: 'unchanged', id },
      { outcome: 'unassignable' },
    ];
    const csv = [
      'id,name,contact_email,owner_id,member_ids',
      `,Globex,eva@globex.example,user_ada`,
      ',Hooli,nonsense,',
      ',Taken,,',
      ',Full,,',
      `${randomUUID()},Unknown,,`,
      'not-an-id,Malformed,,',
      ',Initech,,user_bob',
      ',Nameless,,',
      `${id.toUpperCase()},Same,,,`,
      ',Assigned,,,user_ada',
      ',Foreign,,user_ada,user_ada; user_bob',
    ].join('\n');
    expect(await imports.import(ours, csv, importing)).toEqual([
      { line: 2, outcome: 'created', id },
      refused(3, 'contact_email must be an email'),
      refused(4, 'another client of the organization has this reference'),
      refused(5, 'the organization has 7 clients already: delete one first'),
      refused(6, 'there is no client with this id'),
      refused(7, 'there is no client with this id'),
      refused(8, 'owner_id must be the id of a member of the organization'),
      refused(9, 'name must have 1 to 100 characters'),
      { line: 10, outcome: 'unchanged', id },
      refused(11, 'only an account-admin decides which members a client is assigned to'),
      refused(12, 'member_ids must be ids of members of the organization'),
    ]);
    const [lines = []] = store.imports;
    expect(lines.map(({ change }) => change.name)).toEqual([
      'Globex',
      'Taken',
      'Full',
      'Unknown',
      'Nameless',
      'Same',
      'Assigned',
    ]);
    expect(lines.at(-2)?.id).toBe(id);
    expect(new Set(lines.map(({ newId }) => newId)).size).toBe(7);
  });

  it('refuses a file that is no table of clients, before it writes', async () => {
    const text = 'csv must name each column once';
    await expectProblem(imports.import(ours, 'name,name\na,b', importing), 'invalid', text);
    expect(store.imports).toEqual([]);
  });
});
