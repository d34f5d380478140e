import { ListPages, problemOf } from '@governance/http';
import { type ProblemKind } from '@governance/kernel';
import {
  auditContextOf,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  personOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { CredentialChanges } from './credential-changes';
import { type CreatedCredential, M2mCredentialsService } from './m2m-credentials.service';

const orgId = 'org_acme';
const caller = personOf(orgId);
const write = auditContextOf(caller, 'm2m-credentials:create');

describe('the description of a credential', () => {
  let service: M2mCredentialsService;
  beforeEach(() => {
    const clock = new FixedClock();
    const store = new InMemoryCredentialStore();
    const provider = new InMemoryIdentityProvider();
    const changes = new CredentialChanges(store, provider, clock, provider);
    const pages = new ListPages(newTestKeyring());
    service = new M2mCredentialsService(store, provider, clock, changes, pages);
  });

  function create(members: object = {}): Promise<CreatedCredential> {
    const request = { name: 'Nightly export', type: 'client_secret', ...members };
    return service.create(caller, request, { write, key: undefined });
  }

  async function expectProblem(work: Promise<unknown>, kind: ProblemKind, text: RegExp): Promise<void> {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({ kind, text: expect.stringMatching(text) as unknown });
  }

  it('changes or clears the description, trimmed, and keeps the name', async () => {
    const { credential } = await create({ description: ' Runs at night ' });
    expect(credential.description).toBe('Runs at night');
    for (const [given, description] of [
      [undefined, 'Runs at night'],
      [' Runs at noon ', 'Runs at noon'],
      [null, undefined],
      ['', undefined],
      [' ', undefined],
    ] as const) {
      const edit = { name: given === undefined ? 'Import' : undefined, description: given };
      const renamed = { ...credential, name: 'Import', description };
      expect(await service.rename(caller, credential.id, { edit, write })).toEqual(renamed);
    }
  });

  it('refuses a description that breaks a rule, and changes nothing', async () => {
    const { credential } = await create();
    const edit = { name: 'Import', description: 'a\tb' };
    const text = /^description must have no control, text-direction or other invisible characters$/;
    await expectProblem(service.rename(caller, credential.id, { edit, write }), 'invalid', text);
    await expectProblem(
      create({ description: 'a'.repeat(201) }),
      'invalid',
      /^description must have at most/,
    );
    expect((await service.list(caller)).entries).toEqual([credential]);
  });
});
