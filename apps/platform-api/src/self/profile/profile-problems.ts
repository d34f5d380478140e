import { type ProblemDescription, unknownMember } from '@governance/http';

export const profileRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A value is invalid.',
    texts: {
      'display_name must be a string': 'Send a string, or null to clear it',
      'display_name must have 1 to 100 characters': 'Send a shorter one, or null to clear it',
      'display_name must have no control, text-direction or other invisible characters':
        'Send one line of plain text: copied text can have hidden characters',
      'phone_number must be a string': 'Send a string, or null to clear it',
      'phone_number must be a valid number in E.164 form, such as +41446681800':
        'Start with `+` and the country code, without spaces',
      'marketing_opt_in must be true or false': 'Send a boolean, not a string',
    },
  },
  {
    ...unknownMember('email', 'Change it at the identity provider'),
    when: 'The body has a member that cannot be changed.',
  },
];
