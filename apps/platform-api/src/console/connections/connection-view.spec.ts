import { type DomainRow } from '../domains/domain-view';
import { detailsOf, rowOf } from './connection-view';

const acme = {
  id: 'con_1',
  name: 'Acme single sign-on',
  type: 'enterprise',
  enabled: true,
  issuer: 'https://login.acme.example',
  client_id: 'governance',
  redirect_uri: 'https://login.example.org/connections/con_1/callback',
  second_factor: { acr_values: ['urn:acme:loa:2'], amr_values: [] },
};
const password = { id: 'con_2', name: 'Email and password', type: 'database', enabled: false };

const domainOf = (connectionId: string | undefined): DomainRow => ({
  name: 'acme.example',
  connectionId,
  connection: undefined,
  isProven: true,
  state: 'Proven',
  about: '',
  needsAttention: false,
});

describe('the view of a connection', () => {
  it('is a line of the list, in words, with the domains that lead to it', () => {
    const ours = domainOf('con_1');
    expect(rowOf(acme, [domainOf('con_2'), ours, domainOf(undefined)])).toEqual({
      id: 'con_1',
      name: 'Acme single sign-on',
      kind: 'Your own provider (OpenID Connect)',
      isEnabled: true,
      state: 'Enabled',
      domains: [ours],
    });
    expect(rowOf(password, [])).toMatchObject({ kind: 'Email and password, with us', state: 'Disabled' });
  });

  it('has words for a kind of a later release', () => {
    expect(rowOf({ ...password, type: 'saml' }, []).kind).toBe('Another sign-in method');
  });

  it('has the provider, and what counts as a second factor there', () => {
    expect(detailsOf(acme, [])).toMatchObject({
      isAtProvider: true,
      issuer: acme.issuer,
      clientId: 'governance',
      redirectUri: acme.redirect_uri,
      secondFactor: { acrValues: ['urn:acme:loa:2'], amrValues: [], isSet: true, confirmedOn: undefined },
    });
    const confirmed = { ...acme, second_factor_confirmed_at: '2026-11-20T12:00:00.000Z' };
    expect(detailsOf(confirmed, []).secondFactor.confirmedOn).toBe('20 November 2026');
  });

  it('has neither for a password, nor for a person who may not see them', () => {
    const nothing = { acrValues: [], amrValues: [], isSet: false, confirmedOn: undefined };
    for (const connection of [{ ...password, issuer: null, second_factor: null }, password])
      expect(detailsOf(connection, [])).toMatchObject({
        isAtProvider: false,
        issuer: undefined,
        redirectUri: undefined,
        secondFactor: nothing,
      });
  });
});
