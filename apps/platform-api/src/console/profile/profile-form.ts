import { type PlatformTypes } from '@governance/client';
import { checkProfileChange } from '@governance/iam';
import { checkName } from '@governance/kernel';
import { type FormFields } from '../form-fields';

type Schemas = PlatformTypes['schemas'];

export const profileFields: FormFields = {
  display_name: {
    label: 'Name to be shown',
    isOptional: true,
    autocomplete: 'name',
    check: (value) => checkName('display_name', value),
  },
  phone_number: {
    label: 'Telephone',
    hint: 'With the code of the country, such as +43 1 2345678.',
    type: 'tel',
    isOptional: true,
    autocomplete: 'tel',
    check: (value) => checkProfileChange({ phoneNumber: plainNumber(value) }),
    words: {
      'must be a valid number in E.164 form, such as +41446681800':
        'Telephone must be a valid number with the code of the country, such as +43 1 2345678.',
    },
  },
};

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
    phone_number: plainNumber(text('phone_number')),
    marketing_opt_in: form.get('marketing_opt_in') === 'yes',
  };
}

/** As people write it, without what they put between the digits. */
function plainNumber(number: string | null): string | null {
  return number?.replaceAll(/[\s().-]/g, '') ?? null;
}
