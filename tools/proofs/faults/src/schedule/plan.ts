import { Random } from '@governance/testing';
import { catalogue, type FaultName } from './catalogue';
import { type CataloguedFault } from './catalogued-fault';
import { type Pace, thorough } from './pace';

/** Faults that begin together. */
export interface PlannedFaults {
  /** Seconds without a fault before it. */
  readonly calmSeconds: number;
  readonly seconds: number;
  readonly faults: readonly FaultName[];
  /** Determines which replica each of them hits. */
  readonly seed: number;
}

type NamedFault = CataloguedFault & { readonly name: FaultName };

/** The endless schedule of a seed: first each fault alone, in random order, then pairs and single ones. */
export function* planOf(
  seed: number,
  names: readonly FaultName[] = catalogue.map(({ name }) => name),
  pace: Pace = thorough,
): Generator<PlannedFaults, never> {
  const random = new Random(seed);
  const faults: readonly NamedFault[] = catalogue.filter(({ name }) => names.includes(name));
  const planned = (chosen: readonly NamedFault[]): PlannedFaults => {
    const lengths = chosen.map(({ seconds: [least, most] }) => random.between(least, most));
    return {
      calmSeconds: random.between(...pace.calmSeconds),
      seconds: Math.min(pace.mostSeconds, Math.max(...lengths)),
      faults: chosen.map(({ name }) => name),
      seed: random.between(0, 2 ** 31),
    };
  };
  const order = random.shuffled(faults);
  const first = pace.isPlaceByPlace ? placeByPlace(order) : order.map((fault) => [fault]);
  for (const chosen of first) yield planned(chosen);
  for (;;) {
    const one = random.pick(faults);
    const others = faults.filter(({ place }) => place !== one.place);
    const isPair = others.length > 0 && random.next() < 0.7;
    yield planned(isPair ? [one, random.pick(others)] : [one]);
  }
}

/** A pair, then a fault of each other place, then the others: every place has one after the fewest faults. */
function placeByPlace(order: readonly NamedFault[]): readonly (readonly NamedFault[])[] {
  const ofPlaces = [...new Map(order.map((fault) => [fault.place, fault])).values()];
  const others = order.filter((fault) => !ofPlaces.includes(fault));
  const [pair, alone] = [ofPlaces.slice(0, 2), ofPlaces.slice(2)];
  return [pair, ...[...alone, ...others].map((fault) => [fault])];
}
