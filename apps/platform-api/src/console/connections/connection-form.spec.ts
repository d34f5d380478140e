import { changesOf, creationOf, valuesOfConnection } from './connection-form';
import { detailsOf } from './connection-view';

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

const entered = {
  name: ' Acme ',
  issuer: 'https://login.acme.example',
  client_id: 'governance',
  client_secret: ' canary ',
};
const current = detailsOf(
  {
    id: 'con_1',
    name: 'Acme',
    type: 'enterprise',
    enabled: true,
    second_factor: { acr_values: ['a', 'b'], amr_values: ['mfa'] },
    second_factor_confirmed_at: '2026-11-20T12:00:00.000Z',
  },
  [],
);
const same = { name: 'Acme', acr_values: 'a\r\nb', amr_values: 'mfa' };

describe('the form of a connection', () => {
  it('asks for a disabled connection without a second factor, if nothing else is chosen', () => {
    expect(creationOf(form(entered))).toEqual({
      name: 'Acme',
      issuer: 'https://login.acme.example',
      client_id: 'governance',
      client_secret: 'canary',
      enabled: false,
    });
  });

  it('asks for an enabled one with the values of a second factor, one in each line', () => {
    const sent = form({ ...entered, enabled: 'yes', acr_values: ' urn:1 \r\n\r\nurn:2', amr_values: '' });
    expect(creationOf(sent)).toMatchObject({
      enabled: true,
      second_factor: { acr_values: ['urn:1', 'urn:2'], amr_values: [] },
    });
  });

  it('changes only what differs', () => {
    expect(changesOf(form({ ...same, client_secret: '' }), current)).toEqual({});
    expect(changesOf(form({ ...same, name: 'Other', client_secret: 'new' }), current)).toEqual({
      name: 'Other',
      client_secret: 'new',
    });
    expect(changesOf(form({ ...same, amr_values: 'hwk' }), current)).toEqual({
      second_factor: { acr_values: ['a', 'b'], amr_values: ['hwk'] },
    });
  });

  it('sets an unconfirmed second factor again', () => {
    const unconfirmed = { ...current, secondFactor: { ...current.secondFactor, confirmedOn: undefined } };
    expect(changesOf(form(same), unconfirmed)).toEqual({
      second_factor: { acr_values: ['a', 'b'], amr_values: ['mfa'] },
    });
  });

  it('clears the second factor when both lists are empty', () => {
    expect(changesOf(form({ ...same, acr_values: '', amr_values: ' ' }), current)).toEqual({
      second_factor: null,
    });
  });

  it('changes only the name of a password', () => {
    const password = { ...current, isAtProvider: false };
    expect(changesOf(form({ name: 'Password' }), password)).toEqual({ name: 'Password' });
  });

  it('begins with the values of the connection', () => {
    expect(valuesOfConnection(current)).toMatchObject({
      name: 'Acme',
      acr_values: 'a\nb',
      amr_values: 'mfa',
    });
  });
});
