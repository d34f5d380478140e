import { RuleViolation } from '@governance/kernel';
import { type AttachedResult } from './attached-result';
import { checkResultFilter, matchingResults, type ResultFilterRequest } from './result-filter';

const none: ResultFilterRequest = {
  client: undefined,
  mode: undefined,
  tier: undefined,
  launchAllowed: undefined,
  renewBefore: undefined,
  latest: undefined,
};

const anonymous: AttachedResult = {
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  attachedAt: new Date('2026-11-21T12:00:00.000Z'),
  clientId: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  mode: 'client-on-behalf',
  rubric: { id: 'ai-governance-msp', version: '1.1.0', sha256: 'ab'.repeat(32) },
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: false,
};
const result: AttachedResult = {
  ...anonymous,
  clientName: 'Łukasz & Söhne',
  domain: { name: 'lukasz.example', provenAt: new Date('2026-11-20T13:00:00.000Z') },
};

const matches = (request: Partial<ResultFilterRequest>, of = result): boolean =>
  matchingResults([of], checkResultFilter({ ...none, ...request })).length === 1;

describe('a filter of results', () => {
  it('without conditions matches each result', () => {
    expect(matches({})).toBe(true);
  });

  it.each<Partial<ResultFilterRequest>>([
    { client: 'łukasz' },
    { client: ' SÖHNE ' },
    { client: 'So\u0308hne' },
    { client: 'lukasz.ex' },
    { mode: 'client-on-behalf' },
    { tier: 'Progressing' },
    { launchAllowed: 'false' },
    { renewBefore: '2027-11-20T12:00:00.001Z' },
    { client: 'ł', mode: 'client-on-behalf', tier: 'Progressing', launchAllowed: 'false' },
  ])('matches %j', (request) => {
    expect(matches(request)).toBe(true);
  });

  it.each<Partial<ResultFilterRequest>>([
    { client: 'acme' },
    { mode: 'msp-self' },
    { tier: 'Ready' },
    { launchAllowed: 'true' },
    { renewBefore: '2027-11-20T12:00:00.000Z' },
    { client: 'ł', tier: 'Ready' },
  ])('does not match %j', (request) => {
    expect(matches(request)).toBe(false);
  });

  it('separates the latest result of a client from those before, also if the others do not match', () => {
    const earlier = {
      ...result,
      id: 'earlier',
      createdAt: new Date('2025-11-20T12:00:00.000Z'),
      tier: 'Ready' as const,
    };
    const idsOf = (request: Partial<ResultFilterRequest>): string[] =>
      matchingResults([result, earlier], checkResultFilter({ ...none, ...request })).map(({ id }) => id);
    expect(idsOf({ latest: 'true' })).toEqual([result.id]);
    expect(idsOf({ latest: 'false' })).toEqual(['earlier']);
    expect(idsOf({ latest: 'true', tier: 'Ready' })).toEqual([]);
  });

  it('matches no client in a result without name and domain', () => {
    expect(matches({ client: 'a' }, anonymous)).toBe(false);
    expect(matches({}, anonymous)).toBe(true);
  });

  it.each<[Partial<ResultFilterRequest>, string]>([
    [
      { client: 'a'.repeat(254) },
      'client must have at most 253 characters, none of them a control character',
    ],
    [{ client: 'a\0' }, 'client must have at most 253 characters, none of them a control character'],
    [{ client: '\ud800' }, 'client must have at most 253 characters, none of them a control character'],
    [{ mode: 'msp' }, 'mode must be msp-self or client-on-behalf'],
    [{ tier: 'ready' }, 'tier must be Critical, Developing, Progressing or Ready'],
    [{ launchAllowed: 'yes' }, 'launch_allowed must be true or false'],
    [{ renewBefore: 'tomorrow' }, 'renew_before must be an RFC 3339 timestamp'],
    [{ latest: '1' }, 'latest must be true or false'],
  ])('refuses %j', (request, text) => {
    expect(() => matches(request)).toThrow(new RuleViolation(text));
  });
});
