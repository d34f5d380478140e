import { checkName } from '@governance/kernel';
import { type FormFields } from '../form-fields';

export const nameFields: FormFields = {
  name: {
    label: 'Name',
    hint: 'A service identity with a name of your own stays after its last credential, until you delete it. Its credentials keep their names.',
    maxLength: 100,
    check: (value) => checkName('name', value),
  },
};
