import { contract } from '@governance/identity-provider-client';
import { checked } from './checked';

const connection = { name: 'Corporate', type: 'enterprise' };
const upstream = { issuer: 'https://login.acme.example', clientId: 'us', clientSecret: 'secret' };

function refusal(schema: Parameters<typeof checked>[0], value: unknown): string {
  try {
    checked(schema, value);
  } catch (error) {
    return String(error);
  }
  return 'not refused';
}

describe('checked', () => {
  it('takes null for absent, except where null is a value', () => {
    expect(checked(contract.putConnectionRequest, { ...connection, enabled: null, upstream: null })).toEqual({
      ...connection,
      enabled: true,
    });
    const change = checked(contract.changeConnectionRequest, { name: null, secondFactor: null });
    expect(change).toEqual({ secondFactor: null });
  });

  it.each<[unknown, string]>([
    [undefined, 'the request body must be a JSON object'],
    [[], 'the request body must be a JSON object'],
    [{ ...connection, name: null }, 'name must have 1 to 200 characters'],
    [{ name: 7, canary: 1 }, 'canary is not a member of this request'],
    [JSON.parse('{"__proto__": 1}'), '__proto__ is not a member of this request'],
    [{ 'a canary': 1 }, 'a member of the body is not a member of this request'],
    [{ ...connection, upstream: [] }, 'upstream must be an object'],
    [
      { ...connection, upstream: { ...upstream, canary: 1 } },
      'upstream: canary is not a member of this request',
    ],
    [{ ...connection, upstream: { ...upstream, clientId: 'a b' } }, 'upstream: clientId must have 1 to 500'],
    [
      { ...connection, upstream: { ...upstream, secondFactor: { acrValues: [], amrValues: [7] } } },
      'upstream: secondFactor must be acrValues and amrValues',
    ],
  ])('refuses %j by naming the member', (body, text) => {
    expect(refusal(contract.putConnectionRequest, body)).toContain(text);
  });

  it('names a list, not its entry', () => {
    const text = refusal(contract.invitationStatesRequest, { invitationIds: ['canary'] });
    expect(text).toContain('invitationIds must have 1 to 200 UUIDs');
    expect(text).not.toContain('canary');
  });
});
