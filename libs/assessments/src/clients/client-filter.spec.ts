import { RuleViolation } from '@governance/kernel';
import { checkClientFilter, type ClientFilterRequest } from './client-filter';
import { clientWords, wordsOf } from './client-words';

const none: ClientFilterRequest = {
  search: undefined,
  tag: undefined,
  owner: undefined,
  archived: undefined,
};
const filterOf = (request: Partial<ClientFilterRequest>) => checkClientFilter({ ...none, ...request });

describe('a filter of clients', () => {
  it('has any value for an absent condition', () => {
    expect(new Set(Object.values(filterOf({})))).toEqual(new Set([undefined]));
  });

  it('has each condition in the form in which it is stored', () => {
    expect(filterOf({ search: ' Café  CAFE!', tag: ' Gold ', owner: 'user_ada', archived: 'false' })).toEqual(
      {
        words: new Set(['cafe']),
        tag: 'gold',
        ownerId: 'user_ada',
        isArchived: false,
      },
    );
  });

  it('has the conditions of the latest result', () => {
    const request = { tier: 'Ready', launchAllowed: 'true', renewBefore: '2027-01-01T00:00:00Z' };
    expect(filterOf({ ...request, assessed: 'false' })).toMatchObject({
      tier: 'Ready',
      launchAllowed: true,
      renewBefore: new Date('2027-01-01T00:00:00.000Z'),
      isAssessed: false,
    });
  });

  const searchRefused = 'search must have 1 to 8 words, in at most 200 characters';
  it.each<[Partial<ClientFilterRequest>, string]>([
    [{ search: '' }, searchRefused],
    [{ search: ' -\0\ud800 ' }, searchRefused],
    [{ search: 'a b c d e f g h i' }, searchRefused],
    [{ search: 'a'.repeat(201) }, searchRefused],
    [{ tag: 'a;b' }, 'tag must be a tag of a client'],
    [{ tag: 'a\0' }, 'tag must be a tag of a client'],
    [{ owner: 'ada lovelace' }, 'owner must be the id of a member of the organization'],
    [{ archived: 'yes' }, 'archived must be true or false'],
    [{ tier: 'ready' }, 'tier must be Critical, Developing, Progressing or Ready'],
    [{ launchAllowed: 'yes' }, 'launch_allowed must be true or false'],
    [{ renewBefore: 'soon' }, 'renew_before must be an RFC 3339 timestamp'],
    [{ assessed: '0' }, 'assessed must be true or false'],
  ])('refuses %j', (request, text) => {
    expect(() => filterOf(request)).toThrow(new RuleViolation(text));
  });
});

describe('the words of a text', () => {
  it.each([
    ['Müller & Söhne GmbH', ['muller', 'sohne', 'gmbh']],
    ['STRASSE Straße', ['strasse']],
    ['Łukasz', ['łukasz']],
    ['eva+x@globex.example', ['eva', 'x', 'globex', 'example']],
    ['CW-1042/b', ['cw', '1042', 'b']],
    ['ＡＣＭＥ', ['acme']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['山田 太郎', ['山田', '太郎']],
    ['O’Neill', ['o', 'neill']],
    [' - ', []],
  ])('of %j are without case, accents and signs', (text, words) => {
    expect([...wordsOf(text)]).toEqual(words.map((word) => word.normalize('NFKD')));
  });

  it('are the same for every way to write an accent', () => {
    expect(wordsOf('Zu\u0308rich')).toEqual(wordsOf('Zürich'));
  });
});

describe('the words of a client', () => {
  const client = {
    name: 'Muster AG',
    declaredName: undefined,
    contactName: 'Eva Muster',
    contactEmail: 'eva@muster.example',
    reference: 'A-1',
    domain: 'muster.example',
    tags: ['gold'],
    ownerId: 'user_ada',
    memberIds: ['user_ada'],
    isArchived: false,
  };

  it('are its own or those of its contact, never both', () => {
    const { own, ofResult, ofContact } = clientWords(client);
    expect([...own]).toEqual(['muster', 'ag', 'a', '1', 'example']);
    expect([...ofResult]).toEqual([]);
    expect([...ofContact]).toEqual(['eva']);
  });

  it('are those of the name that a result declares, until it has a name', () => {
    const declared = { ...client, declaredName: 'Muster Eva Holding', domain: undefined };
    const { own, ofResult, ofContact } = clientWords({ ...declared, name: undefined });
    expect([...own]).toEqual(['a', '1']);
    expect([...ofResult]).toEqual(['muster', 'eva', 'holding']);
    expect([...ofContact]).toEqual(['example']);
    expect([...clientWords(declared).ofResult]).toEqual([]);
  });
});
