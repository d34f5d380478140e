import { catalogue, type CataloguedFault, type FaultName } from './catalogue';
import { Random } from './random';

/** Faults that begin together. */
export interface PlannedFaults {
  /** Seconds without a fault before it. */
  readonly calmSeconds: number;
  readonly seconds: number;
  readonly faults: readonly FaultName[];
  /** Determines which replica each of them hits. */
  readonly seed: number;
}

/** The endless schedule of a seed: first each fault alone, in random order, then pairs and single ones. */
export function* planOf(
  seed: number,
  names: readonly FaultName[] = catalogue.map(({ name }) => name),
): Generator<PlannedFaults, never> {
  const random = new Random(seed);
  const faults: readonly (CataloguedFault & { readonly name: FaultName })[] = catalogue.filter(({ name }) =>
    names.includes(name),
  );
  const planned = (chosen: readonly (typeof faults)[number][]): PlannedFaults => {
    const lengths = chosen.map(({ seconds: [least, most] }) => random.between(least, most));
    return {
      calmSeconds: random.between(3, 6),
      seconds: Math.max(...lengths),
      faults: chosen.map(({ name }) => name),
      seed: random.between(0, 2 ** 31),
    };
  };
  for (const fault of random.shuffled(faults)) yield planned([fault]);
  for (;;) {
    const one = random.pick(faults);
    const others = faults.filter(({ place }) => place !== one.place);
    const isPair = others.length > 0 && random.next() < 0.7;
    yield planned(isPair ? [one, random.pick(others)] : [one]);
  }
}
