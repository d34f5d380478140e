import { canonicalAddress } from '@governance/deliveries';
import { RuleViolation } from '@governance/kernel';
import { type FormFields } from '../form-fields';
import { invitedRoleField } from '../role-words';

export const invitationFields: FormFields = {
  email: {
    label: 'Email address',
    inputMode: 'email',
    maxLength: 254,
    check: (value) => {
      if (canonicalAddress(value) === undefined) throw new RuleViolation('email must be an email');
    },
    words: { 'must be an email': 'Email address must have the form name@example.org.' },
  },
  role: invitedRoleField,
  connection_id: {
    label: 'Sign-in method',
    hint: 'If you choose one, the person can join only with it.',
    type: 'select',
  },
};
