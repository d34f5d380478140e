import { validateSync } from 'class-validator';
import { CreateCredentialRequest } from './create-credential.dto';
import { RenameCredentialRequest } from './rename-credential.dto';
import { RotateCredentialRequest } from './rotate-credential.dto';

type RequestClass = new () => object;

function textsOf(Request: RequestClass, members: object): string[] {
  const request = Object.assign(new Request(), members);
  return validateSync(request, { stopAtFirstError: true }).flatMap(({ constraints = {} }) =>
    Object.values(constraints),
  );
}

describe('the credential requests', () => {
  it.each([
    [
      CreateCredentialRequest,
      ['name', 'description', 'type', 'service_identity_id', 'public_key', 'expires_at'],
    ],
    [RotateCredentialRequest, ['new_public_key', 'expires_at']],
    [RenameCredentialRequest, ['name', 'description']],
  ] as const)('accept only strings for the strings of %p', (Request, names) => {
    for (const name of names) {
      for (const value of [7, true, [], {}, ['text']]) {
        expect(textsOf(Request, { [name]: value })).toEqual([`${name} must be a string`]);
      }
      expect(textsOf(Request, { [name]: 'text' })).toEqual([]);
    }
  });

  it.each([CreateCredentialRequest, RotateCredentialRequest])(
    'accept only numbers for days: %p',
    (Request) => {
      for (const value of ['30', true, [30], {}, Number.NaN, Infinity]) {
        expect(textsOf(Request, { valid_for_days: value })).toEqual([
          'valid_for_days must be an integer from 0 to 3650',
        ]);
      }
      expect(textsOf(Request, { valid_for_days: 30 })).toEqual([]);
    },
  );

  it.each([
    [CreateCredentialRequest, 'secret_valid_for_days', 3650],
    [RotateCredentialRequest, 'secret_valid_for_days', 3650],
    [RotateCredentialRequest, 'overlap_seconds', 604800],
  ] as const)('accept only numbers in the extras of %p: %s', (Request, member, most) => {
    for (const value of ['30', true, [30], {}, Number.NaN, Infinity]) {
      expect(textsOf(Request, { [member]: value })).toEqual([
        `${member} must be an integer from 0 to ${most}`,
      ]);
    }
    expect(textsOf(Request, { [member]: 30 })).toEqual([]);
    expect(textsOf(Request, { [member]: '' })).toEqual([]);
  });

  it('map the extras to the input of the rules', () => {
    const secret = { secret_valid_for_days: 30 };
    const created = Object.assign(new CreateCredentialRequest(), secret).toInput();
    expect(created).toMatchObject({ secretValidForDays: 30 });
    const rotated = Object.assign(new RotateCredentialRequest(), secret, { overlap_seconds: 60 }).toInput();
    expect(rotated).toMatchObject({ secretValidForDays: 30, overlapSeconds: 60 });
  });

  it('map to the input of the rules', () => {
    const create = Object.assign(new CreateCredentialRequest(), {
      name: 'Nightly export',
      description: 'Runs at night',
      type: 'public_key',
      service_identity_id: '9b0f1f0c-2c39-4e39-9d0c-8f4b0d5f7a12',
      public_key: 'pem',
      valid_for_days: 0,
      expires_at: '2031-01-01T00:00:00Z',
    });
    expect(create.toInput()).toEqual({
      name: 'Nightly export',
      description: 'Runs at night',
      type: 'public_key',
      serviceIdentityId: '9b0f1f0c-2c39-4e39-9d0c-8f4b0d5f7a12',
      publicKey: 'pem',
      validForDays: 0,
      expiresAt: '2031-01-01T00:00:00Z',
    });
    const rotate = Object.assign(new RotateCredentialRequest(), { new_public_key: 'pem', valid_for_days: 7 });
    expect(rotate.toInput()).toEqual({ newPublicKey: 'pem', validForDays: 7, expiresAt: undefined });
  });

  it('treat an empty string as absent in optional members', () => {
    const empty = {
      description: '',
      service_identity_id: '',
      public_key: '',
      valid_for_days: '',
      expires_at: '',
    };
    expect(textsOf(CreateCredentialRequest, empty)).toEqual([]);
    const { description, serviceIdentityId, publicKey, validForDays, expiresAt } = Object.assign(
      new CreateCredentialRequest(),
      empty,
    ).toInput();
    expect([description, serviceIdentityId, publicKey, validForDays, expiresAt]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(textsOf(RotateCredentialRequest, { new_public_key: '' })).toEqual([]);
    expect(
      Object.assign(new RotateCredentialRequest(), { new_public_key: '' }).toInput().newPublicKey,
    ).toBeUndefined();
  });

  it('leave a missing name or type to the rules', () => {
    expect(new CreateCredentialRequest().toInput()).toMatchObject({ name: '', type: '' });
    expect(new RenameCredentialRequest().toInput()).toEqual({ name: '', description: undefined });
  });

  it('need no name for a new description', () => {
    for (const description of ['Runs at night', '', null]) {
      const rename = Object.assign(new RenameCredentialRequest(), { description });
      expect(rename.toInput()).toEqual({ name: undefined, description });
      const both = Object.assign(rename, { name: 'Import' });
      expect(both.toInput()).toEqual({ name: 'Import', description });
    }
    expect(textsOf(RenameCredentialRequest, { description: null })).toEqual([]);
  });
});
