import { checkDomainName } from '@governance/iam';
import { type FormField, type FormFields } from '../form-fields';

const lead: FormField = {
  label: 'Addresses lead to',
  hint: 'Once the domain is proven, the sign-in page offers this connection to its addresses. Other sign-in methods stay.',
  type: 'select',
};

export const leadFields: FormFields = { connection_id: lead };

export const domainFields: FormFields = {
  name: {
    label: 'Domain',
    hint: 'What follows the @ in your addresses, such as example.org. A subdomain is a domain of its own.',
    maxLength: 253,
    check: checkDomainName,
  },
  connection_id: lead,
};
