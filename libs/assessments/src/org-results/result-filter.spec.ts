import { RuleViolation } from '@governance/kernel';
import { checkResultFilter, type ResultFilterRequest } from './result-filter';

const none: ResultFilterRequest = {
  client: undefined,
  clientId: undefined,
  mode: undefined,
  tier: undefined,
  launchAllowed: undefined,
  renewBefore: undefined,
  latest: undefined,
};
const filterOf = (request: Partial<ResultFilterRequest>) => checkResultFilter({ ...none, ...request });

describe('a filter of results', () => {
  it('has any value for an absent condition', () => {
    expect(new Set(Object.values(filterOf({})))).toEqual(new Set([undefined]));
  });

  it('has each condition in the form in which it is stored', () => {
    const request = {
      client: ' Café  CAFE!',
      clientId: '3F2B8C1E-7A64-4D0B-9C55-0E1F2A3B4C5D',
      mode: 'msp-self',
      tier: 'Ready',
      launchAllowed: 'false',
      renewBefore: '2027-11-20T13:00:00+01:00',
      latest: 'true',
    };
    expect(filterOf(request)).toEqual({
      clientWords: new Set(['cafe']),
      clientId: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
      mode: 'msp-self',
      tier: 'Ready',
      launchAllowed: false,
      renewBefore: new Date('2027-11-20T12:00:00.000Z'),
      isLatest: true,
    });
  });

  const clientRefused = 'client must have 1 to 8 words, in at most 200 characters';
  it.each<[Partial<ResultFilterRequest>, string]>([
    [{ client: 'a'.repeat(201) }, clientRefused],
    [{ client: ' -\0\ud800 ' }, clientRefused],
    [{ client: 'a b c d e f g h i' }, clientRefused],
    [{ clientId: 'globex' }, 'client_id must be the id of a client'],
    [{ mode: 'msp' }, 'mode must be msp-self or client-on-behalf'],
    [{ tier: 'ready' }, 'tier must be Critical, Developing, Progressing or Ready'],
    [{ launchAllowed: 'yes' }, 'launch_allowed must be true or false'],
    [{ renewBefore: 'tomorrow' }, 'renew_before must be an RFC 3339 timestamp'],
    [{ latest: '1' }, 'latest must be true or false'],
  ])('refuses %j', (request, text) => {
    expect(() => filterOf(request)).toThrow(new RuleViolation(text));
  });
});
