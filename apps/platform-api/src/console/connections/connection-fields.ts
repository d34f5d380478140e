import { checkClientId, checkClientSecret, checkIssuer, checkUpstreamSecondFactor } from '@governance/iam';
import { checkName } from '@governance/kernel';
import { type FormField, type FormFields } from '../form-fields';

const name: FormField = {
  label: 'Name',
  hint: 'Members see it on the sign-in page, such as “Acme single sign-on”.',
  maxLength: 100,
  check: (value) => checkName('name', value),
};

const clientSecret: FormField = {
  label: 'Client secret',
  hint: 'It is stored encrypted, and never shown again.',
  type: 'password',
  maxLength: 500,
  check: checkClientSecret,
};

/** In the group of the second factor. */
const factorFields: FormFields = {
  acr_values: {
    ...factorField('acr_values', 'acrValues'),
    label: 'Values of acr',
    hint: 'One in each line, such as https://refeds.org/profile/mfa.',
  },
  amr_values: {
    ...factorField('amr_values', 'amrValues'),
    label: 'Values of amr',
    hint: 'One in each line, such as mfa.',
  },
};

export const newConnectionFields: FormFields = {
  name,
  issuer: {
    label: 'Issuer',
    hint: 'Exactly as the discovery document of your provider names it, such as https://login.example.org. It cannot be changed later.',
    type: 'url',
    maxLength: 500,
    check: checkIssuer,
  },
  client_id: { label: 'Client id', maxLength: 500, check: checkClientId },
  client_secret: clientSecret,
  enabled: {
    label: 'Sign-ins with it',
    type: 'radio',
    choices: [
      { value: 'no', label: 'Not yet', about: 'You test it first, then enable it.' },
      { value: 'yes', label: 'At once', about: 'For people who accept an invitation through it.' },
    ],
  },
  ...factorFields,
};

export const changedConnectionFields: FormFields = {
  name,
  client_secret: {
    ...clientSecret,
    label: 'New client secret',
    hint: 'Leave it empty to keep the stored one, which is never shown. A new one is used from the next sign-in on.',
    isOptional: true,
  },
  ...factorFields,
};

function factorField(member: string, list: 'acrValues' | 'amrValues'): Omit<FormField, 'label'> {
  const both = { acrValues: [], amrValues: [] };
  return {
    type: 'textarea',
    maxLength: 4_000,
    isOptional: true,
    members: [`second_factor.${member}`],
    check: (value) => checkUpstreamSecondFactor({ ...both, [list]: value.split(/\s+/) }),
  };
}
