import { ClientResponse } from '../../clients/client.dto';
import { exampleClient } from '../../clients/client.openapi';
import { clientName } from './client-name';
import { type Client, clientView } from './client-view';

const client = new ClientResponse({
  ...exampleClient,
  tags: ['eu & us', 'gold'],
  ownerId: 'user_ada',
  memberIds: ['user_ada', 'user_1'],
}) as Client;

const now = new Date('2026-11-24T12:00:00Z');
const seen = { names: new Map(), subject: 'user_1', now };

describe('the view of a client', () => {
  it('has its details in words', () => {
    expect(clientView(client, seen)).toEqual({
      id: exampleClient.id,
      name: 'Globex Ltd',
      contactName: 'Eva Muster',
      contactEmail: 'eva@globex.example',
      reference: 'CW-1042',
      domain: 'globex.example',
      tags: [
        { tag: 'eu & us', found: 'tag=eu+%26+us' },
        { tag: 'gold', found: 'tag=gold' },
      ],
      owner: 'A member',
      members: ['A member', 'You'],
      isArchived: false,
      latest: {
        id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
        submitted: '19 November 2026',
        score: 74,
        tier: 'Progressing',
        launch: 'Not ready to launch',
        renewal: expect.objectContaining({ isDue: false }) as unknown,
      },
      created: '20 November 2026',
      changed: '27 November 2026',
    });
  });

  it('has nothing for what a client does not have', () => {
    const contact = { contact_name: null, contact_email: null };
    const none = { ...contact, reference: null, domain: null, owner_id: null, latest_result: null };
    expect(clientView({ ...client, ...none, tags: [] }, seen)).toMatchObject({
      contactName: undefined,
      contactEmail: undefined,
      reference: undefined,
      domain: undefined,
      owner: undefined,
      latest: undefined,
      tags: [],
    });
  });

  it('is called by its domain or reference without a name', () => {
    const unnamed = { name: null, domain: 'globex.example', reference: 'CW-1042' };
    expect(clientName(unnamed)).toBe('globex.example');
    expect(clientName({ ...unnamed, domain: null })).toBe('CW-1042');
    expect(clientName({ ...unnamed, domain: null, reference: null })).toBe('Client without a name');
  });

  it('names the owner, as far as this person may know', () => {
    const ada = { kind: 'member', ids: ['user_ada'], name: 'Ada', detail: 'ada@example.org' } as const;
    const ownerIn = (names: Map<string, typeof ada | undefined>, subject = 'user_1'): string | undefined =>
      clientView(client, { names, subject, now }).owner;
    expect(ownerIn(new Map([['user_ada', ada]]))).toBe('Ada');
    expect(ownerIn(new Map([['user_ada', undefined]]))).toBe('A former member');
    expect(ownerIn(new Map(), 'user_ada')).toBe('You');
  });
});
