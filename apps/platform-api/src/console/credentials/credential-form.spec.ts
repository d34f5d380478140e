import { creationOf, rotationOf, valuesOf } from './credential-form';

const form = (text: string): URLSearchParams => new URLSearchParams(text);

describe('the form of a credential', () => {
  it('asks for a secret, with permissions, an end and networks', () => {
    const sent = form(
      'name= Nightly &description=&type=client_secret&service_identity_id=&permissions=a&permissions=b&valid_days=90&allowed_networks=192.0.2.0%2F24%0D%0A2001%3Adb8%3A%3A%2F32&public_key=',
    );
    expect(creationOf(sent)).toEqual({
      name: 'Nightly',
      type: 'client_secret',
      permissions: ['a', 'b'],
      secret_valid_for_days: 90,
      allowed_networks: ['192.0.2.0/24', '2001:db8::/32'],
    });
  });

  it('asks for a key of an existing service identity, whose permissions stay', () => {
    const sent = form(
      'name=N&type=public_key&service_identity_id=s1&permissions=a&valid_days=0&public_key=PEM',
    );
    expect(creationOf(sent)).toEqual({
      name: 'N',
      type: 'public_key',
      service_identity_id: 's1',
      valid_for_days: 0,
      public_key: 'PEM',
    });
  });

  it('asks for a rotation, at once if nothing else is chosen', () => {
    expect(rotationOf(form('overlap=3600&valid_days='), false)).toEqual({ overlap_seconds: 3600 });
    expect(rotationOf(form('valid_days=30&new_public_key=PEM'), true)).toEqual({
      overlap_seconds: 0,
      new_public_key: 'PEM',
      valid_for_days: 30,
    });
  });

  it('is shown again with what was entered', () => {
    const values = valuesOf(form('name=N&type=public_key&permissions=a&valid_days=30&public_key=PEM'));
    expect(values).toMatchObject({ name: 'N', isKey: true, publicKey: 'PEM', permissions: new Set(['a']) });
    expect(values.lifetimes.filter(({ isChosen }) => isChosen).map(({ value }) => value)).toEqual(['30']);
  });
});
