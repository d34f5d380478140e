/** What a decorator says of members of request DTOs, for the pipe that makes them. */
export class MemberMark {
  private readonly members = new WeakMap<object, Set<string>>();

  add(prototype: object, member: string | symbol): void {
    const marked = this.members.get(prototype) ?? new Set();
    this.members.set(prototype, marked.add(String(member)));
  }

  has(Dto: { readonly prototype: object }, member: string): boolean {
    return this.members.get(Dto.prototype)?.has(member) ?? false;
  }
}
