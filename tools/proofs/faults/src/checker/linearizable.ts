/** One operation on an object, as its client observed it. */
export interface Step<State> {
  readonly sentAt: number;
  /** Undefined for an operation whose outcome the client does not know: it may take effect later, or never. */
  readonly answeredAt: number | undefined;
  /** The states after it; none where the observed outcome is impossible. States are compared as texts. */
  readonly from: (state: State) => readonly State[];
}

/**
 * Whether the steps can be put in an order that fits every observed outcome, in which no step comes before one that was
 * answered before it was sent. Wing and Gong's search; a configuration that was searched is not searched again.
 */
export function isLinearizable<State extends string>(initial: State, steps: readonly Step<State>[]): boolean {
  const searched = new Set<string>();
  const open: { readonly left: readonly number[]; readonly state: State }[] = [
    { left: steps.map((_, index) => index), state: initial },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { left, state } = next;
    if (left.every((index) => steps[index]?.answeredAt === undefined)) return true;
    const key = `${state} ${left.join()}`;
    if (searched.has(key)) continue;
    searched.add(key);
    for (const index of firstOf(steps, left)) {
      const others = left.filter((other) => other !== index);
      for (const after of steps[index]?.from(state) ?? []) open.push({ left: others, state: after });
    }
  }
  return false;
}

/** Those that were sent before any other one was answered. */
function firstOf<State>(steps: readonly Step<State>[], left: readonly number[]): readonly number[] {
  const earliest = Math.min(...left.map((index) => steps[index]?.answeredAt ?? Infinity));
  return left.filter((index) => (steps[index]?.sentAt ?? Infinity) <= earliest);
}
