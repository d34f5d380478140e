import { instanceToPlain } from 'class-transformer';
import { ConnectionListResponse } from './connection.dto';

describe('the connections response', () => {
  const shown = { id: 'con_1', name: 'Passwords', type: 'database', enabled: true };
  const more = { ...shown, issuer: 'https://upstream.example.org', clientSecret: 'canary' };
  const secondFactor = { acrValues: ['2'], amrValues: ['mfa'] };
  const plainOf = (withSecondFactor: boolean): object =>
    instanceToPlain(new ConnectionListResponse([{ ...more, secondFactor }, more], { withSecondFactor }), {
      strategy: 'excludeAll',
    });

  it('has exactly the members of the contract', () => {
    expect(plainOf(false)).toEqual({ connections: [shown, shown] });
  });

  it('has the second factor too for users who may change connections', () => {
    expect(plainOf(true)).toEqual({
      connections: [
        { ...shown, second_factor: { acr_values: ['2'], amr_values: ['mfa'] } },
        { ...shown, second_factor: null },
      ],
    });
  });
});
