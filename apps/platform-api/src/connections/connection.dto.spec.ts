import { instanceToPlain, plainToInstance } from 'class-transformer';
import { ConnectionListResponse } from './connection.dto';

describe('the connections response', () => {
  it('has exactly the members of the contract', () => {
    const shown = { id: 'con_1', name: 'Passwords', type: 'database', enabled: true };
    const more = { ...shown, issuer: 'https://upstream.example.org', clientSecret: 'canary' };
    const strategy = 'excludeAll';
    const response = plainToInstance(
      ConnectionListResponse,
      { connections: [more], orgId: 'canary' },
      { strategy },
    );
    expect(instanceToPlain(response, { strategy })).toEqual({ connections: [shown] });
  });
});
