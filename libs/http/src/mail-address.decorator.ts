import { canonicalAddress } from '@governance/deliveries';
import { ValidateBy } from 'class-validator';
import { MemberMark } from './member-mark';

const addresses = new MemberMark();

const validate = ValidateBy({
  name: 'isMailAddress',
  validator: {
    validate: (value) => typeof value === 'string' && canonicalAddress(value) === value,
    defaultMessage: (failed) => `${failed?.property ?? 'the address'} must be an email`,
  },
});

/** One plain address that mail goes to, in canonical form: the same on both surfaces. The DTO pipe brings it into that form. */
export function IsMailAddress(): PropertyDecorator {
  return (prototype, name) => {
    addresses.add(prototype, name);
    validate(prototype, name);
  };
}

export function isMailAddress(Dto: { readonly prototype: object }, member: string): boolean {
  return addresses.has(Dto, member);
}
