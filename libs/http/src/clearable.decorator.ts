import { MemberMark } from './member-mark';

const clearable = new MemberMark();

/** Marks a member of a request DTO that null clears. Everywhere else null counts as absent. */
export function Clearable(): PropertyDecorator {
  return (prototype, name) => {
    clearable.add(prototype, name);
  };
}

export function isClearable(Dto: { readonly prototype: object }, member: string): boolean {
  return clearable.has(Dto, member);
}
