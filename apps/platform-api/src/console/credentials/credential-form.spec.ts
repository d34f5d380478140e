import { FormRefused, type FormProblem } from '../form-problem';
import { checkCreationForm, checkRotationForm, creationOf, rotationOf } from './credential-form';

const form = (text: string): URLSearchParams => new URLSearchParams(text);

function refusalOf(check: () => void): NonNullable<FormProblem['errors']> {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof FormRefused) return error.problem.errors ?? [];
    throw error;
  }
}

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

  it('asks for a rotation', () => {
    expect(rotationOf(form('overlap=3600&valid_days='), false)).toEqual({ overlap_seconds: 3600 });
    expect(rotationOf(form('overlap=0&valid_days=30&new_public_key=PEM'), true)).toEqual({
      overlap_seconds: 0,
      new_public_key: 'PEM',
      valid_for_days: 30,
    });
  });

  it('is refused without a permission, with all that is wrong, unless an identity has them', () => {
    const refused = refusalOf(() => {
      checkCreationForm(form('name=&allowed_networks=x'));
    });
    expect(refused).toMatchObject([
      { field: 'name' },
      { field: 'allowed_networks', text: 'Enter one network in each line, such as 192.0.2.0/24.' },
      { field: 'permissions', text: 'Choose what it may do.' },
    ]);
    checkCreationForm(form('name=N&permissions=a'));
    checkCreationForm(form('name=N&service_identity_id=s1'));
  });

  it.each([
    ['', 'overlap'],
    ['overlap=1', 'overlap'],
    ['overlap=0', 'typed_name'],
    ['overlap=0&typed_name=Nightl', 'typed_name'],
    ['overlap=0&typed_name=Nightly', undefined],
    ['overlap=86400', undefined],
  ])('of a rotation chooses nothing for the person: %s', (sent, field) => {
    const [refused] = refusalOf(() => {
      checkRotationForm(form(sent), { name: 'Nightly' });
    });
    expect(refused?.field).toBe(field);
  });
});
