import { type PlatformTypes } from '@governance/client';

type Schemas = PlatformTypes['schemas'];

export function profileValues(
  profile: Pick<Schemas['Profile'], 'email' | 'name'> & Schemas['UpdateProfile'],
) {
  const {
    email,
    name,
    display_name: displayName,
    phone_number: phoneNumber,
    marketing_opt_in: news,
  } = profile;
  return {
    email,
    name,
    displayName: displayName ?? '',
    phoneNumber: phoneNumber ?? '',
    wantsNews: news === true,
  };
}

/** The change that the form asks for: what is left empty is cleared. */
export function profileChange(form: URLSearchParams): Schemas['UpdateProfile'] {
  const text = (name: string): string | null => {
    const value = (form.get(name) ?? '').trim();
    return value === '' ? null : value;
  };
  return {
    display_name: text('display_name'),
    phone_number: text('phone_number')?.replaceAll(/[\s().-]/g, '') ?? null,
    marketing_opt_in: form.get('marketing_opt_in') === 'yes',
  };
}
