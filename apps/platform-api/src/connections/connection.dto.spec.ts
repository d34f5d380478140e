import { ConnectionListResponse } from './connection.dto';

describe('the response about connections', () => {
  it('has the members of the contract and no other', () => {
    const shown = { id: 'con_1', name: 'Passwords', type: 'database', enabled: true };
    const more = { ...shown, issuer: 'https://upstream.example.org', clientSecret: 'canary' };
    expect(JSON.parse(JSON.stringify(new ConnectionListResponse([more])))).toEqual({ connections: [shown] });
  });
});
