import { allowListed } from '@governance/http';
import { ConnectionListResponse } from './connection.dto';

describe('the connections response', () => {
  const shown = { id: 'con_1', name: 'Passwords', type: 'database', enabled: true };
  const more = { ...shown, clientSecret: 'canary' };
  const upstream = {
    issuer: 'https://login.acme.example',
    clientId: 'governance',
    redirectUri: 'https://login.example.org/connections/con_1/callback',
    clientSecret: 'canary',
  };
  const secondFactor = { acrValues: ['2'], amrValues: ['mfa'] };
  const factorConfirmedAt = new Date('2026-11-20T12:00:00.000Z');
  const plainOf = (withSettings: boolean): object =>
    allowListed(
      ConnectionListResponse,
      new ConnectionListResponse([{ ...more, secondFactor, factorConfirmedAt, upstream }, more], {
        withSettings,
      }),
    );

  it('has exactly the members of the contract', () => {
    expect(plainOf(false)).toEqual({ connections: [shown, shown] });
  });

  it('has the provider and the second factor too for users who may change connections, never a secret', () => {
    const none = { issuer: null, client_id: null, redirect_uri: null };
    const { issuer, clientId: client_id, redirectUri: redirect_uri } = upstream;
    expect(plainOf(true)).toEqual({
      connections: [
        {
          ...shown,
          second_factor: { acr_values: ['2'], amr_values: ['mfa'] },
          second_factor_confirmed_at: '2026-11-20T12:00:00.000Z',
          issuer,
          client_id,
          redirect_uri,
        },
        { ...shown, ...none, second_factor: null, second_factor_confirmed_at: null },
      ],
    });
  });
});
