const clearable = new WeakMap<object, Set<string>>();

/** Marks a member of a request DTO that null clears. Everywhere else null counts as absent. */
export function Clearable(): PropertyDecorator {
  return (prototype, name) => {
    const members = clearable.get(prototype) ?? new Set();
    clearable.set(prototype, members.add(String(name)));
  };
}

export function isClearable(Dto: { readonly prototype: object }, member: string): boolean {
  return clearable.get(Dto.prototype)?.has(member) ?? false;
}
