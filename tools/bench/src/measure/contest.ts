import { isSteady, median, pairedRatios, spreadOf } from './spread';

/** The figures of one slice by name, such as `cpu`. */
export type Slice = Readonly<Record<string, number>>;

export interface Contender {
  readonly name: string;
  warmUp(): Promise<void>;
  /** @throws if a response is wrong. */
  slice(): Promise<Slice>;
}

/** The name of a reference that runs a second time as its own control. */
export const doubleOf = (reference: string): string => `${reference} again`;

export class Contest {
  constructor(
    /** One per round, by contender name, the reference first. */
    readonly slices: Readonly<Record<string, readonly Slice[]>>,
    /** The figure that compares the reference with itself. */
    private readonly figure: string,
  ) {}

  get control(): readonly number[] {
    const [reference = ''] = Object.keys(this.slices);
    return this.ratios(this.figure, doubleOf(reference), reference);
  }

  figures(figure: string, name: string): readonly number[] {
    const slices = this.slices[name];
    if (!slices) throw new Error(`${name} took no part`);
    return slices.map((slice) => slice[figure] ?? Number.NaN);
  }

  /** Ratios within each round: disturbances of the machine affect both sides. */
  ratios(figure: string, name: string, reference: string): readonly number[] {
    return pairedRatios(this.figures(figure, name), this.figures(figure, reference));
  }

  medians(): string {
    const ofEach = (name: string): string => `${name} ${median(this.figures(this.figure, name)).toFixed(1)}`;
    return `${this.figure}: ${Object.keys(this.slices).map(ofEach).join('; ')}`;
  }
}

/** The first contender is the reference, and another its double. The contest is repeated if these two differ. */
export async function holdContest(
  contenders: readonly Contender[],
  { rounds, figure }: { readonly rounds: number; readonly figure: string },
): Promise<Contest> {
  for (const contender of contenders) await contender.warmUp();
  const first = await takeTurns(contenders, rounds, figure);
  if (isSteady(spreadOf(first.control))) return first;
  console.error('  The reference differs from itself: measured once more.');
  return takeTurns(contenders, rounds, figure);
}

/** A B B A, so that drift affects all contenders. Every round has one slice of each. */
async function takeTurns(contenders: readonly Contender[], rounds: number, figure: string): Promise<Contest> {
  const slices: Record<string, Slice[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed())
      (slices[contender.name] ??= []).push(await contender.slice());
  return new Contest(slices, figure);
}
