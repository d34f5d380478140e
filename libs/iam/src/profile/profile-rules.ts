import { checkName, RuleViolation } from '@governance/kernel';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { type ProfileChange } from './profile';

/** The requested change (spec 2.8), with the name in canonical form. Throws `RuleViolation`. */
export function checkProfileChange({
  displayName,
  phoneNumber,
  marketingOptIn,
}: ProfileChange): ProfileChange {
  return {
    ...(displayName !== undefined && {
      displayName: displayName === null ? null : checkName('display_name', displayName),
    }),
    ...(phoneNumber !== undefined && {
      phoneNumber: phoneNumber === null ? null : checkPhoneNumber(phoneNumber),
    }),
    ...(marketingOptIn !== undefined && { marketingOptIn }),
  };
}

function checkPhoneNumber(number: string): string {
  if (!/^\+[1-9]\d{1,14}$/.test(number) || !isValidPhoneNumber(number)) {
    throw new RuleViolation('phone_number must be a valid number in E.164 form, such as +41446681800');
  }
  return number;
}
